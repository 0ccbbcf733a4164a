import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { drop, fitsWidth, runDone } from './support/actions.mjs';
import { launch, openPage } from './support/browser.mjs';
import { file, logLines, noise, scratch } from './support/data.mjs';
import { importFromPage } from './support/modules.mjs';

const { compressSync, init, trainDictionarySync } = await importFromPage('ratioscope');
const { inspect } = await importFromPage('ratioscope/inspect');

let browser;
before(async () => {
  await init();
  browser = await launch();
});
after(() => browser.close());

/** Opens Inspect by its tab. */
async function openInspect(options) {
  const opened = await openPage(browser, options);
  await runDone(opened.page);
  await opened.page.getByRole('button', { name: 'Inspect', exact: true }).click();
  return opened;
}

/** Waits until a file is shown, read or not. */
async function shown(page, name) {
  await page.locator('.inspect-title strong', { hasText: name }).waitFor();
  await page.locator('.inspect-view[aria-busy="false"]').waitFor();
}

async function inspectFile(page, path, name) {
  await page.getByTestId('inspected').setInputFiles(path);
  await shown(page, name);
}

/** The rows of a table: texts by column, and the key. */
function rowsOf(page, name) {
  return page.locator(`.${name}-table tbody tr`).evaluateAll((rows) =>
    rows.map((row) => ({
      key: row.dataset.key,
      ...Object.fromEntries([...row.cells].map((cell) => [cell.dataset.column, cell.textContent.trim()])),
    })),
  );
}

const number = (text) => Number(text.replaceAll(',', ''));
const map = (page) => page.locator('.block-map-box');
const facts = (page, title) => page.locator('.inspect-facts', { hasText: title });

/** A frame with all types of blocks, a skippable frame, a frame without a checksum. */
const parts = [
  Buffer.concat([logLines(400_000), noise(200_000), Buffer.alloc(300_000), logLines(200_000, 5)]),
  logLines(150_000, 9),
];
const skippable = Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0xd0, 7, 0, 0]), Buffer.alloc(2000, 1)]);
const zstd = () =>
  Buffer.concat([
    compressSync(parts[0], { level: 3, checksum: true }),
    skippable,
    compressSync(parts[1], { level: 19 }),
  ]);

