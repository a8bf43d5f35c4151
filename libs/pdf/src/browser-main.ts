import { serveBrowsers } from './browser-server.js';
import { PdfError } from './pdf-error.js';

/*
 * Chromium for printing, as a process of its own: notifications connect to it (TIMBRA_BROWSER_URL). What runs here reads
 * what strangers typed, so it has nothing to give away but its token: no key, no database, no message. It imports nothing
 * of ours outside of this library, and its image has nothing else.
 */

const LEAST_TOKEN = 16;

const fail = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

const token = process.env['TIMBRA_BROWSER_TOKEN'] ?? '';
if (token.length < LEAST_TOKEN)
  fail(`TIMBRA_BROWSER_TOKEN must be set, to ${LEAST_TOKEN} characters or more.`);
const port = Number(process.env['TIMBRA_PORT'] ?? 9222);
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('TIMBRA_PORT must be a port.');

const AGAIN_MS = 60_000;
let last = '';
/** The same sentence once a minute: those who are refused try again and again. */
const tell = (sentence: string): void => {
  if (sentence === last) return;
  last = sentence;
  setTimeout(() => (last = last === sentence ? '' : last), AGAIN_MS).unref();
  console.error(sentence);
};

/** What is true of one browser is true of all. */
let warned = false;
const warnOnce = (why: string): void => {
  if (!warned) console.error(`Documents are printed by a Chromium without its sandbox: ${why}.`);
  warned = true;
};

const host = await serveBrowsers({
  host: process.env['TIMBRA_HOST'] ?? '127.0.0.1',
  port,
  token,
  onNoSandbox: warnOnce,
  onRefused: tell,
}).catch((error: unknown) =>
  fail(error instanceof PdfError ? error.message : `Nobody can connect: ${String(error)}`),
);
console.log(`Browsers can be had at port ${host.port}.`);

// Whose print is cut off has it printed again by another one.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void host.close().then(() => process.exit(0)));
