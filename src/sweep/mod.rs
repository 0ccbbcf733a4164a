//! Sweeps: plans, cells, measurements, frontier, advice, report.