test('Inspect opens with what zstd 3 makes of the sample', async () => {
  const { page, context, check } = await openInspect();
  await shown(page, 'File listing.zst');
  assert.match(await page.locator('.inspect-title').textContent(), /what zstd 3 makes of File listing/);
  const rows = await rowsOf(page, 'blocks');
  assert.equal(rows.length, 8, 'blocks of 128 KiB of 1 MiB');
  assert.match(await page.locator('.inspect-summary').textContent(), /^zstd · 1 frame · 8 blocks · .* checksum right$/);

  await page.getByRole('radio', { name: 'gzip', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Inspect what gzip 3 makes of it' }).click();
  await shown(page, 'File listing.gz');
  assert.ok((await rowsOf(page, 'blocks')).every(({ kind }) => kind === 'dynamic'));
  await check();
  await context.close();
});

test('a dropped file of frames and blocks: table and map are what the package says', async (t) => {
  const bytes = zstd();
  const path = await file(await scratch(t), 'app.log.zst', bytes);
  const { page, context, check } = await openInspect();
  await drop(page, [path]);
  await shown(page, 'app.log.zst');
  const { frames } = inspect(bytes);
  const blocks = frames.flatMap((frame) => frame.blocks ?? [frame]);
  const rows = await rowsOf(page, 'blocks');
  assert.deepEqual(
    rows.map((row) => [row.kind.toLowerCase(), number(row.offset), number(row.stored)]),
    blocks.map((one) => [one.kind ?? 'skippable', one.offset, one.kind ? one.storedBytes + 3 : 2008]),
  );
  for (const kind of ['compressed', 'raw', 'RLE', 'skippable']) assert.ok(rows.some((row) => row.kind === kind), kind);
  rows.forEach((row, i) => {
    const { literals, sequences } = blocks[i];
    assert.equal(row.sequences, sequences ? sequences.count.toLocaleString('en-US') : '–');
    if (literals) assert.ok(row.literals.toLowerCase().startsWith(literals.mode), row.literals);
  });
  const frameRows = await rowsOf(page, 'frames');
  assert.deepEqual(frameRows.map(({ kind }) => kind), ['frame', 'skippable', 'frame']);
  assert.deepEqual(frameRows.map(({ checksum }) => checksum.replace(/^\w{8}/, '#')), ['#, right', 'none', 'none']);

  // Where the raw block is by its share of the file, the pointer finds it, in the table too.
  const raw = blocks.findIndex(({ kind }) => kind === 'raw');
  const total = blocks.reduce((sum, one) => sum + (one.kind ? one.storedBytes + 3 : 2008), 0);
  const before = blocks.slice(0, raw).reduce((sum, one) => sum + one.storedBytes + 3, 0);
  const middle = (before + blocks[raw].storedBytes / 2) / total;
  const box = await map(page).boundingBox();
  await page.mouse.move(box.x + middle * box.width, box.y + 10);
  await page.locator('.tip', { hasText: `Block ${raw + 1} of ${blocks.length}` }).waitFor();
  assert.equal(await page.locator('.blocks-table tr.selected').getAttribute('data-key'), String(raw));
  await facts(page, `Block ${raw + 1}`).getByText('131,075 B').waitFor();
  await page.mouse.move(5, 5);
  await check();
  await context.close();
});

test('keys go from block to block and frame to frame, and what is chosen stays', async (t) => {
  const path = await file(await scratch(t), 'app.log.zst', zstd());
  const { page, context, check } = await openInspect();
  await inspectFile(page, path, 'app.log.zst');
  const selected = () => page.locator('.blocks-table tr.selected').getAttribute('data-key');
  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await selected(), '2');
  assert.match(await page.getByRole('status').last().textContent(), /Block 3 of \d+, frame 1: Type compressed/);
  await page.keyboard.press('PageDown');
  await facts(page, 'frame 2 of 3').getByText('skippable, number 3').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const last = String((await rowsOf(page, 'blocks')).length - 1);
  await page.getByRole('radio', { name: 'Content', exact: true }).check({ force: true });
  assert.equal(await page.locator('.blocks-table tr.pinned').getAttribute('data-key'), last);
  assert.match(await page.locator('.frames-table tr.selected').textContent(), /^3frame/);
  await page.locator('.blocks-table tr[data-key="1"]').click();
  await facts(page, 'frame 1 of 3').waitFor();
  await facts(page, 'Block 2').waitFor();
  await check();
  await context.close();
});

/** Presses Decompress and gives what is saved. */
async function unpack(page) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Decompress', exact: true }).click(),
  ]);
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

test('the content is saved under its own name, byte for byte, of zstd and of gzip', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openInspect();
  await inspectFile(page, await file(folder, 'app.log.zst', zstd()), 'app.log.zst');
  const first = await unpack(page);
  assert.equal(first.name, 'app.log');
  assert.ok(first.bytes.equals(Buffer.concat(parts)));
  await page.locator('.run-words', { hasText: 'Saved app.log: 1.19 MiB, checksums: 1 right, 1 absent.' }).waitFor();

  const members = Buffer.concat([gzipSync(parts[0]), gzipSync(parts[1])]);
  await inspectFile(page, await file(folder, 'tree.tgz', members), 'tree.tgz');
  assert.equal((await rowsOf(page, 'frames')).length, 2);
  const second = await unpack(page);
  assert.equal(second.name, 'tree.tar');
  assert.ok(second.bytes.equals(Buffer.concat(parts)));
  await check();
  await context.close();
});

