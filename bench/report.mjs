import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

/** The value below which a share of the numbers lies (nearest rank). */
export const quantile = (numbers, share) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
};

const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
const rate = (value) => value.toFixed(value < 100 ? 1 : 0);
const times = (value) => `${value.toFixed(2)}x`;

/** The rows of the table: what, how much, and what it should be. */
export const rowsOf = ({ cfdi, http, lists, pdfs, rebuild, starts, memory }) => {
  const [one, hundred, many] = cfdi.documents;
  const bare = ({ ms: whole, bareMs }) => `${ms(whole)}, ${times(whole / bareMs)} a bare signature`;
  const worst = lists.rows.reduce((most, [, , p99]) => Math.max(most, p99), 0);
  return [
    ['RSA-2048 signatures on one core', `${rate(cfdi.signsPerSecond)}/s (${ms(one.bareMs)} each)`, ''],
    ['CFDI of 1 item: built, signed, XML, on one core', bare(one), 'at most 1.15x'],
    ['CFDI of 100 items', bare(hundred), 'at most 0.60 ms'],
    ['CFDI of 5000 items', bare(many), 'at most 25 ms'],
    ['The same of 1 item, the signature on a thread of its own', ms(one.threadsMs), ''],
    ...http.runs.map(({ connections, perSecond, p50, p95, p99 }) => [
      `Stamped invoices through HTTP, ${connections} connection${connections > 1 ? 's' : ''}`,
      `${rate(perSecond)}/s, ${(perSecond / cfdi.signsPerSecond).toFixed(3)} of the signing rate; p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`,
      connections > 1 ? 'at least 0.1 of the signing rate' : '',
    ]),
    [`Lists over ${lists.count} invoices: slowest p99 of those below`, ms(worst), 'below 20 ms'],
    ...lists.rows.map(([name, p50, p99]) => [
      `List, ${name}`,
      `p50 ${ms(p50)}, p99 ${ms(p99)}`,
      p99 < 20 ? '' : 'below 20 ms',
    ]),
    [
      'PDFs, 4 at a time',
      `${rate(pdfs.perSecond)}/s, p50 ${ms(pdfs.p50)}, p99 ${ms(pdfs.p99)}; the first ${ms(pdfs.firstMs)}`,
      '',
    ],
    [
      'Rebuild of the invoices',
      `${rate(rebuild.events / rebuild.seconds)} events/s (${rebuild.events} events)`,
      '',
    ],
    ['First start, on an empty data folder', `${starts.first.toFixed(1)} s`, ''],
    ['Second start', `${starts.second.toFixed(1)} s`, ''],
    [
      'Peak memory of the service: after the invoices; after lists and PDFs',
      `${memory.join(' MB; ')} MB`,
      '',
    ],
  ];
};

/** The commit, where this is a clone. */
const commit = () => {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    return `, commit ${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ', with changes' : ''}`;
  } catch {
    return '';
  }
};

/** The machine, the moment and the code, in a line. */
export const machine = () => {
  const [{ model }] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  const date = new Date().toISOString().slice(0, 10);
  return `${model}, ${cpus().length} cores, ${gib} GiB, ${process.platform}, Node ${process.versions.node}; ${date}${commit()}`;
};

export const markdownOf = (line, rows) =>
  [
    line,
    '',
    '| What | Measured | Aim |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/** Puts a benchmark's table between its two marks of a document. */
export const writeInto = async (file, table, name = 'npm run bench') => {
  const text = await readFile(file, 'utf8');
  const mark = `<!-- ${name} writes from here -->`;
  const begin = text.indexOf(mark);
  const end = text.indexOf('<!-- to here -->', begin);
  if (begin < 0 || end < begin)
    throw new Error(`${file} has no place for the table: ${mark} ... <!-- to here -->`);
  await writeFile(file, `${text.slice(0, begin + mark.length)}\n\n${table}\n\n${text.slice(end)}`);
};

export const milliseconds = ms;
