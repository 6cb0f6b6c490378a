"""The titles that come with Hexfront, one package each. They do not know each other."""
