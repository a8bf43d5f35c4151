import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readLibrary, type Library, type Page } from './library.js';
import { anchorOf, renderPage, targetOf } from './render.js';
import { startThings, type Things } from '../testing/things.js';

let http: Things;
let library: Library;
beforeAll(async () => {
  [http, library] = await Promise.all([startThings(), readLibrary()]);
});
afterAll(() => http.app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  http.call(path, { authorization: null, headers });

describe('a page of docs/', () => {
  it.each([
    ['/docs/guides', 'text/html'],
    ['/docs/guides/payments', 'text/html'],
    ['/docs/guides/payments.md', 'text/markdown'],
    ['/docs/webhooks', 'text/html'],
    ['/docs/readme', 'text/html'],
    ['/llms.txt', 'text/markdown'],
  ])('%s is served as %s, and not again to one who has it', async (path, type) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await answer.text()).length).toBeGreaterThan(200);
    const etag = answer.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it.each([
    ...[
      '/docs/guides/../../package.json',
      '/docs/guides/%2e%2e/%2e%2e/package.json',
      '/docs/..%2fpackage.json',
    ],
    ...['/docs/guides/nothing', '/docs/guides/payments.md.md', '/docs/__proto__', '/docs/guides/payments%00'],
    ...['/docs/%5c..%5cpackage.json', '/docs/package.json'],
  ])('%s is nowhere', async (path) => {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toMatchObject({ ok: false, code: 'not_found' });
  });

  it('is listed in llms.txt, if it is for users, under an address that has it', async () => {
    const text = await (await get('/llms.txt')).text();
    expect(text).toMatch(/^# Timbra\n\n> /);
    const names = [...text.matchAll(/\]\(\/docs\/([^)]+)\.md\)/g)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['guides/payments', 'guides/webhooks', 'webhooks']));
    expect(names.filter((name) => !library.has(name))).toEqual([]);
    expect([...library.keys()].filter((name) => name.startsWith('guides/') && !names.includes(name))).toEqual(
      [],
    );
  });

  it('leads to pages and anchors that are there', () => {
    const anchors = new Map([...library.values()].map((page) => [page.name, anchorsOf(page)]));
    const dead = [...library.values()]
      .filter(({ name }) => name.startsWith('guides'))
      .flatMap((page) =>
        linksOf(page)
          .filter((href) => {
            const target = targetOf(href, page, library);
            // Files of the project that are no pages are shown without a link.
            if (target === undefined) return !/^(\.\.\/)+(packages|apps|libs|test|deploy)\//.test(href);
            if (target.startsWith('http')) return false;
            const [path = '', anchor] = target.split('#');
            const name = path === '' ? page.name : path.replace(/^\/docs\/?/, '');
            if (['', 'errors'].includes(name)) return false;
            return anchor === undefined ? !library.has(name) : anchors.get(name)?.includes(anchor) !== true;
          })
          .map((href) => `${page.name}: ${href}`),
      );
    expect(dead).toEqual([]);
  });
});

const linksOf = ({ markdown }: Page): string[] =>
  [...markdown.replace(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
const anchorsOf = (page: Page): string[] =>
  [...renderPage(page, library).matchAll(/<h\d id="([^"]+)"/g)].map(([, id = '']) => id);

describe('Markdown', () => {
  const page = (markdown: string): Page => ({
    ...{ source: 'docs/guides/x.md', name: 'guides/x', title: '<b>', summary: '', markdown },
  });
  const html = (markdown: string) => renderPage(page(markdown), library);

  it('brings no HTML and no script of its own', () => {
    const made = html(
      '# A\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x)\n',
    );
    expect(made).not.toMatch(/<script|<img|href="(javascript|data|vbscript)/i);
    expect(made).toContain('<title>&lt;b&gt; · Timbra</title>');
  });

  it('links to pages where they are served, and to no file that is none', () => {
    const made = html(
      '[a](../webhooks.md#order) [b](payments.md) [c](../../deploy/Dockerfile) [d](https://x.example) [e](#y)',
    );
    expect(made).toContain(
      '<a href="/docs/webhooks#order">a</a> <a href="/docs/guides/payments">b</a> <span>c</span>',
    );
    expect(made).toContain('<a href="https://x.example">d</a> <a href="#y">e</a>');
  });

  it('has headings that can be linked to, each once', () => {
    expect(anchorOf('What is `refused`, and why?')).toBe('what-is-refused-and-why');
    expect(html('## A b\n\n## A b\n')).toMatch(/<h2 id="a-b">.*<h2 id="a-b-1">/s);
  });
});
