"""The person's end: a headless session, and the Textual client on top of it."""