test('a damaged file says where, shows what could be read, and gives nothing out', async (t) => {
  const folder = await scratch(t);
  const bytes = zstd();
  const { frames } = inspect(bytes);
  const broken = frames[2].blocks[0];
  // The literals' header of the second frame asks for more than there is.
  const damaged = Buffer.from(bytes);
  damaged.fill(0xff, broken.offset + 3, broken.offset + 9);
  const { page, context, check } = await openInspect();
  await inspectFile(page, await file(folder, 'damaged.zst', damaged), 'damaged.zst');
  const expected = inspect(damaged).error;
  assert.equal(expected.code, 'corrupt');
  const words = page.locator('.failures');
  assert.match(await words.textContent(), new RegExp(`byte ${expected.offset.toLocaleString('en-US')} \\(0x`));
  const rows = await rowsOf(page, 'blocks');
  assert.ok(rows.length > frames[0].blocks.length, 'the frames before are there');
  await words.getByRole('button', { name: 'frame 3' }).click();
  await facts(page, 'frame 3 of 3').locator('.problem').waitFor();
  await page.getByRole('button', { name: 'Decompress', exact: true }).click();
  await page.locator('.run-words', { hasText: /Nothing was saved: .*corrupt/ }).waitFor();

  await inspectFile(page, await file(folder, 'cut.zst', bytes.subarray(0, 90_000)), 'cut.zst');
  assert.match(await words.textContent(), /truncated.*byte 90,000 \(0x15f90\) of 90,000 B/);
  assert.equal((await rowsOf(page, 'blocks')).at(-1).kind, 'not shown');

  // The header states 2 GiB, and one block follows.
  const large = Buffer.concat([Buffer.from('28b52ffdc0000000008000000000200000', 'hex'), Buffer.from('abcd')]);
  await inspectFile(page, await file(folder, 'large.zst', large), 'large.zst');
  await page.getByRole('button', { name: 'Decompress', exact: true }).click();
  await page.locator('.run-words', { hasText: 'larger than the 1,073,741,824 bytes allowed' }).waitFor();

  const wrong = Buffer.from(compressSync(parts[1], { checksum: true }));
  wrong[wrong.length - 1] ^= 1;
  await inspectFile(page, await file(folder, 'wrong.zst', wrong), 'wrong.zst');
  assert.match(await page.locator('.inspect-summary').textContent(), /checksum wrong/);
  await check();
  await context.close();
});

test('a frame that lacks its dictionary or asks for a large window is read once it has them', async (t) => {
  const folder = await scratch(t);
  const content = logLines(20_000, 3);
  const dictionary = trainDictionarySync(Array.from({ length: 200 }, (_, i) => logLines(1000, i + 20)), { maxSize: 8192 });
  const packed = compressSync(content, { dictionary, checksum: true });
  const { page, context, check } = await openInspect();
  await inspectFile(page, await file(folder, 'small.log.zst', packed), 'small.log.zst');
  const words = page.locator('.failures');
  assert.match(await words.textContent(), /needs the dictionary with id \d+/);
  assert.match(await page.locator('.inspect-summary').textContent(), /content size unknown/);
  await page.getByRole('button', { name: 'Choose the dictionary' }).waitFor();
  await page.getByTestId('dictionary').setInputFiles(await file(folder, 'logs.dict', dictionary));
  await page.locator('.inspect-summary', { hasText: 'checksum right · with the dictionary logs.dict' }).waitFor();
  assert.equal(await words.count(), 0);
  assert.ok((await unpack(page)).bytes.equals(content));

  // No size stated, a window of 2^28, one raw block.
  const wide = Buffer.concat([Buffer.from('28b52ffd0090290000', 'hex'), Buffer.from('hello')]);
  await inspectFile(page, await file(folder, 'wide.zst', wide), 'wide.zst');
  assert.match(await words.textContent(), /window of 268,435,456 bytes/);
  await page.getByRole('button', { name: 'Allow windows up to 2 GiB' }).click();
  await words.waitFor({ state: 'detached' });
  await facts(page, 'frame').getByText('more than the 8 MiB that browsers take').waitFor();
  assert.equal(String((await unpack(page)).bytes), 'hello');
  await check();
  await context.close();
});

