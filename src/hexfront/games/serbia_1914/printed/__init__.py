"""What is printed: counters, tables, lists and scenarios, read and proved."""
