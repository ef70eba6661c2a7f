//! Frames: how many parts of messages may come over a WebSocket.
//!
//! A message may come in many frames, and the library tells only of whole messages: who sends frames without content would be
//! heard without end. So they are counted where the bytes arrive.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How many frames may come at once, and how many in a second.
const BURST: f64 = 120.0;
const PER_SECOND: f64 = 60.0;

/// A stream of bytes that fails, with [`io::ErrorKind::QuotaExceeded`], when too many frames arrive.
pub(super) struct Counted<S> {
    stream: S,
    frames: Frames,
    /// How many more frames may come at once.
    allowed: f64,
    counted: Instant,
}

impl<S> Counted<S> {
    pub(super) fn new(stream: S) -> Counted<S> {
        Counted { stream, frames: Frames::default(), allowed: BURST, counted: Instant::now() }
    }

    fn allow(&mut self, frames: usize) -> io::Result<()> {
        let now = Instant::now();
        let more = (now - self.counted).as_secs_f64() * PER_SECOND;
        self.allowed = BURST.min(self.allowed + more) - frames as f64;
        self.counted = now;
        match self.allowed < 0.0 {
            true => Err(io::ErrorKind::QuotaExceeded.into()),
            false => Ok(()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let frames = self.frames.count(&buffer.filled()[before..]);
        Poll::Ready(self.allow(frames))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Finds the frames in bytes that arrive in pieces (RFC 6455, section 5.2).
#[derive(Default)]
struct Frames {
    /// The start of a head: two bytes, and two or eight more if the length does not fit into them.
    head: Vec<u8>,
    /// How many bytes of the frame are still to come after that.
    rest: u64,
}

impl Frames {
    /// How many frames begin here.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut frames = 0;
        loop {
            let skipped = bytes.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
            self.rest -= skipped as u64;
            let Some((&byte, others)) = bytes[skipped..].split_first() else { return frames };
            bytes = others;
            self.head.push(byte);
            if let Some(rest) = after(&self.head) {
                (self.rest, frames) = (rest, frames + 1);
                self.head.clear();
            }
        }
    }
}

/// How many bytes come after the start of a head, if it is complete: the mask and the content.
fn after(head: &[u8]) -> Option<u64> {
    let second = *head.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let length = match second & 0x7f {
        126 => u64::from(u16::from_be_bytes(head.get(2..4)?.try_into().ok()?)),
        127 => u64::from_be_bytes(head.get(2..10)?.try_into().ok()?),
        length => u64::from(length),
    };
    Some(length.saturating_add(mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame with so much content.
    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x01];
        match length {
            0..126 => bytes.push(0x80 | length as u8),
            126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(vec![0xff; 4 + length]);
        bytes
    }

    #[test]
    fn frames_are_found_however_the_bytes_arrive() {
        let lengths = [0, 1, 125, 126, 127, 128, 65_535, 65_536, 0, 0, 70_000, 3];
        let bytes: Vec<u8> = lengths.into_iter().flat_map(frame).collect();
        for size in [1, 2, 3, 7, 100, 4_096, bytes.len()] {
            let mut frames = Frames::default();
            let found: usize = bytes.chunks(size).map(|piece| frames.count(piece)).sum();
            assert_eq!(found, lengths.len(), "in pieces of {size}");
        }
    }

    #[test]
    fn a_length_without_end_is_no_end() {
        let mut frames = Frames::default();
        let head = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(frames.count(&head), 1);
        assert_eq!(frames.count(&[0; 10_000]), 0);
    }

    #[test]
    fn too_many_frames_at_once_are_not_allowed() {
        let mut counted = Counted::new(());
        assert!(counted.allow(100).is_ok());
        let error = counted.allow(100).expect_err("they are too many");
        assert_eq!(error.kind(), io::ErrorKind::QuotaExceeded);
    }
}
