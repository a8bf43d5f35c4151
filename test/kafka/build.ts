import { transformFile } from '@swc/core';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The services as Node runs them, compiled for one run of tests beside `dist`, which others may be measuring. */
export interface Build {
  /** The path of a program of the build, such as `apps/gateway/src/main`. */
  program(name: string): string;
  remove(): Promise<void>;
}

/** Compiles apps and libs as the tests do (swc), into a folder of its own. */
export async function buildServices(): Promise<Build> {
  // Below node_modules, so that imports of packages resolve.
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'kafka-specs-'));
  const { type, imports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly type: string;
    readonly imports: unknown;
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type, imports }));
  for (const part of ['apps', 'libs'])
    for (const path of await readdir(join(ROOT, part), { recursive: true, withFileTypes: true })) {
      if (!path.isFile() || /\.spec\.ts$|\.md$/.test(path.name)) continue;
      await put(join(path.parentPath, path.name), folder);
    }
  return {
    program: (name) => join(folder, 'dist', `${name}.js`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function put(source: string, folder: string): Promise<void> {
  const target = join(folder, 'dist', source.slice(ROOT.length + 1));
  await mkdir(dirname(target), { recursive: true });
  if (!source.endsWith('.ts')) return cp(source, target);
  const { code } = await transformFile(source, { cwd: ROOT, sourceMaps: 'inline' });
  await writeFile(target.replace(/\.ts$/, '.js'), code);
}
