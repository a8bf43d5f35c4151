import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { startBrowser } from './chromium.js';
import { openBlockedContext, openPrintPage, printOn } from './print-page.js';
import { openPdfPrinter, type PdfPrinter, type PdfPrinterOptions } from './printer.js';
import { rareFamilies } from './rare-fonts.js';
import { hasPoppler, ownBrowserPids, pageCount, poppler } from './testing/tools.js';

const open: PdfPrinter[] = [];
const printer = (options: PdfPrinterOptions = {}): PdfPrinter => {
  const opened = openPdfPrinter(options);
  open.push(opened);
  return opened;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

const isPdf = (pdf: Buffer): boolean => pdf.subarray(0, 5).toString() === '%PDF-' && pageCount(pdf) > 0;
const html = (body: string): string =>
  `<!doctype html><html><head><style>@page{size:Letter}</style></head><body>${body}</body></html>`;
const long = html('<p>a</p>'.repeat(5000));
const onLinux = process.platform === 'linux' ? it : it.skip;

it('prints the same bytes again, on the page that has printed others, and in another browser', async () => {
  const content = html('<h1>Uno</h1><table><tr><th>a</th><td>b</td></tr></table>');
  const [one, other] = [printer(), printer()];
  const first = await one.print(content);
  await one.print(html('<p>a</p>'.repeat(20)));
  const start = Date.now();
  const second = await one.print(content);
  expect(second.equals(first)).toBe(true);
  // Chromium's dates are those of a second.
  while (Math.floor(Date.now() / 1000) === Math.floor(start / 1000)) await new Promise(setImmediate);
  expect((await other.print(content)).equals(first)).toBe(true);
});

describe('network and script', () => {
  let server: Server;
  let requests: string[];
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('body{display:none}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('loads nothing and runs nothing, and prints all the same', async () => {
    requests = [];
    const pdf = await printer().print(
      html(`<p>Sigue aquí</p>
        <script>document.body.textContent = 'script ran'</script><script src="${origin}/a.js"></script>
        <img src="${origin}/b.png" onerror="document.body.textContent = 'handler ran'">
        <svg onload="document.body.textContent = 'svg ran'"><image href="${origin}/c.png"/></svg>
        <link rel="stylesheet" href="${origin}/d.css"><link rel="preconnect" href="${origin}">
        <link rel="prefetch" href="${origin}/e"><style>@import url(${origin}/f.css); p{background:url(${origin}/g)}
        @font-face{font-family:x;src:url(${origin}/h)} p{font-family:x}</style>
        <iframe src="${origin}/i"></iframe><iframe srcdoc="<img src=${origin}/j>"></iframe>
        <object data="${origin}/k"></object><embed src="${origin}/l"><video src="${origin}/m" autoplay></video>
        <img src="file:///etc/hostname"><iframe src="file:///etc/passwd"></iframe>`),
    );
    expect(isPdf(pdf)).toBe(true);
    expect(requests).toEqual([]);
    if (!hasPoppler()) return console.warn('pdftotext is not installed: the text is not checked');
    const text = poppler('pdftotext', pdf);
    expect(text).toContain('Sigue aquí');
    expect(text).not.toMatch(/ran|root:/);
  });

  it('a document that navigates away spoils only itself', async () => {
    requests = [];
    const shared = printer({ concurrency: 1 });
    await shared
      .print(html(`<meta http-equiv="refresh" content="0;url=${origin}/x"><p>a</p>`))
      .catch(() => undefined);
    for (let i = 0; i < 3; i += 1) expect(isPdf(await shared.print(html('<p>después</p>')))).toBe(true);
    expect(requests).toEqual([]);
  });
});

