//! Allocated memory, as the host counts it.

/// A count of the bytes that are allocated, such as a counting global
/// allocator keeps. It must see all allocations of the measured code, and no
/// others while a cell runs.
pub trait AllocationMeter {
    /// Bytes that are allocated now.
    fn current(&self) -> usize;

    /// The most bytes that were allocated at once since
    /// [`AllocationMeter::reset_peak`].
    fn peak(&self) -> usize;

    /// Begins a new peak at the current number.
    fn reset_peak(&self);

    /// The size of the wasm memory in bytes; 0 outside wasm.
    fn wasm_memory(&self) -> usize {
        #[cfg(target_arch = "wasm32")]
        {
            core::arch::wasm32::memory_size::<0>() << 16
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            0
        }
    }
}

/// Counts nothing. Workspaces are then what the encoder itself accounts for,
/// and 0 where it does not.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMeter;

impl AllocationMeter for NoMeter {
    fn current(&self) -> usize {
        0
    }

    fn peak(&self) -> usize {
        0
    }

    fn reset_peak(&self) {}
}

#[cfg(any(feature = "cli", feature = "web"))]
impl AllocationMeter for peak_alloc::PeakAlloc {
    fn current(&self) -> usize {
        self.current_usage()
    }

    fn peak(&self) -> usize {
        self.peak_usage()
    }

    fn reset_peak(&self) {
        self.reset_peak_usage();
    }
}