test('reading can be cancelled or fail; what was shown stays, or why is said', async (t) => {
  const path = await file(await scratch(t), 'app.log.zst', zstd());
  // Workers of the test's own making: they never answer, or cannot read the file.
  const prepare = () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      const { workers } = globalThis;
      if (message?.name !== 'inspectFile' || !workers) return post.call(this, message, ...more);
      if (workers === 'silent') return;
      this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, problem: 'it is no longer there' } }));
    };
  };
  const { page, context, check } = await openInspect({ prepare });
  await shown(page, 'File listing.zst');
  await page.evaluate(() => (globalThis.workers = 'silent'));
  await page.getByTestId('inspected').setInputFiles(path);
  await page.locator('.run-words', { hasText: 'Inspecting…app.log.zst' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.locator('.run-words', { hasText: 'Cancelled' }).waitFor();
  assert.match(await page.locator('.inspect-title').textContent(), /File listing\.zst/);
  await map(page).focus();
  await page.keyboard.press('End');
  await facts(page, 'Block 8').waitFor();

  await page.evaluate(() => (globalThis.workers = 'blind'));
  await inspectFile(page, path, 'app.log.zst');
  assert.match(await page.locator('.failures').textContent(), /could not be read: it is no longer there/);
  assert.ok(await page.getByRole('button', { name: 'Decompress', exact: true }).isDisabled());
  assert.equal(await map(page).count(), 0);

  await page.evaluate(() => (globalThis.workers = undefined));
  await inspectFile(page, path, 'app.log.zst');
  await page.locator('.blocks-table').waitFor();
  await check();
  await context.close();
});

test('without an input there is nothing to show, and the view says what to do', async () => {
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
  await page.getByText('Nothing is inspected yet.').waitFor();
  assert.ok(await page.getByRole('button', { name: /^Inspect what/ }).isDisabled());
  await page.getByRole('combobox', { name: 'Sample' }).selectOption('json-log');
  await shown(page, 'JSON log.zst');
  await check();
  await context.close();
});

test('what is no zstd, gzip or zlib is refused by its name', async (t) => {
  const folder = await scratch(t);
  const { page, context, check } = await openInspect();
  const refused = async (name, bytes, words) => {
    await inspectFile(page, await file(folder, name, bytes), name);
    assert.match(await page.locator('.failures').textContent(), words);
    assert.equal(await map(page).count(), 0);
    assert.ok(await page.getByRole('button', { name: 'Decompress', exact: true }).isDisabled());
  };
  await refused('old.zst', Buffer.from('27b52ffd00000000', 'hex'), /legacy format v0\.7/);
  await refused('bare.zst', zstd().subarray(4, inspect(zstd()).frames[0].bytes), /zstd without its magic number/);
  await refused('a.xz', Buffer.from('fd377a585a000004', 'hex'), /This is xz/);
  await refused('notes.txt', Buffer.from('nothing of the sort'), /begins like none of zstd, gzip and zlib/);
  await refused('empty.zst', '', /empty/);
  await check();
  await context.close();
});

