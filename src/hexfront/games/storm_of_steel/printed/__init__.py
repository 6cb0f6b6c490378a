"""What is printed: the board and what must hold of it."""
