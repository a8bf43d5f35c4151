import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { progressBar } from './lib/bar.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const USAGE = `npm run lists -- load lrfc <files> [--to <folder>] [--force]
npm run lists -- load lco <files> [--to <folder>] [--force]
npm run lists -- load 69b <file> [--to <folder>] [--force]
npm run lists -- show [--to <folder>]
npm run lists -- find <RFC> [--to <folder>]

Loads the tax authority's lists (L_RFC, LCO, article 69-B) into the service's data folder, or the folder given;
see docs/lists.md.`;

const LISTS = ['lrfc', 'lco', '69b'];

const built = (path) => import(pathToFileURL(join(root, 'dist/libs', path)).href);
const numberOf = (n) => n.toLocaleString('en-US');

const lineOf = ({ id, rows, leftOut, updatedOn, loadedAt }) =>
  `${id.padEnd(5)} ${numberOf(rows).padStart(12)} rows, loaded ${loadedAt}` +
  (updatedOn ? `, of ${updatedOn}` : '') +
  (leftOut > 0 ? ` (${numberOf(leftOut)} left out)` : '');

const commands = {
  load: async (to, { force }, [id, ...files]) => {
    if (!LISTS.includes(id) || files.length === 0) throw new Failure(USAGE);
    const { loadList } = await built('sat/src/lists/load.js');
    const bar = progressBar(process.stdout, 'bytes');
    const since = Date.now();
    try {
      const loaded = await loadList({
        id,
        from: files.map((file) => resolve(file)),
        to,
        now: new Date(),
        force,
        onProgress: ({ file, done, total }) => bar.show(file, done, total),
      });
      bar.end();
      console.log(lineOf(loaded));
      console.log(`Loaded into ${to} in ${((Date.now() - since) / 1000).toFixed(1)} s.`);
      console.log('A service that is running uses it within a minute.');
    } finally {
      bar.end();
    }
  },
  show: async (folder) => {
    const { openListFolder } = await built('sat/src/lists/folder.js');
    const lists = openListFolder(folder);
    for (const list of lists.loaded) console.log(lineOf(list));
    if (lists.loaded.length === 0) console.log(`No list is loaded in ${folder}.`);
    lists.close();
  },
  find: async (folder, _options, [text = '']) => {
    const { openListFolder } = await built('sat/src/lists/folder.js');
    const lists = openListFolder(folder);
    const rfc = text.trim().toUpperCase();
    const [registered, obligations] = [await lists.registered(rfc), await lists.obligations(rfc)];
    const said = (answer) => (answer === undefined ? 'not loaded' : JSON.stringify(answer));
    console.log(`L_RFC  ${registered === null ? 'not listed' : said(registered)}`);
    console.log(`LCO    ${obligations === null ? 'not listed' : said(obligations)}`);
    console.log(`69-B   ${said(lists.efos(rfc))}`);
    lists.close();
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
  const [command = '', ...rest] = positionals;
  if (!Object.hasOwn(commands, command)) throw new Failure(USAGE);
  await ensureInstalled();
  await ensureBuilt();
  const { loadConfig } = await built('hosting/src/config/config.js');
  const folder = resolve(values.to ?? loadConfig().sat.listsDir);
  try {
    await commands[command](folder, values, rest);
  } catch (error) {
    // Said in one sentence by the library; anything else is a bug and shows where it comes from.
    if (error.name === 'LoadFailure' || error.code !== undefined) throw new Failure(error.message);
    throw error;
  }
});
