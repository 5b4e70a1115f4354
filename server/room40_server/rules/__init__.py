"""Pure rules: state + order + dice -> new state. No I/O, no clock, no asyncio, no logging."""
