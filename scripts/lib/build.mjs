import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alone } from './alone.mjs';
import { runNode } from './command.mjs';
import { Failure } from './failure.mjs';
import { root } from './install.mjs';
import { withProgress } from './progress.mjs';

const CONFIG = 'scripts/tsconfig.build.json';
const STAMP = join(root, 'dist/.build.json');
const BUILD_INFO = join(root, 'dist/.build.tsbuildinfo');
const LOCK = join(root, 'dist/.building');
export const MAIN = join(root, 'dist/apps/standalone/src/main.js');

const filesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort()
    : [];

/** What goes into the build: the sources without their tests, and the templates and data beside them. */
const sources = () =>
  [...filesIn('apps'), ...filesIn('libs')].filter((path) => !/\.spec\.ts$|\.md$/.test(path));

/** One hash over all that the build is made of: times of files say little after a clone or a copy. */
const fingerprint = (paths) => {
  const hash = createHash('sha256');
  for (const path of ['package.json', 'package-lock.json', 'tsconfig.json', CONFIG, ...paths]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
};

const isFresh = (print) => {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8')).fingerprint === print && existsSync(MAIN);
  } catch {
    return false;
  }
};

const outputOf = (path) => path.replace(/\.ts$/, '.js');

/** Copies templates and data to where the compiled code looks for them; removes what has no source any more. */
const syncOthers = async (paths) => {
  for (const path of paths.filter((path) => !path.endsWith('.ts'))) {
    await mkdir(dirname(join(root, 'dist', path)), { recursive: true });
    await cp(join(root, path), join(root, 'dist', path));
  }
  const expected = new Set(paths.map(outputOf));
  for (const file of [...filesIn('dist/apps'), ...filesIn('dist/libs')]) {
    const path = file.slice('dist/'.length).replace(/\.js\.map$/, '.js');
    if (!expected.has(path)) await rm(join(root, file));
  }
};

const compile = async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { code, output } = await runNode([tsc, '-p', CONFIG, '--pretty', 'false'], { cwd: root });
  if (code === 0) return;
  console.error(output);
  const errors = output.match(/ error TS\d+/g)?.length ?? 0;
  throw new Failure(`The build failed with ${errors} type errors (above).`);
};

const compileTo = async (paths, print) => {
  // Parts of dist may have been deleted, which the compiler's notes would not know.
  const complete = paths.every((path) => existsSync(join(root, 'dist', outputOf(path))));
  if (!complete) await rm(BUILD_INFO, { force: true });
  await rm(STAMP, { force: true });
  await compile();
  await syncOthers(paths);
  await writeFile(STAMP, JSON.stringify({ fingerprint: print }));
};

/** Compiles the sources to dist, those only that changed where the last build is still there. One process at a time does. */
export const build = (out = process.stdout) =>
  withProgress(
    'Building',
    () =>
      alone(LOCK, async () => {
        const paths = sources();
        await compileTo(paths, fingerprint(paths));
      }),
    out,
  );

/** Builds when the sources are not those that dist was built from; two that start at once build once. */
export const ensureBuilt = async (out = process.stdout) => {
  if (isFresh(fingerprint(sources()))) return;
  const buildOnce = async () => {
    const paths = sources();
    const print = fingerprint(paths);
    // Another one may have built it meanwhile.
    if (!isFresh(print)) await compileTo(paths, print);
  };
  await withProgress('Building', () => alone(LOCK, buildOnce), out);
};
