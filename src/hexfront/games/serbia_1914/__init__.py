"""1914 Serbien muß sterbien."""
