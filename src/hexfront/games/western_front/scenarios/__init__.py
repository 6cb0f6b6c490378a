"""What one campaign alone knows: set-up, duties, victory."""
