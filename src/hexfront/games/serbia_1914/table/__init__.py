"""What is shown at the table: choices, names, pictures, reports, forecasts, explanations."""
