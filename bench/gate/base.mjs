import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../scripts/lib/failure.mjs';
import { root } from '../../scripts/lib/install.mjs';

/** Where the commit that CI passed last is written down. A file cannot name the commit that it is part of. */
export const PASSED = '.ci/passed';

/** What git prints, without the end of the line; undefined where git is missing or refuses. */
export const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
};

const commitOf = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);

const writtenDown = () => {
  try {
    return readFileSync(join(root, PASSED), 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** A commit that a shallow clone may lack, fetched where that is possible. */
const commitOrFetched = (id) => {
  const found = commitOf(id);
  if (found || git('rev-parse', '--is-shallow-repository') !== 'true') return found;
  git('fetch', '--quiet', '--depth', '1', 'origin', id);
  return commitOf(id);
};

/**
 * The commit to compare with: the one that was named, else the one where this branch left origin/main, else the one
 * of .ci/passed (in a clone of main itself, where origin/main is what is measured).
 * @returns `{ commit, from }`, or `{ skip }` with the reason why there is none
 */
export const findBase = (named) => {
  const head = commitOf('HEAD');
  if (head === undefined) return { skip: 'this is no clone of a git repository' };
  if (named) {
    const commit = commitOrFetched(named);
    if (commit === undefined) throw new Failure(`There is no commit ${named} in this clone.`);
    return { commit, from: commit === head ? 'named, and the commit that is measured' : 'named' };
  }
  const landed = git('merge-base', 'HEAD', 'origin/main');
  if (landed && landed !== head) return { commit: landed, from: 'where this left origin/main' };
  const id = writtenDown();
  if (!/^[0-9a-f]{40}$/.test(id ?? '')) return { skip: `${PASSED} holds no commit` };
  const commit = commitOrFetched(id);
  if (commit === undefined) return { skip: `${id.slice(0, 7)} of ${PASSED} is not in this clone` };
  if (commit === head) return { skip: `${PASSED} names the commit that is measured` };
  return { commit, from: PASSED };
};

const BUILT = ['apps', 'libs', 'package.json', 'package-lock.json', 'tsconfig.json', ':(exclude)*.spec.ts'];

/** Whether the working tree has what is built exactly as that commit has it. */
export const isSameCode = (commit) =>
  git('diff', '--quiet', commit, '--', ...BUILT) !== undefined &&
  git('ls-files', '--others', '--exclude-standard', '--', ...BUILT) === '';
