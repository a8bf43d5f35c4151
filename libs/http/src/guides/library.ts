import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** A page of the project's documentation, as it is served. */
export interface Page {
  /** Where it lies, from the root of the project: `docs/guides/payments.md`. */
  readonly source: string;
  /** Where it is served, below `/docs/`: `guides/payments`. */
  readonly name: string;
  readonly title: string;
  /** The first sentence after the title, as Markdown. */
  readonly summary: string;
  readonly markdown: string;
}

/** Pages by their name. */
export type Library = ReadonlyMap<string, Page>;

/** The folder of the project, above the sources as above what is built of them; undefined where an installation has no documentation. */
export function findDocumentedRoot(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')))
      return existsSync(join(folder, 'docs')) ? folder : undefined;
  return undefined;
}

/** `docs/guides/README.md` is the page `guides`, the project's own README the page `readme`. */
const nameOf = (source: string): string =>
  source === 'README.md' ? 'readme' : source.slice('docs/'.length, -'.md'.length).replace(/\/README$/, '');

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? 'Timbra';

/** The first sentence of the first paragraph that is no heading, table, list or code. */
function summaryOf(markdown: string): string {
  const [, ...paragraphs] = markdown.split(/\n\n+/);
  const text =
    paragraphs.find((paragraph) => /^[\p{L}\p{N}`[*_]/u.test(paragraph))?.replaceAll('\n', ' ') ?? '';
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

/**
 * Reads all pages: README.md and every Markdown file below docs/. They are read once and found by name, so no path of a
 * request reaches the disk. Empty where an installation has no documentation.
 */
export async function readLibrary(root = findDocumentedRoot()): Promise<Library> {
  if (root === undefined) return new Map();
  const below = await readdir(join(root, 'docs'), { recursive: true });
  const sources = below
    .map((path) => `docs/${path.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort();
  const pages = await Promise.all(
    ['README.md', ...sources].map(async (source): Promise<Page> => {
      const markdown = await readFile(join(root, source), 'utf8').catch(() => '');
      return {
        source,
        name: nameOf(source),
        title: titleOf(markdown),
        summary: summaryOf(markdown),
        markdown,
      };
    }),
  );
  return new Map(pages.filter(({ markdown }) => markdown !== '').map((page) => [page.name, page]));
}
