"""Neural arithmetic logic modules."""
