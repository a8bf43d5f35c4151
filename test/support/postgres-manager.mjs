import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Loads libs/hosting/src/postgres from its sources in a plain Node process, where Jest does not transform
 * what is imported (its global set-up, a process of its own): strips the types, without a build.
 */
export const loadPostgresManager = async () => {
  const sources = join(root, 'libs/hosting/src/postgres');
  // Below node_modules, so that its imports of packages resolve.
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'postgres-manager-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const name of await readdir(sources)) {
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
      const { code } = await transform(await readFile(join(sources, name), 'utf8'), {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      });
      await writeFile(join(folder, name.replace(/\.ts$/, '.js')), code);
    }
    return await import(pathToFileURL(join(folder, 'index.js')).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
