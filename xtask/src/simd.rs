//! Proves which of the two modules needs vectors.

use anyhow::{Context, Result, bail};
use wasmparser::{Validator, WasmFeatures};

/// Checks that a module is valid, and holds vector instructions exactly if it
/// should.
pub fn check(module: &[u8], expected: bool) -> Result<()> {
    // Relaxed vectors give results that differ between machines.
    let with = WasmFeatures::default() - WasmFeatures::RELAXED_SIMD;
    Validator::new_with_features(with).validate_all(module).context("the module is not valid")?;
    let scalar = Validator::new_with_features(with - WasmFeatures::SIMD).validate_all(module);
    match (scalar, expected) {
        (Ok(_), true) => bail!("the module holds no vector instruction"),
        (Err(error), false) => bail!("the module needs vectors: {error}"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of one function without parameters whose body is this.
    fn module(body: &[u8]) -> Vec<u8> {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.extend([1, 4, 1, 0x60, 0, 0]); // one type, [] -> []
        bytes.extend([3, 2, 1, 0]); // one function of that type
        let length = body.len() as u8;
        bytes.extend([10, length + 4, 1, length + 2, 0]); // its code, no locals
        bytes.extend(body);
        bytes.push(0x0b); // end
        bytes
    }

    #[test]
    fn a_module_without_vectors_is_scalar() {
        let nothing = module(&[]);
        check(&nothing, false).unwrap();
        assert!(check(&nothing, true).is_err());
    }

    #[test]
    fn one_vector_instruction_is_found() {
        let mut body = vec![0xfd, 12]; // v128.const
        body.extend([0; 16]);
        body.push(0x1a); // drop
        let vector = module(&body);
        check(&vector, true).unwrap();
        assert!(check(&vector, false).is_err());
    }

    #[test]
    fn a_broken_module_is_neither() {
        let broken = module(&[0x1a]); // drop from an empty stack
        assert!(check(&broken, true).is_err());
        assert!(check(&broken, false).is_err());
    }
}
