// One JavaScript or WebAssembly engine as a program that does as standard input
// says: `node engine.mjs NAME [FOLDER]`. Requests, answers and what is measured
// are those of harness/src/lib.rs. The folder holds engines that were built
// elsewhere. `node engine.mjs --list [FOLDER]` prints all names.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { engines } from './engines.mjs';

const [name, folder] = process.argv.slice(2);
if (name === '--list') {
  for (const { name } of engines(folder)) console.log(name);
  process.exit(0);
}
const found = engines(folder).find((engine) => engine.name === name);
if (found === undefined) throw new Error(`there is no engine named ${name}`);

let input = { content: new Uint8Array(0), pieces: [new Uint8Array(0)] };
let engine;
try {
  engine = await found.load();
  say('ready', found.version);
} catch (error) {
  say('error', textOf(error));
  process.exit(0);
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    say('ok', ...answer(line.split('\t')));
  } catch (error) {
    say('error', textOf(error));
    // An instance that trapped is not to be trusted.
    engine = await found.load();
  }
}

function answer([request, ...fields]) {
  switch (request) {
    case 'load': {
      const [path, piece] = fields;
      const content = new Uint8Array(readFileSync(path));
      const size = Number(piece) || content.length || 1;
      const count = Math.max(Math.ceil(content.length / size), 1);
      const cut = (_, i) => content.subarray(i * size, (i + 1) * size);
      input = { content, pieces: Array.from({ length: count }, cut) };
      return [content.length];
    }
    case 'compress': {
      const [level, minMs, save] = fields;
      if (!engine.compress) throw new Error('it only decompresses');
      const { times, results } = repeat(Number(minMs), () =>
        input.pieces.map((piece) => engine.compress(piece, Number(level))),
      );
      if (save !== '-') writeFileSync(save, Buffer.concat(results.flatMap(framed)));
      return [sizeOf(results), ...times];
    }
    case 'decompress': {
      const [path, minMs] = fields;
      const frames = split(readFileSync(path));
      if (frames.length !== input.pieces.length) {
        throw new Error(`${frames.length} frames for ${input.pieces.length} pieces`);
      }
      const { times, results } = repeat(Number(minMs), () =>
        frames.map((frame, i) => engine.decompress(frame, input.pieces[i].length)),
      );
      if (results.some((content, i) => Buffer.compare(content, input.pieces[i]) !== 0)) {
        throw new Error('the content is another');
      }
      return [sizeOf(results), ...times];
    }
    default:
      throw new Error(`no such request: ${request}`);
  }
}

/** Calls until the time is over; returns what the last call did. */
function repeat(minMs, call) {
  const clock = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  for (let calls = 1; ; calls++) {
    const results = call();
    const wall = Number(process.hrtime.bigint() - clock);
    if (wall >= minMs * 1e6) {
      const { user, system } = process.cpuUsage(cpu);
      const each = [wall, (user + system) * 1e3].map((ns) => Math.round(ns / calls));
      return { times: [calls, ...each], results };
    }
  }
}

function framed(frame) {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(frame.length);
  return [size, frame];
}

function split(file) {
  const frames = [];
  for (let at = 0; at < file.length; ) {
    const end = at + 4 + file.readUInt32LE(at);
    // A plain array: some engines misread the views that Buffer makes.
    frames.push(new Uint8Array(file.subarray(at + 4, end)));
    at = end;
  }
  return frames;
}

function sizeOf(parts) {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function textOf(error) {
  return String(error?.message ?? error).replace(/\s+/g, ' ') || 'it failed';
}

function say(...fields) {
  process.stdout.write(`${fields.join('\t')}\n`);
}
