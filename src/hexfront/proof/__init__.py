"""Tools that prove titles: random play under invariants, recorded playthroughs, measurements."""