test('thousands of blocks are a map of few shapes and pages of a table', async (t) => {
  const pages = Array.from({ length: 3000 }, (_, i) => compressSync(i % 5 ? logLines(600, i) : noise(600, i)));
  const path = await file(await scratch(t), 'pages.zst', Buffer.concat(pages));
  const { page, context, check } = await openInspect();
  await inspectFile(page, path, 'pages.zst');
  assert.ok((await page.locator('.block-map-box svg *').count()) < 1500);
  assert.equal(await page.locator('.blocks-table tbody tr').count(), 50);
  await map(page).focus();
  await page.keyboard.press('End');
  await page.locator('.blocks-table tr.selected[data-key="2999"]').waitFor();
  await page.locator('.frames-table tr.selected[data-key="2999"]').waitFor();
  const inView = await page.locator('.blocks-table tr.selected').evaluate((row) => {
    const { top, bottom } = row.closest('.table-scroll').getBoundingClientRect();
    const own = row.getBoundingClientRect();
    return own.top >= top && own.bottom <= bottom + 1 && own.bottom <= innerHeight;
  });
  assert.ok(inView, 'the table follows the map');
  const [, from] = /From\s*byte ([\d,]+)/.exec(await facts(page, 'frame 3,000 of 3,000').textContent());
  // A page that was turned to stays when the pointer leaves it.
  await page.getByRole('button', { name: 'Previous blocks' }).click();
  await page.locator('.blocks-table tr[data-key="2920"]').hover();
  await facts(page, 'frame 2,921 of 3,000').waitFor();
  await page.mouse.move(5, 5);
  await facts(page, 'frame 1 of 3,000').waitFor();
  assert.equal(await page.locator('.blocks-table tbody tr').first().getAttribute('data-key'), '2900');
  assert.equal(number(from), pages.slice(0, -1).reduce((sum, one) => sum + one.length, 0));
  await check();
  await context.close();
});

test('the structure is saved and copied as the package’s JSON', async (t) => {
  const bytes = zstd();
  const path = await file(await scratch(t), 'app.log.zst', bytes);
  const { page, context, check } = await openInspect({ permissions: ['clipboard-read', 'clipboard-write'] });
  await inspectFile(page, path, 'app.log.zst');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON', exact: true }).click(),
  ]);
  assert.match(saved.suggestedFilename(), /^ratioscope-inspect-app\.log\.zst-.*\.json$/);
  const expected = JSON.parse(JSON.stringify(inspect(bytes)));
  assert.deepEqual(JSON.parse(await readFile(await saved.path(), 'utf8')), expected);
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), expected);
  await check();
  await context.close();
});

test('a link opens Inspect on what it makes, and Levels sweeps when it is shown', async () => {
  const fragment = '#view=inspect&input=json-log&inspect-format=zlib&inspect-level=9&inspect-widths=content';
  const { page, context, check } = await openPage(browser, { fragment });
  await shown(page, 'JSON log.zz');
  assert.match(await page.locator('.inspect-title').textContent(), /what zlib 9 makes of/);
  await page.getByText('width is content size').waitFor();
  await page.getByRole('button', { name: 'Levels', exact: true }).click();
  await runDone(page);
  await check();
  await context.close();
});

test('a file that is given while the page still opens is what is shown', async (t) => {
  const path = await file(await scratch(t), 'early.log.gz', gzipSync(parts[1]));
  const { page, context, check } = await openPage(browser, { fragment: '#view=inspect' });
  await page.getByTestId('inspected').setInputFiles(path);
  await shown(page, 'early.log.gz');
  await page.getByRole('combobox', { name: 'Sample' }).locator('option[value="listing"]:checked').waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  await shown(page, 'early.log.gz');
  await check();
  await context.close();
});

test('a compressed file in another view is offered to Inspect', async (t) => {
  const path = await file(await scratch(t), 'app.log.gz', gzipSync(parts[1]));
  const { page, context, check } = await openPage(browser);
  await runDone(page);
  await drop(page, [path]);
  await page.getByRole('button', { name: 'Inspect what it is made of' }).click();
  await shown(page, 'app.log.gz');
  assert.ok((await rowsOf(page, 'blocks')).length > 0);
  await check();
  await context.close();
});

test('a phone shows Inspect without scrolling sideways', async (t) => {
  const path = await file(await scratch(t), `${'a-long-name-'.repeat(12)}.zst`, zstd());
  const { page, context, check } = await openInspect({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await shown(page, 'File listing.zst');
  await fitsWidth(page);
  await inspectFile(page, path, 'a-long-name');
  await fitsWidth(page);
  const box = await map(page).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, `${box.width} px at ${box.x}`);
  await map(page).tap({ position: { x: box.width * 0.5, y: 10 } });
  assert.notEqual(await page.locator('.blocks-table tr.pinned').getAttribute('data-key'), '0');
  await fitsWidth(page);
  await check();
  await context.close();
});
