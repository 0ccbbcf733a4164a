import type { DeflateBlock, DeflateMember, ZstdBlock, ZstdFrame } from 'ratioscope/inspect';
import { askShown } from '../../inspect-controller';
import * as format from '../../lib/format';
import { KIND_WORDS, partWord, pieceName, place, problemWords, refusal, share } from '../../lib/inspect-words';
import type { Part, Piece } from '../../lib/pieces';
import type { Overview } from '../../models/inspection';
import { useModel } from '../../models/use-model';
import { overview, shownPiece } from '../../state/inspect';
import { Facts, type FactPair } from '../../ui/facts';
import { Help } from '../../ui/help';
import { LITERAL_MODES, repeatsOf, TABLE_MODES } from './block-words';
import { SplitBar, type Split } from './split-bar';
import { checksumWords, extraFlagWords, systemWords, zlibLevelWords } from './part-words';

/** What is known of the block at hand and of its frame. */
export function FactsPanels() {
  const of = overview.value;
  if (!of || refusal(of) || of.parts === 0) return null;
  const at = Math.min(shownPiece.value, of.columns.kinds.length - 1);
  return (
    <>
      <OfPart of={of} index={of.columns.parts[at] ?? 0} />
      {at >= 0 && <OfPiece of={of} index={at} />}
    </>
  );
}

/** The largest window of zstd as a Content-Encoding. */
const BROWSER_WINDOW = 8 * 2 ** 20;

/** The number of the frame at the end of the seekable format. */
const SEEK_TABLE = 14;

const both = (bytes: number) => <span title={format.exactBytes(bytes)}>{format.bytes(bytes)}</span>;
const known = (bytes: number | undefined) => (bytes === undefined ? 'unknown' : both(bytes));

function OfPart({ of, index }: { of: Overview; index: number }) {
  const { value } = useModel(`${of.id} ${index}`, () => askShown('partsBetween', index, index + 1));
  const part = value?.[0];
  const word = partWord(of.format);
  return (
    <section class="panel inspect-facts" aria-labelledby="part-title">
      <h2 id="part-title">
        {word}
        {of.parts + of.omitted > 1 && ` ${format.count(index + 1)} of ${format.count(of.parts + of.omitted)}`} <Help term="frames" />
      </h2>
      {part && <Facts of={factsOf(part)} />}
      {part && <SplitBar name="Its content comes from" of={contentOf(part)} />}
      {part && <Fault of={of} error={(part.frame ?? part.member)?.error} />}
    </section>
  );
}

function factsOf(part: Part): FactPair[] {
  const { frame, skippable, member } = part;
  const start: FactPair[] = [
    ['From', place(part.offset)],
    ['Compressed', both(part.bytes)],
  ];
  if (skippable) {
    return [...start, ['Type', `skippable, number ${skippable.number}${skippable.number === SEEK_TABLE ? ', as seek tables have' : ''}`], ['Carries', both(skippable.carriedBytes)]];
  }
  const content = (frame ?? member)!.contentBytes;
  return [
    ...start,
    ['Content', known(content)],
    content !== undefined && ['Ratio', format.ratio(content / part.bytes)],
    ...(frame ? frameFacts(frame) : memberFacts(member!)),
  ];
}

/** `3 raw, 1 RLE`: what there is none of is left out. */
function counted(...of: Array<[count: number, label: string]>): string {
  return of.flatMap(([count, label]) => (count > 0 ? [`${format.count(count)} ${label}`] : [])).join(', ') || 'none';
}

function frameFacts(frame: Omit<ZstdFrame, 'blocks'>): FactPair[] {
  const { totals } = frame;
  return [
    ['Size in header', frame.contentSize === undefined ? 'not stated' : both(frame.contentSize)],
    ['Window', windowWords(frame)],
    ['Window needed', known(frame.windowNeeded)],
    ['Dictionary', frame.dictionaryId === undefined ? 'no id' : `id ${frame.dictionaryId}`],
    ['Checksum', checksumWords(frame.checksum)],
    ['Header', both(frame.headerBytes)],
    ['Blocks', counted([totals.compressedBlocks, 'compressed'], [totals.rawBlocks, 'raw'], [totals.rleBlocks, 'RLE'])],
    ['Sequences', format.count(totals.sequences)],
    totals.sequences > 0 && ['Repeated offsets', share(repeatsOf(totals.repeats), totals.sequences)],
    totals.dictionaryMatches > 0 && ['Into dictionary', format.plural(totals.dictionaryMatches, 'match', 'matches')],
    frame.blocksOmitted > 0 && ['Not listed', format.plural(frame.blocksOmitted, 'block')],
  ];
}

