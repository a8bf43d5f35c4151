import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { startBrowser } from './chromium.js';
import { openBlockedContext, openPrintPage, printOn } from './print-page.js';
import { rareFamilies } from './rare-fonts.js';
import { onLinux, printerContract, printers } from './testing/printer-contract.js';
import { browserPids, isPdf, page as html } from './testing/tools.js';

const printer = printers();
const ownBrowserPids = () => browserPids(process.pid);

describe('a printer with a browser of its own', () => {
  const before = process.env['FONTCONFIG_FILE'];
  beforeAll(() => void (process.env['FONTCONFIG_FILE'] = '/dev/null'));
  afterAll(() => {
    if (before === undefined) delete process.env['FONTCONFIG_FILE'];
    else process.env['FONTCONFIG_FILE'] = before;
  });
  printerContract(printer, ownBrowserPids, until);
});

it('forgets the fonts that a document has brought, with it', async () => {
  const browser = await startBrowser({});
  try {
    const opened = await openPrintPage(await openBlockedContext(browser), []);
    const needing = html(`<p style="font-family: ${rareFamilies.replaceAll("'", '')}">日本語の説明 ☕ ✓</p>`);
    expect(isPdf(await printOn(opened, needing))).toBe(true);
    expect(await opened.page.evaluate('document.fonts.size')).toBe(0);
  } finally {
    await browser.close();
  }
});

describe('the browser', () => {
  onLinux('finds in its environment what it needs, and nothing that is ours', async () => {
    const ours = { TIMBRA_MASTER_KEY: 'a-key', DATABASE_URL: 'postgresql://a', SOME_TOKEN: 'a-token' };
    Object.assign(process.env, ours);
    try {
      expect(isPdf(await printer().print(html('a')))).toBe(true);
      const [pid = 0] = ownBrowserPids();
      const environ = (one: number) => readFile(`/proc/${one}/environ`, 'utf8');
      const names = (await environ(pid))
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.slice(0, entry.indexOf('=')));
      const allowed = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_ALL|LD_LIBRARY_PATH|FONTCONFIG_\w+|CHROME_\w+)$/;
      expect(names.filter((name) => !allowed.test(name))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME']));
      // Chromium's other processes write their titles over theirs, so of those only what must not be there.
      for (const one of await childrenOf(pid))
        expect(await environ(one)).not.toMatch(/TIMBRA_|DATABASE_URL|_TOKEN|a-key/);
    } finally {
      for (const name of Object.keys(ours)) delete process.env[name];
    }
  });

  it('tells when it runs without its sandbox, and why', async () => {
    const told: string[] = [];
    const shared = printer({ onNoSandbox: (why) => told.push(why) });
    await shared.print(html('a'));
    // As root it never has one; for others it depends on the system.
    if (process.getuid?.() === 0) expect(told).toEqual(['Chromium has no sandbox under root']);
    else expect(told.length).toBeLessThanOrEqual(1);
  });
});

/** Those processes that a process has started: Chromium's zygotes, renderers and others. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

describe('its start', () => {
  onLinux('starts a browser once more that ended at its start', async () => {
    await printer().warm();
    const chromium = await readlink(`/proc/${ownBrowserPids()[0]}/exe`);
    const folder = await mkdtemp(join(tmpdir(), 'timbra-browser-'));
    try {
      const executablePath = join(folder, 'chromium');
      const script = `#!/bin/sh\nmkdir ${folder}/tried 2>/dev/null && exit 1\nexec ${chromium} "$@"\n`;
      await writeFile(executablePath, script, { mode: 0o700 });
      expect(isPdf(await printer({ executablePath }).print(html('a')))).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each(['/nonexistent/chromium', '/bin/false'])(
    'says in one sentence that %s is no browser',
    async (path) => {
      const error: unknown = await printer({ executablePath: path })
        .print('')
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'no_browser' });
      expect((error as Error).message).toContain(path);
      expect((error as Error).message.split('\n')).toHaveLength(1);
    },
  );
});
