"""What the scenarios alone know: how they are set up, and who has won."""
