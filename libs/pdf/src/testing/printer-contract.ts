import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPdfPrinter, type PdfPrinter, type PdfPrinterOptions } from '../printer.js';
import { rareFamilies } from '../rare-fonts.js';
import { hasPoppler, isPdf, page as html, poppler } from './tools.js';

export const onLinux = process.platform === 'linux' ? it : it.skip;

/** Waits until something is true, or fails. */
type Until = (isTrue: () => boolean) => Promise<void>;

/** For specs: printers that end with their test, and `settled` is waited for. */
export function printers(
  common: () => PdfPrinterOptions = () => ({}),
  settled: () => Promise<void> = () => Promise.resolve(),
): (options?: PdfPrinterOptions) => PdfPrinter {
  const open: PdfPrinter[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((opened) => opened.close()));
    await settled();
  });
  return (options: PdfPrinterOptions = {}): PdfPrinter => {
    const opened = openPdfPrinter({ ...common(), ...options });
    open.push(opened);
    return opened;
  };
}

const long = html('<p>a</p>'.repeat(1500));

/**
 * What holds of each printer, wherever its browser runs.
 * @param browserPids the browsers of those printers that are open
 */
export function printerContract(
  printer: (options?: PdfPrinterOptions) => PdfPrinter,
  browserPids: () => number[],
  until: Until,
): void {
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

  const paragraph = (text: string): string =>
    html(`<p style="font-family: ${rareFamilies.replaceAll("'", '')}, sans-serif">${text}</p>`);

  it('brings its fonts, where the system has none', async () => {
    const pdf = await printer().print(paragraph('Ñandú € “comillas” ‘así’ — Łódź <b>½</b>'));
    if (!hasPoppler()) return console.warn('pdftotext is not installed: the fonts are not checked');
    expect(poppler('pdftotext', pdf)).toContain('Ñandú € “comillas” ‘así’ — Łódź ½');
    expect(poppler('pdffonts', pdf)).toMatch(/Inter/);
  });

  it('brings fonts of other alphabets and of emoji with the documents that need them', async () => {
    // All characters without a glyph are the same one in a PDF, and read back as one of them.
    const texts = ['日本語の説明', '汉字简体', '한국어', 'Привет', 'αβγ', '☕🥐😀', '✓→★≥', 'ไทย'];
    const pdf = await printer().print(paragraph(texts.join(' <br>')));
    if (!hasPoppler()) return console.warn('pdftotext is not installed: the fonts are not checked');
    for (const text of texts) expect(poppler('pdftotext', pdf)).toContain(text);
  });

  describe('a printer under strain', () => {
    onLinux('continues after its browser was killed', async () => {
      const shared = printer();
      await shared.print(html('a'));
      const [pid] = browserPids();
      process.kill(pid ?? 0, 'SIGKILL');
      expect(isPdf(await shared.print(html('b')))).toBe(true);
      expect(browserPids()).not.toContain(pid);
    });

    onLinux('prints again what was under way when its browser was killed', async () => {
      const shared = printer();
      await shared.warm();
      const under = [shared.print(long), shared.print(long)];
      for (const pid of browserPids()) process.kill(pid, 'SIGKILL');
      expect((await Promise.all(under)).map(isPdf)).toEqual([true, true]);
    });

    onLinux('replaces its browser after a number of prints', async () => {
      const shared = printer({ printsPerBrowser: 2 });
      await shared.print(html('a'));
      const first = browserPids();
      await shared.print(html('b'));
      await shared.print(html('c'));
      expect(browserPids().some((pid) => !first.includes(pid))).toBe(true);
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
      await until(() => browserPids().length === 0);
      await expect(shared.print(html('b'))).rejects.toMatchObject({ code: 'closed' });
    });
  });
}
