import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './command.mjs';
import { Failure } from './failure.mjs';
import { withProgress } from './progress.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether node_modules of a folder holds what package-lock.json asks for. npm writes down what it installed, in the same
 * form; of optional packages only those of this platform are there.
 */
const isInstalled = (folder) => {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  let installed;
  try {
    installed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, link }]) => {
    if (path === '' || link) return true;
    const found = installed[path];
    if (found === undefined) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });
};

/** npm's own program: the one that runs us, or the one that came with this Node. */
const findNpm = () => {
  const beside = join(dirname(process.execPath), '..', 'lib/node_modules/npm/bin/npm-cli.js');
  const onWindows = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
  const candidates = [process.env.npm_execpath, beside, onWindows].filter((path) =>
    /npm-cli\.js$/.test(path ?? ''),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Failure(
      'The dependencies are not installed and npm was not found: run "npm ci", then start again.',
    );
  }
  return found;
};

/** Installs exactly what package-lock.json says, where that is not installed yet; `out`: where it says so. */
export const ensureInstalled = (out = process.stdout) =>
  // The build needs the development packages also where NODE_ENV=production would leave them out.
  install(root, ['--include=dev'], 'Installing the dependencies (once, about a minute)', out);

/** The same of a folder that has a package.json of its own: programs, of whose packages no scripts are run. */
export const ensureProgramsInstalled = (folder, label, out = process.stdout) =>
  install(folder, ['--ignore-scripts'], label, out);

const install = async (folder, options, label, out) => {
  if (isInstalled(folder)) return;
  const npm = findNpm();
  const args = ['ci', ...options, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await withProgress(label, () => runNode([npm, ...args], { cwd: folder }), out);
  if (code === 0) return;
  // npm's explanation ends where its usage text begins.
  const lines = output.split('\n').filter((line) => !/^npm (error|ERR!)( code .*)?$/.test(line));
  const usage = lines.findIndex((line) => /Clean install a project|A complete log of this run/.test(line));
  console.error(
    lines
      .slice(0, usage === -1 ? undefined : usage)
      .slice(0, 25)
      .join('\n'),
  );
  throw new Failure(
    `The dependencies could not be installed: "npm ci" ended with ${code}, for the reason above.`,
  );
};