function windowWords({ windowDeclared, singleSegment }: Omit<ZstdFrame, 'blocks'>) {
  return (
    <>
      {both(windowDeclared)}
      {singleSegment && ', single segment'}
      {windowDeclared > BROWSER_WINDOW && <span class="warn">, more than the 8 MiB that browsers take (RFC 9659)</span>}
    </>
  );
}

function memberFacts(member: Omit<DeflateMember, 'blocks'>): FactPair[] {
  const { gzip, zlib } = member;
  return [
    member.contentSize !== undefined && ['Size at end', both(member.contentSize)],
    zlib && ['Window', both(zlib.windowDeclared)],
    ['Window needed', both(member.windowNeeded)],
    ['Checksum', checksumWords(member.checksum)],
    ['Header', both(member.headerBytes)],
    gzip && ['Name', gzip.name ?? 'none'],
    gzip?.comment !== undefined && ['Comment', gzip.comment],
    gzip && ['Changed', gzip.time === 0 ? 'not said' : new Date(gzip.time * 1000).toISOString().slice(0, 19).replace('T', ' ')],
    gzip && ['System', systemWords(gzip.system)],
    gzip && ['Level', extraFlagWords(gzip)],
    gzip && gzip.extraBytes > 0 && ['Extra field', both(gzip.extraBytes)],
    zlib && ['Level', zlibLevelWords(zlib.level)],
    zlib?.dictionaryId !== undefined && ['Dictionary', `Adler-32 ${zlib.dictionaryId.toString(16)}`],
    ['Blocks', counted([member.dynamicBlocks, 'dynamic'], [member.fixedBlocks, 'fixed'], [member.storedBlocks, 'stored'])],
    member.blocksOmitted > 0 && ['Not listed', format.plural(member.blocksOmitted, 'block')],
  ];
}

function Fault({ of, error }: { of: Overview; error: Overview['error'] }) {
  return error ? <p class="problem">{problemWords(error, of.bytes)}</p> : null;
}

function OfPiece({ of, index }: { of: Overview; index: number }) {
  const { value } = useModel(`${of.id} ${index}`, () => askShown('piecesBetween', index, index + 1));
  const piece = value?.[0];
  if (!piece) return null;
  return (
    <section class="panel inspect-facts" aria-labelledby="piece-title">
      <h2 id="piece-title">
        {pieceName(piece.kind)} {format.count(piece.index + 1)} <Help term="blocks" />
      </h2>
      <Facts of={pieceFacts(piece)} />
      {piece.zstd?.literals && <SplitBar name="Its bytes are" of={storedIn(piece.zstd)} />}
      <SplitBar name="Its content comes from" of={contentIn(piece)} />
    </section>
  );
}

/** Where the content of a frame or member comes from. */
function contentOf({ frame, member }: Part): Split[] {
  const { literalBytes = 0, matchBytes = 0, rawBytes = 0, rleBytes = 0 } = frame?.totals ?? {};
  return [
    { label: 'literals', look: 'literals', bytes: member?.literals ?? literalBytes },
    { label: 'matches', look: 'matches', bytes: member?.matchBytes ?? matchBytes },
    { label: member ? 'stored blocks' : 'raw blocks', look: 'raw', bytes: member ? storedContent(member) : rawBytes },
    { label: 'RLE blocks', look: 'rle', bytes: rleBytes },
  ];
}

/** What neither literals nor matches give is in stored blocks. */
function storedContent({ contentBytes, literals, matchBytes }: Omit<DeflateMember, 'blocks'>): number {
  return contentBytes - literals - matchBytes;
}

