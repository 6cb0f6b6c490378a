"""What is shown: pictures, words, reports, forecasts."""
