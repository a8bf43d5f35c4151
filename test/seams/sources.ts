import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A source file of a service, with its comments blanked out. */
export interface Source {
  /** The folder in apps: the service's. */
  readonly service: string;
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** What runs in the services: no specs, and nothing that serves specs alone. */
export const serviceSources = (): Promise<Source[]> => sourcesIn('apps');

/** The types that services share. */
export const contractSources = (): Promise<Source[]> => sourcesIn('libs/contracts/src');

async function sourcesIn(folder: string): Promise<Source[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts') && !/\.(spec|story)\.ts$|(^|\/)testing/.test(name))
    .map((name) => ({
      service: name.split('/', 1)[0] ?? '',
      path: `${folder}/${name}`,
      text: withoutComments(readFileSync(join(ROOT, folder, name), 'utf8')),
    }));
}

/** Comments that take lines of their own. */
const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*(\/\/|--).*$/gm, '');

/** SQL in backticks or quotes, and conditions that are joined to some. */
const SQL = new RegExp(
  [
    '`([^`]*\\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY)\\b[^`]*)`',
    "'([^'\\n]*\\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE)\\b[^'\\n]*)'",
    "\\.(?:and|or)\\(\\s*'([^'\\n]*)'",
  ].join('|'),
  'g',
);

/** The texts of a source that are SQL. */
export const sqlIn = (text: string): string[] =>
  [...text.matchAll(SQL)].map(([, ...parts]) => parts.find((part) => part !== undefined) ?? '');
