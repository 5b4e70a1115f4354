"""The papers of the 1942 table: purchase, placement, battles, odds, the log, each a screen over pure drawing."""
