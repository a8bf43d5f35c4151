import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../../scripts/lib/command.mjs';
import { Failure } from '../../scripts/lib/failure.mjs';
import { root } from '../../scripts/lib/install.mjs';
import { git } from './base.mjs';

/**
 * Builds a commit in a folder, by its own build script. Where it needs the same packages, it uses those that are here;
 * else it installs its own, which takes a minute.
 */
export const buildCommit = async (commit, folder) => {
  await mkdir(folder, { recursive: true });
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  const lock = git('show', `${commit}:package-lock.json`);
  if (lock === (await readFile(join(root, 'package-lock.json'), 'utf8')).trim())
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { code, output } = await runNode([join(folder, 'scripts/build.mjs')], { cwd: folder });
  if (code !== 0) throw new Failure(`The build of ${commit.slice(0, 7)} failed:\n${output}`);
};
