"""What both ends of Room 40 agree on: geometry, the wire, and each system's vocabulary of orders and views."""
