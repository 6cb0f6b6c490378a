"""What is printed: the board, cards, counters, tables, set-ups and scenarios, and what must hold of them."""
