"""The wire: messages, their encoding, and merge patches."""
