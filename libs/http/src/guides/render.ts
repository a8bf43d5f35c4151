import MarkdownIt from 'markdown-it';
import { posix } from 'node:path';
import type { Library, Page } from './library.js';

/**
 * Pages as HTML. Markdown comes from the project alone, and still: HTML in it is shown as text, links lead to pages, to
 * places on the web or nowhere, and the page runs no script.
 */

const DOCS = '/docs';
/** What is above the pages' Markdown. */
const NAVIGATION = [
  [`${DOCS}/guides`, 'Guides'],
  [DOCS, 'API'],
  [`${DOCS}/errors`, 'Errors'],
  [`${DOCS}/readme`, 'README'],
] as const;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as GitHub makes it: links between pages work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/**
 * Where a link of a page leads once it is served; undefined where that is nowhere: a file of the project that is no page.
 *
 * @param href as the Markdown has it: `../webhooks.md#order`
 */
export function targetOf(href: string, page: Page, library: Library): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  if (href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const source = posix.normalize(posix.join(posix.dirname(page.source), path)).replace(/\/$/, '');
  for (const { source: candidate, name } of library.values())
    if (candidate === source || candidate === `${source}/README.md`)
      return `${DOCS}/${name}${anchor === undefined ? '' : `#${anchor}`}`;
  return undefined;
}

/** A renderer for one page: it knows from where links lead, and which anchors there are. */
function makeRenderer(page: Page, library: Library) {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const anchors = new Set<string>();
  markdown.core.ruler.push('anchors_and_links', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'heading_open')
        token.attrSet('id', freeAnchor(anchorOf(state.tokens[index + 1]?.content ?? ''), anchors));
      const dead: boolean[] = [];
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') {
          const target = targetOf(String(child.attrGet('href')), page, library);
          dead.push(target === undefined);
          if (target === undefined) [child.tag, child.attrs] = ['span', null];
          else child.attrSet('href', target);
        } else if (child.type === 'link_close' && dead.pop() === true) child.tag = 'span';
      }
    }
  });
  return markdown;
}

/** The second heading of a name is `name-1`, as GitHub counts. */
function freeAnchor(wanted: string, anchors: Set<string>): string {
  let anchor = wanted;
  for (let number = 1; anchors.has(anchor); number++) anchor = `${wanted}-${number}`;
  anchors.add(anchor);
  return anchor;
}

/** A page with its frame, ready to be served. */
export function renderPage(page: Page, library: Library): string {
  const body = makeRenderer(page, library).render(page.markdown);
  const links = NAVIGATION.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(page.title)} · Timbra</title>
    <link rel="alternate" type="text/markdown" href="${DOCS}/${page.name}.md" />
    <style>${STYLE}</style>
  </head>
  <body>
    <nav>${links} <a href="${DOCS}/${page.name}.md">Markdown</a></nav>
    <main>
${body}    </main>
  </body>
</html>
`;
}

const STYLE = `
      :root { color-scheme: light dark; --line: #8884; --code: #8881; --link: #0b62c4; }
      @media (prefers-color-scheme: dark) { :root { --link: #7db4ff; } }
      body { font: 17px/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 52rem; padding: 1rem 1.25rem 4rem; }
      nav { display: flex; flex-wrap: wrap; gap: 1.25rem; border-bottom: 1px solid var(--line); padding-bottom: .6rem; }
      h1, h2, h3 { line-height: 1.25; margin: 2.2rem 0 .8rem; }
      a { color: var(--link); }
      code { font: .88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--code); border-radius: 4px; padding: .1em .3em; }
      pre { background: var(--code); border-radius: 8px; overflow-x: auto; padding: .9rem 1rem; }
      pre code { background: none; padding: 0; }
      table { border-collapse: collapse; display: block; overflow-x: auto; }
      th, td { border-bottom: 1px solid var(--line); padding: .4rem .7rem .4rem 0; text-align: left; vertical-align: top; }
    `;
