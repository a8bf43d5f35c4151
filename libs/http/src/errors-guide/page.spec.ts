import { describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorTable, subcodeTable } from '#kernel';
import { chapters } from './advice.js';
import { errorsGuide } from './page.js';
import { reserved } from './reserved.js';

/** docs/guides/errors.md is made of the table of errors; UPDATE_DOCS=1 writes it again. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FILE = join(ROOT, 'docs/guides/errors.md');

/** The code that can refuse something: without specs, the table itself and this guide. */
async function readSources(): Promise<string> {
  const folders = await Promise.all(
    ['apps', 'libs'].map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true });
      return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    }),
  );
  const sources = folders
    .flat()
    .filter((path) => path.endsWith('.ts') && !/\.(spec|docs)\.ts$/.test(path))
    .filter((path) => !/^libs\/(kernel\/src\/errors|http\/src\/errors-guide)\//.test(path));
  return (await Promise.all(sources.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n');
}

describe('the guide of errors', () => {
  it('is as the table of errors says', async () => {
    const page = errorsGuide();
    if (process.env['UPDATE_DOCS']) await writeFile(FILE, page);
    expect(await readFile(FILE, 'utf8')).toBe(page);
  });

  it('has each code once, with what to do', () => {
    const codes = Object.values(chapters).flatMap((part) => Object.keys(part));
    // `not_found` is both: an address, and a field that names something.
    const all = [...new Set([...Object.keys(errorTable), ...Object.keys(subcodeTable)]), 'not_found'];
    expect([...codes].sort()).toEqual(all.sort());
    for (const text of Object.values(chapters).flatMap((part) => Object.values<string>(part)))
      expect(text).toMatch(/^\p{Lu}.{10,}[.]$/u);
  });

  it('says of those codes that they are reserved which no code can answer, and of no other', async () => {
    const sources = await readSources();
    // A code is written out where it is raised, as a string or as the name of a type of its own.
    const unraised = [...Object.keys(errorTable), ...Object.keys(subcodeTable)].filter(
      (code) => !sources.includes(`'${code}'`),
    );
    expect(unraised.sort()).toEqual(Object.keys(reserved).sort());
  });
});
