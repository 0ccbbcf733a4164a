/** The installed package's pool, in Node. It must not keep the process alive. */
import assert from 'node:assert/strict';
import { createPool } from 'ratioscope/pool';
import { init } from 'ratioscope';
import { planLevels, sample, samples } from 'ratioscope/sweep';

await init();
assert.ok(planLevels(-50, 3).includes(-50));
const [{ id }] = samples();
const bytes = sample(id);

const pool = createPool({ size: 2 });
pool.setInput(id, bytes);
const cells = await Promise.all(
  [-5, 1, 3].map((level) => pool.measure(id, { codec: 'zstd', level }, { mode: 'sizes' })),
);
assert.ok(cells.every((cell) => cell.verified && cell.inputBytes === bytes.length));
const packed = await pool.compress(bytes, { level: 1 });
assert.equal(packed.length, cells[1].outputBytes);
assert.deepEqual(await pool.decompress(packed), bytes);
