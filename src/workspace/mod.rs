//! Models of the memory that a level needs.
