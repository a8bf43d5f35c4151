import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { progressBar } from './lib/bar.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const USAGE = `npm run catalogues -- load <file or folder> [--to <folder>] [--force]
npm run catalogues -- list [--to <folder>]
npm run catalogues -- verify [--to <folder>]

Loads the tax authority's catalogues from its workbooks (.xls, .xlsx, .ods), sheets and tables (.csv, .tsv), a SQLite
database (.db) or an archive of them (.zip) into the service's data folder, or the folder given; docs/catalogues.md says
where to get them.`;

const built = (path) => import(pathToFileURL(join(root, 'dist/libs', path)).href);

const numberOf = (n) => n.toLocaleString('en-US');

const lines = (entries) =>
  entries.map(({ name, rows, edition }) => `${name.padEnd(36)} ${numberOf(rows).padStart(8)}  ${edition}`);

const commands = {
  load: async (folder, { force }, path) => {
    if (path === undefined) throw new Failure(USAGE);
    const { loadCatalogues } = await built('sat/src/large/load/load.js');
    const bar = progressBar();
    const since = Date.now();
    try {
      const { loaded, skipped } = loadCatalogues({
        from: resolve(path),
        to: folder,
        force,
        onProgress: ({ file, catalogue, done, total }) => bar.show(catalogue ?? basename(file), done, total),
      });
      bar.end();
      for (const sentence of skipped) console.log(`Left out: ${sentence}`);
      for (const { before, ...entry } of loaded) {
        const [line] = lines([entry]);
        const was = before && before.rows !== entry.rows ? ` (${numberOf(before.rows)} before)` : '';
        console.log(`${line}${before?.sha256 === entry.sha256 ? ' (as before)' : was}`);
      }
      const seconds = ((Date.now() - since) / 1000).toFixed(1);
      console.log(`Loaded ${loaded.length} catalogues into ${folder} in ${seconds} s.`);
      console.log('A service that is running uses them from its next start on.');
    } finally {
      bar.end();
    }
  },
  list: async (folder) => {
    const { readManifest } = await built('sat/src/large/directory.js');
    const { catalogues } = readManifest(folder);
    for (const line of lines(catalogues)) console.log(line);
    if (catalogues.length === 0)
      console.log(
        `Nothing is loaded in ${folder}: small catalogues are the built-in ones, other keys are checked by form.`,
      );
  },
  verify: async (folder) => {
    const { verifyCatalogues } = await built('sat/src/large/load/verify.js');
    const problems = verifyCatalogues(folder);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) throw new Failure(`${problems.length} catalogues in ${folder} can not be used.`);
    console.log(`All catalogues in ${folder} are as they were loaded.`);
  },
};

const argumentsOf = () => {
  try {
    const options = { to: { type: 'string' }, force: { type: 'boolean', default: false } };
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}\n\n${USAGE}`);
  }
};

await orFailure(async () => {
  const { values, positionals } = argumentsOf();
  const [command = '', path, ...rest] = positionals;
  if (!Object.hasOwn(commands, command) || rest.length > 0) throw new Failure(USAGE);
  await ensureInstalled();
  await ensureBuilt();
  const { loadConfig } = await built('hosting/src/config/config.js');
  const folder = resolve(values.to ?? loadConfig().cataloguesDir);
  try {
    await commands[command](folder, values, path);
  } catch (error) {
    // Said in one sentence by the library; anything else is a bug and shows where it comes from.
    if (['LoadFailure', 'CatalogueFolderError'].includes(error.name) || error.code !== undefined)
      throw new Failure(error.message);
    throw error;
  }
});
