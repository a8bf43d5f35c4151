import type { PacName } from '../doubles/index.js';
import { seededRandom } from '../crash/seed.js';
import { openInstallation } from './installation.js';
import { run, type Outcome } from './run.js';

/** npm run test:failover [seconds, default 1200] [seed]: see docs/live.md. */

const ORDERS: readonly (readonly PacName[])[] = [
  ['sw', 'finkok'],
  ['finkok', 'sw'],
  ['finkok', 'prodigia'],
  ['sw', 'finkok', 'prodigia'],
  ['prodigia', 'sw'],
];

const [given = '1200', givenSeed] = process.argv.slice(2);
const seconds = Number(given);
const seed = Number(givenSeed ?? Math.floor(Date.now() / 1_000));
if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run test:failover [seconds] [seed]\n');
  process.exit(2);
}

const order = seededRandom(seed).pick(ORDERS);
const since = Date.now();
const say = (line: string): void => void process.stdout.write(`[${elapsed()} s] ${line}\n`);
const elapsed = (): number => Math.round((Date.now() - since) / 1_000);

say(`Load for ${seconds} s with ${order.join(', ')}; seed ${seed}`);
const installation = await openInstallation(order);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void installation.close().finally(() => process.exit(130)));
try {
  report(await run(installation, { seconds, seed, order, say }));
} catch (error) {
  say(`FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.stdout.write(`${installation.service.said.slice(-4_000)}\n`);
  process.exitCode = 1;
} finally {
  await installation.close();
}

function report({ complaints, troubles, met, figures }: Outcome): void {
  const table = (counts: Iterable<readonly [string, number]>): string =>
    [...counts].map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`).join('\n');
  process.stdout.write(`\nTroubles:\n${table(troubles)}\nCalls that met a fault:\n${table(met)}\n`);
  process.stdout.write(`Books:\n${table(Object.entries(figures))}\n\n`);
  for (const line of complaints.slice(0, 100)) process.stdout.write(`- ${line}\n`);
  if (complaints.length > 0) process.exitCode = 1;
  const words = complaints.length === 0 ? 'both sides’ ledgers are equal' : `${complaints.length} complaints`;
  const verdict = complaints.length === 0 ? 'PASS' : 'FAIL';
  process.stdout.write(
    `${verdict}: ${words}; ${figures['documents']} documents, ${figures['stamps']} stamps, ` +
      `${order.join(',')}, seed ${seed}, ${elapsed()} s\n`,
  );
}
