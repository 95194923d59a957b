//! The TOML log: reading with places, splicing, saving, locking, corrections.
