import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A source file of a service, with its comments blanked out. */
export interface Source {
  /** The folder in apps. */
  readonly service: string;
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** What runs in the services: no specs, and nothing that serves specs alone. */
export async function serviceSources(): Promise<Source[]> {
  const names = await readdir(join(ROOT, 'apps'), { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts') && !/\.(spec|story)\.ts$|(^|\/)testing/.test(name))
    .map((name) => ({
      service: name.split('/', 1)[0] ?? '',
      path: `apps/${name}`,
      text: withoutComments(readFileSync(join(ROOT, 'apps', name), 'utf8')),
    }));
}

/** Comments that take lines of their own. */
const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*(\/\/|--).*$/gm, '');