describe('fonts', () => {
  let before: string | undefined;
  beforeAll(() => {
    before = process.env['FONTCONFIG_FILE'];
    process.env['FONTCONFIG_FILE'] = '/dev/null';
  });
  afterAll(() => {
    if (before === undefined) delete process.env['FONTCONFIG_FILE'];
    else process.env['FONTCONFIG_FILE'] = before;
  });
  const paragraph = (text: string) =>
    html(`<p style="font-family: ${rareFamilies.replaceAll("'", '')}, sans-serif">${text}</p>`);

  it('come with the document, on a machine that has none', async () => {
    const pdf = await printer().print(paragraph('Ñandú € “comillas” ‘así’ — Łódź <b>½</b>'));
    if (!hasPoppler()) return console.warn('pdftotext is not installed: the fonts are not checked');
    expect(poppler('pdftotext', pdf)).toContain('Ñandú € “comillas” ‘así’ — Łódź ½');
    expect(poppler('pdffonts', pdf)).toMatch(/Inter/);
  });

  it('of other alphabets and of emoji come with the documents that need them', async () => {
    // All characters without a glyph are the same one in a PDF, and read back as one of them.
    const texts = ['日本語の説明', '汉字简体', '한국어', 'Привет', 'αβγ', '☕🥐😀', '✓→★≥', 'ไทย'];
    const pdf = await printer().print(paragraph(texts.join(' <br>')));
    if (!hasPoppler()) return console.warn('pdftotext is not installed: the fonts are not checked');
    for (const text of texts) expect(poppler('pdftotext', pdf)).toContain(text);
  });

  it('that a document has brought leave the page with it', async () => {
    const browser = await startBrowser({});
    try {
      const page = await openPrintPage(await openBlockedContext(browser), []);
      expect(isPdf(await printOn(page, paragraph('日本語の説明 ☕ ✓')))).toBe(true);
      expect(await page.evaluate('document.fonts.size')).toBe(0);
    } finally {
      await browser.close();
    }
  });
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

describe('a printer under strain', () => {
  onLinux('continues after its browser was killed', async () => {
    const shared = printer();
    await shared.print(html('a'));
    const [pid] = ownBrowserPids();
    process.kill(pid ?? 0, 'SIGKILL');
    expect(isPdf(await shared.print(html('b')))).toBe(true);
    expect(ownBrowserPids()).not.toContain(pid);
  });

  onLinux('prints again what was under way when its browser was killed', async () => {
    const shared = printer();
    await shared.warm();
    const under = [shared.print(long), shared.print(long)];
    for (const pid of ownBrowserPids()) process.kill(pid, 'SIGKILL');
    expect((await Promise.all(under)).map(isPdf)).toEqual([true, true]);
  });

  onLinux('replaces its browser after a number of prints', async () => {
    const shared = printer({ printsPerBrowser: 2 });
    await shared.print(html('a'));
    const first = ownBrowserPids();
    await shared.print(html('b'));
    await shared.print(html('c'));
    expect(ownBrowserPids().some((pid) => !first.includes(pid))).toBe(true);
  });

  it('refuses what does not fit into its queue', async () => {
    const shared = printer({ concurrency: 1, maxQueue: 1 });
    const results = await Promise.allSettled([1, 2, 3].map((n) => shared.print(html(String(n)))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'overloaded' } });
    expect(isPdf(await shared.print(html('4')))).toBe(true);
  });

  it('prints large documents one at a time, beside other documents', async () => {
    const shared = printer({ concurrency: 2, maxQueue: 0 });
    const huge = html(`<!-- ${'x'.repeat(600_000)} --><p>a</p>`);
    // The second one has to wait, where none may; a small one has a turn of its own.
    const results = await Promise.allSettled([huge, huge, html('b')].map((one) => shared.print(one)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: 'overloaded' } });
    expect(isPdf(await shared.print(huge))).toBe(true);
  });

  it('gives up a print that takes too long', async () => {
    await expect(printer({ timeoutMs: 1 }).print(long)).rejects.toMatchObject({ code: 'timeout' });
  });

  onLinux('leaves no process behind, and prints no more, once closed', async () => {
    const shared = printer();
    await shared.print(html('a'));
    await shared.close();
    // One that does not end in time is left to die by itself.
    await until(() => ownBrowserPids().length === 0);
    await expect(shared.print(html('b'))).rejects.toMatchObject({ code: 'closed' });
  });

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
