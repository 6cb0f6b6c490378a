"""Der Weltkrieg: The Western Front 1914-1918."""
