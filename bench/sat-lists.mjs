import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { root } from '../scripts/lib/install.mjs';
import { seeded } from './random.mjs';

// npm run bench:lists -- [rows]: how fast L_RFC loads, what it takes, and how fast it is asked. 40 million rows are the real list.
const ROWS = Number(process.argv[2] ?? 2_000_000);
const ASKED = 20_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const random = seeded(23);
const two = (n) => String(n).padStart(2, '0');

/** RFCs as people have them: some beginnings are a hundred times as common as others. */
const rfcOf = () => {
  const common = () => LETTERS[Math.floor(random.below(26 * 26) / 26) % (1 + random.below(26))];
  const name = Array.from({ length: random.below(5) === 0 ? 3 : 4 }, common).join('');
  return `${name}${two(random.below(100))}${two(1 + random.below(12))}${two(1 + random.below(28))}${two(random.below(100))}${random.below(10)}`;
};

const writeRows = async (path) => {
  const out = createWriteStream(path);
  const some = [];
  let text = 'RFC|SNCF|SUBCONTRATACION\r\n';
  for (let i = 0; i < ROWS; i += 1) {
    const rfc = rfcOf();
    if (i % Math.ceil(ROWS / ASKED) === 0) some.push(rfc);
    text += `${rfc}|0|${i % 2}\r\n`;
    if (text.length > 1_000_000) {
      if (!out.write(text)) await once(out, 'drain');
      text = '';
    }
  }
  out.end(text);
  await once(out, 'close');
  return some;
};

const hashMs = async (path) => {
  const since = performance.now();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  hash.digest();
  return performance.now() - since;
};

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(values.length * q)];

await ensureBuilt();
const built = (path) => import(pathToFileURL(join(root, 'dist/libs/sat/src/lists', path)).href);
const { loadList } = await built('load.js');
const { openListFolder } = await built('folder.js');
const folder = mkdtempSync(join(tmpdir(), 'timbra-lists-'));
try {
  const source = join(folder, 'l_RFC.txt');
  const known = await writeRows(source);
  const bare = await hashMs(source);
  const memory = process.memoryUsage().rss;
  let most = memory;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const since = performance.now();
  const { rows, file } = await loadList({ id: 'lrfc', from: [source], to: folder, now: new Date() });
  const loadMs = performance.now() - since;
  clearInterval(watch);
  const { size } = statSync(join(folder, file));
  const lists = openListFolder(folder);
  const times = [];
  for (let i = 0; i < ASKED; i += 1) {
    const rfc = i % 2 === 0 ? known[i % known.length] : rfcOf();
    const began = performance.now();
    const found = await lists.registered(rfc);
    times.push(performance.now() - began);
    if (i % 2 === 0 && !found) throw new Error(`${rfc} is not found`);
  }
  lists.close();
  const line = (what, figure, note) => console.log(`${what.padEnd(26)} ${figure.padStart(26)}  ${note}`);
  line('Rows', rows.toLocaleString('en-US'), `${(size / rows).toFixed(2)} bytes each on the disk`);
  line('Load', `${(loadMs / 1000).toFixed(1)} s`, `x ${(loadMs / bare).toFixed(1)} of hashing the file`);
  line('Memory of the load', `${Math.round((most - memory) / 1e6)} MB`, 'more than before');
  const figures = [0.5, 0.99, 0.9999].map((q) => `${quantile(times, q).toFixed(3)} ms`).join(', ');
  line('Look-up', figures, 'p50, p99, p99.99');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
