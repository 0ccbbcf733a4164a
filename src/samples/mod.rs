//! Inputs made by seeded generators, the same everywhere.
