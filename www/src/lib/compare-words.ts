/** Says in words how two results differ, and which of their columns may hence be compared. */

import { METRICS, sameInputs, valueOf, type Pair, type Side } from './compare';
import * as format from './format';

/** A result as the words need it. */
export interface Told extends Side {
  /** It was kept on this page: machine and browser are the same. */
  kept: boolean;
}

/** One circumstance of both results. */
export interface Fact {
  name: string;
  same: boolean;
  now: string;
  other: string;
}

/** What two results have to do with each other. */
export interface Verdict {
  /** Sizes are of the same inputs. */
  sizes: boolean;
  facts: readonly Fact[];
  sentences: readonly string[];
}

/** See the module. */
export function verdict(now: Told, other: Told, pairs: readonly Pair[]): Verdict {
  const inputs = sameInputs(now, other, pairs);
  const fact = (name: string, of: (side: Told) => string): Fact => {
    const [left, right] = [of(now), of(other)];
    return { name, same: left === right, now: left, other: right };
  };
  const machine = fact('Machine', machineOf);
  const facts: Fact[] = [
    { ...fact('Inputs', inputsOf), same: inputs === 'same' || inputs === 'renamed' },
    fact('Pieces', piecesOf),
    fact('Engine', ({ engine }) => `${engine.name} ${engine.version}`),
    fact('Build', ({ engine }) => BUILDS[engine.build] ?? engine.build),
    other.kept ? { ...machine, same: true } : machine,
    fact('Measured', ({ effort }) => EFFORTS[effort.mode]),
  ];
  const sizes = inputs !== 'other';
  const [, pieces, engine] = facts as [Fact, Fact, Fact];
  const sentences = [
    INPUTS[inputs](now, other),
    ...[pieces, engine].filter(({ same }) => !same).map((f) => `${f.name}: ${f.now} here, ${f.other} there.`),
    sizes
      ? 'Sizes, ratios and memory can be compared.'
      : 'Sizes cannot be compared; ratios, speeds and memory are of different data.',
    speedsOf(now, other, pairs),
  ];
  return { sizes, facts, sentences };
}

const INPUTS: Record<ReturnType<typeof sameInputs>, (now: Side, other: Side) => string> = {
  same: (now) => `The same inputs by name and size: ${inputsOf(now)}.`,
  renamed: (now) => `Inputs as large under other names, and every common row has the same size, so they are taken for the same: ${inputsOf(now)}.`,
  unlike: () =>
    'Inputs of the same names and sizes, of which the same engine made other sizes: their content differs, or the engine’s build.',
  other: (now, other) => `Different inputs: ${inputsOf(now)} here, ${inputsOf(other)} there.`,
};

const BUILDS: Record<string, string> = {
  simd128: 'WebAssembly, simd128',
  scalar: 'WebAssembly, scalar',
  native: 'native code',
};

const EFFORTS = { careful: 'careful', quick: 'quick', sizes: 'sizes only' } as const;

/** Whether speeds can be compared, and how far. */
function speedsOf(now: Told, other: Told, pairs: readonly Pair[]): string {
  const timed = (side: 'now' | 'other') => pairs.some((pair) => valueOf(pair[side], 'compress') !== undefined);
  const without = ([['now', 'this result'], ['other', 'the other']] as const).filter(([side]) => !timed(side));
  if (without.length === 2) return 'Neither has speeds.';
  if (without[0]) return `Of speeds there are none in ${without[0][1]}.`;
  const words: string[] = [];
  const builds = [now, other].map(({ engine }) => BUILDS[engine.build] ?? engine.build);
  if (other.kept) words.push('Speeds are of this machine and browser, both.');
  else if (builds[0] !== builds[1]) words.push(`Speeds are of ${builds[0]} here, of ${builds[1]} there, perhaps of another machine.`);
  else if (machineOf(now) !== machineOf(other)) words.push('Speeds are of different browsers or machines.');
  else words.push('Build and browser are the same for both; whether the machine is, no report says.');
  const modes = [now.effort.mode, other.effort.mode];
  if (modes[0] !== modes[1]) {
    words.push(`Measured ${EFFORTS[now.effort.mode]} here, ${EFFORTS[other.effort.mode]} there: quick times are of one run, with others beside it.`);
  } else if (modes[0] === 'quick') words.push('Both were measured quick: one run each, so differences of speed may be chance.');
  return words.join(' ');
}

function inputsOf({ inputs }: Side): string {
  const bytes = format.bytes(inputs.reduce((sum, input) => sum + input.bytes, 0));
  return inputs.length === 1 ? `${inputs[0]!.name}, ${bytes}` : `${format.plural(inputs.length, 'file')}, ${bytes}`;
}

function piecesOf({ points }: Side): string {
  const sizes = [...new Set(points.map(({ spec }) => spec.chunk ?? 0))].sort((a, b) => a - b);
  return sizes.map((size) => (size === 0 ? 'whole' : format.chosenBytes(size))).join(', ') || 'none';
}

/** `Chrome 131, X11; Linux x86_64`: what a report says of where it was made. */
function machineOf({ environment: { userAgent }, engine }: Side): string {
  if (!userAgent) return engine.build === 'native' ? 'command line' : 'not stated';
  const [, name, version] = /\b(Firefox|Edg|OPR|HeadlessChrome|Chrome|Version)\/(\d+)/.exec(userAgent) ?? [];
  const [, platform] = /\(([^)]*)\)/.exec(userAgent) ?? [];
  const browser = name ? `${{ Edg: 'Edge', OPR: 'Opera', Version: 'Safari' }[name] ?? name} ${version}` : userAgent;
  return platform ? `${browser}, ${platform}` : browser;
}

/** A pair in one sentence, for those who hear the page. */
export function describePair(name: string, pair: Pair, change: (metric: keyof typeof METRICS) => string | undefined): string {
  if (!pair.now) return `${name}: only in the other result.`;
  if (!pair.other) return `${name}: only in this result.`;
  const parts = (['size', 'ratio', 'compress', 'decompress', 'encoder'] as const).flatMap((metric) => {
    const words = change(metric);
    return words === undefined ? [] : [`${METRICS[metric].label.toLowerCase()} ${words}`];
  });
  return `${name}: ${parts.join(', ') || 'nothing to compare'}.`;
}