/** Where the content of a block comes from. */
function contentIn({ zstd, deflate }: Piece): Split[] {
  const matches = deflate?.matchBytes ?? zstd?.sequences?.found?.matchBytes ?? 0;
  const literals = deflate?.literals ?? (zstd?.contentBytes === undefined ? 0 : (zstd.literals?.count ?? 0));
  return [
    { label: 'literals', look: 'literals', bytes: literals },
    { label: 'matches', look: 'matches', bytes: matches },
  ];
}

/** What the bytes of a compressed block are spent on. */
function storedIn({ literals, sequences, storedBytes }: ZstdBlock): Split[] {
  const ofLiterals = literals ? literals.headerBytes + literals.storedBytes : 0;
  const { tableBytes = 0, streamBytes = 0 } = sequences?.found ?? {};
  const known = sequences?.found !== undefined || sequences?.count === 0;
  return [
    { label: 'literals', look: 'literals', bytes: ofLiterals },
    { label: known ? 'sequences' : 'the rest', look: 'matches', bytes: known ? tableBytes + streamBytes : storedBytes - ofLiterals },
    { label: 'headers', look: 'around', bytes: known ? storedBytes - ofLiterals - tableBytes - streamBytes : 0 },
  ];
}

function pieceFacts(piece: Piece): FactPair[] {
  const { kind, offset, stored, content, zstd, deflate } = piece;
  return [
    ['Type', <span title={KIND_WORDS[kind].hint}>{KIND_WORDS[kind].label}</span>],
    ['From', place(offset)],
    ['Compressed', deflate ? `${format.count(deflate.bits)} bits` : format.exactBytes(stored)],
    kind !== 'skippable' && ['Content', content === undefined ? 'unknown' : format.exactBytes(content)],
    content !== undefined && content > 0 && ['Ratio', format.ratio(content / stored)],
    ...(zstd ? zstdFacts(zstd) : []),
    ...(deflate ? deflateFacts(deflate) : []),
  ];
}

function zstdFacts({ literals, sequences }: ZstdBlock): FactPair[] {
  const found = sequences?.found;
  const tables = sequences?.tables;
  return [
    literals && ['Literals', format.count(literals.count)],
    literals && ['Written as', LITERAL_MODES[literals.mode]],
    literals && ['In bytes', literalParts(literals)],
    sequences && ['Sequences', format.count(sequences.count)],
    tables && ['Literal lengths', TABLE_MODES[tables.literalLengths]],
    tables && ['Offsets', TABLE_MODES[tables.offsets]],
    tables && ['Match lengths', TABLE_MODES[tables.matchLengths]],
    found && ['Table bytes', format.exactBytes(found.tableBytes)],
    found && ['Sequence bytes', format.exactBytes(found.streamBytes)],
    found && ['Matches', format.exactBytes(found.matchBytes)],
    found && ['Largest offset', format.exactBytes(found.largestOffset)],
    found && sequences.count > 0 && ['Repeated offsets', repeatWords(found.repeats, sequences.count)],
    found && found.dictionaryMatches > 0 && ['Into dictionary', format.plural(found.dictionaryMatches, 'match', 'matches')],
  ];
}

function literalParts({ headerBytes, treeBytes, streamBytes, storedBytes }: NonNullable<ZstdBlock['literals']>): string {
  const streams = streamBytes.length > 0 ? `${streamBytes.length === 1 ? 'stream' : 'streams'} ${streamBytes.map(format.count).join(' + ')}` : format.count(storedBytes);
  return `header ${headerBytes}${treeBytes > 0 ? `, tree ${treeBytes}` : ''}, ${streams}`;
}

function repeatWords(repeats: Parameters<typeof repeatsOf>[0], count: number): string {
  const { last, second, third, lastLessOne } = repeats;
  return `${share(repeatsOf(repeats), count)}: last ${format.count(last)}, second ${format.count(second)}, third ${format.count(third)}, last less one ${format.count(lastLessOne)}`;
}

function deflateFacts(block: DeflateBlock): FactPair[] {
  return [
    ['Header', `${format.count(block.headerBits)} bits`],
    ['Literals', format.count(block.literals)],
    ['Matches', `${format.count(block.matches)}, ${format.exactBytes(block.matchBytes)}`],
    block.matches > 0 && ['Mean match', `${(block.matchBytes / block.matches).toFixed(1)} B`],
    block.largestDistance > 0 && ['Largest distance', format.exactBytes(block.largestDistance)],
  ];
}
