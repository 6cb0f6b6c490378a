"""Storm of Steel: the First World War on land, sea and in the air, in quarters of a year."""
