/** Each term, explained once. */
export const GLOSSARY = {
  page: {
    title: 'What this page does',
    text: [
      'It compresses your files at every level that you choose, here in the browser, and shows what each level gives: size, speed both ways, memory. Nothing is uploaded. The sample is only there to look at.',
      'Levels compares codecs and levels. Memory says what each level needs, here, in libzstd and in kernels. Storage says what levels mean on btrfs, in squashfs images, in zram and zswap. Inspect takes a .zst, .gz or .zz apart. Compare lays another result over this one.',
      'What you point at in a chart is the row in the table, and the other way round; a click keeps it. In a focused chart or table the arrow keys move, Enter keeps, Escape lets go.',
      '“Copy link” gives this view with its settings to someone else, without your files. CSV and JSON are the results.',
    ],
  },
  level: {
    title: 'Level',
    text: [
      'How hard a codec tries. A higher level is slower and usually, not always, smaller.',
      'Negative levels of zstd look for fewer matches the further down they go: faster, larger. Level 0 means the default, 3; for the deflate family it means stored, without compression.',
      'The scale has every level from -15 up, then -20, -50, -100, -1000 and -131072. Any other one can be typed.',
    ],
  },
  frontier: {
    title: 'Frontier',
    text: [
      'The points that no other point beats in both ratio and speed. Choose among them: for every other point one of them is smaller and at least as fast, or faster and at least as small.',
      'Points off the frontier are dominated and drawn pale.',
    ],
  },
  ratio: {
    title: 'Ratio and speed',
    text: [
      'Ratio is input bytes over output bytes: 3x means a third of the size.',
      'MB/s is 10^6 input bytes per second, for both directions, so that the two can be compared.',
      'Adjusted MB/s leaves out the time that “none”, a copy, takes for the same input; it is shown when that is part of the run. A dash: what is left is no more than a step of the clock.',
    ],
  },
  pieces: {
    title: 'Pieces',
    text: [
      'Filesystems and memory compress independent pieces: btrfs 128 KiB, squashfs 4 KiB to 1 MiB, zram a page of 4 KiB. Small pieces have a lower ratio.',
      'Each piece is compressed with the parameters that the level has for its size.',
    ],
  },
  effort: {
    title: 'How to measure',
    text: [
      'Careful computes sizes on all workers first, then times one cell at a time on the idle pool: a warm-up, then at least 200 ms and 3 runs each way. The median is shown.',
      'Quick takes the times of the size pass, with other workers busy. Sizes only leaves the speeds out.',
      'Every output is decompressed and compared with the input, whatever is chosen.',
    ],
  },
  workspace: {
    title: 'Workspace',
    text: [
      'Memory that the encoder allocates for a level beside input and output: tables of the match finder, the window, buffers. What is shown is what was allocated, to the byte.',
    ],
  },
  libzstd: {
    title: "Why it differs from libzstd's",
    text: [
      'libzstd estimates what its own context needs: one-shot for a source of the known size, streaming for one of unknown size, which adds the window and the buffers of a stream.',
      'The tables of a level have the same size here. The rest differs: this engine keeps sequences and literals in its own layout.',
      'A negative level does not need nothing: it still has its hash table and its buffers.',
    ],
  },
  decoder: {
    title: 'Decoder memory',
    text: [
      'What is needed to decompress: as a stream, libzstd must keep the window that the frame declares. Browsers refuse windows over 8 MiB for Content-Encoding: zstd (RFC 9659).',
    ],
  },
  flags: {
    title: 'Flags',
    text: [
      'frontier: nothing is better in both ratio and compression speed. dominated: something is.',
      'stored: not smaller than the input. tie: practically as small as another level of its codec.',
      'not monotonic: larger than a lower level of its codec. window > 8 MiB: browsers refuse it. --ultra: the command line of zstd wants that option. Hover one to see which level is meant.',
    ],
  },
  second: {
    title: 'Second decoder',
    text: [
      'Every output is decompressed by this engine’s own decoder and compared with the input. Encoder and decoder have code in common, so both could make the same mistake.',
      'ruzstd was written by others. A check compresses the cells of zstd again as they were, has ruzstd read every piece and compares the content with the input, and the size with what was measured.',
      'It is loaded when it is first asked for, and works in an engine of its own: no speed and no memory that is shown has it in.',
    ],
  },
  frames: {
    title: 'Frame, member, stream',
    text: [
      'A file of zstd is one or more frames, of gzip one or more members, each complete in itself; of zlib it is one stream. Skippable frames carry data that is not content.',
      'The window is how far back a frame may refer, and what a decoder must keep. The window needed is the largest distance that is really referred to.',
      'The content size stands in the header of zstd if it was known when the frame was begun, in gzip at the end.',
    ],
  },
  blocks: {
    title: 'Block',
    text: [
      'zstd: a compressed block has literals, coded by Huffman trees (treeless: with the last tree), and sequences: so many literals, then a match of such a length at such an offset. The codes of the three are written with FSE tables: predefined, own, of one symbol (rle), or the last ones (repeat). A repeated offset is one of the last three, which costs least.',
      'deflate: stored, or literals and matches with fixed or own (dynamic) Huffman codes.',
      'Sizes of blocks include the block header.',
    ],
  },
  compare: {
    title: 'The other result',
    text: [
      'A report from a file, or the result that was kept. Its points are hollow and its frontier is dashed; a point and its ghost are one selection, and a dotted line shows the way from the one to the other.',
      'Differences are those of the one value over the other: +5 % of size is larger, +5 % of speed is faster. The base says which of the two is the 100 %.',
      'Sizes mean something for the same input only, speeds for the same machine only. A report says neither what its input held nor what machine it was: the sentence above the charts says what can be told.',
    ],
  },
  quality: {
    title: 'How good the numbers are',
    text: [
      'A browser coarsens its clock: 0.1 ms usually, 0.005 ms when the page is cross-origin isolated. Careful measuring repeats until the clock does not matter.',
      'Sizes are exact and the same on every machine. Speeds are of this machine, in this browser, in WebAssembly; expect a native program to be faster.',
    ],
  },
} as const;

/** A term that can be explained. */
export type Term = keyof typeof GLOSSARY;
