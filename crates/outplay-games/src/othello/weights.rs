//! The weights of the patterns as a file: compressed, with all that is needed to refuse a wrong one.

use std::sync::{Arc, LazyLock};

use super::patterns::{LAYOUT, PHASES, UNIT, Weights};

/// The first bytes of a file, with its version.
const MAGIC: &[u8; 8] = b"othello2";

/// Numbers of a file per disc: few enough that most weights fit into few bits.
const FILE_UNIT: f32 = 16.0;

/// The weights that come with the program. How they were made is told in `docs/othello.md`.
pub(super) static SHIPPED: LazyLock<Option<Arc<Weights>>> = LazyLock::new(|| {
    let bytes = include_bytes!("weights.bin");
    (!bytes.is_empty()).then(|| Arc::new(read(bytes).expect("the shipped weights are tested")))
});

/// Weights in discs, by phase, as the bytes of a file.
pub(super) fn write(weights: &[Vec<f32>]) -> Vec<u8> {
    let rounded = |&weight: &f32| (weight * FILE_UNIT).round().clamp(-127.0, 127.0) as i8 as u8;
    let plain: Vec<u8> = weights.iter().flatten().map(rounded).collect();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(&plain, 10));
    bytes
}

/// The weights of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Weights, String> {
    let Some(packed) = bytes.strip_prefix(MAGIC) else {
        return Err("it is no file of Othello weights: it does not begin with `othello2`".into());
    };
    let size = PHASES * LAYOUT.distinct;
    let plain = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, size)
        .map_err(|error| format!("the weights are damaged: {error}"))?;
    if plain.len() != size {
        return Err(format!("there are {} weights, and should be {size}", plain.len()));
    }
    let scaled = |&byte: &u8| (i32::from(byte as i8) * UNIT / FILE_UNIT as i32) as i16;
    let phases: Vec<Vec<i16>> =
        plain.chunks(LAYOUT.distinct).map(|phase| phase.iter().map(scaled).collect()).collect();
    Ok(Weights::new(&phases))
}
