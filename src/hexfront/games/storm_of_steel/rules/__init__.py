"""The rules, a module for each chapter of the book or part of one."""
