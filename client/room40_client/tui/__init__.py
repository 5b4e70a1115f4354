"""The full-screen client: screens and widgets over a connection that `session` holds."""
