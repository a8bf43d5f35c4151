import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { root } from '../lib/install.mjs';

/** What git would keep of the working tree, as it is now. */
const files = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    // Modules that are a link are no folder to git's ignore rules.
    .filter((path) => path && path !== 'node_modules' && existsSync(join(root, path)));

/** Does something with a copy of the working tree, which has nothing beside it and is gone afterwards. */
export const withCopy = async (action) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'timbra-seams-')));
  const copy = join(folder, 'timbra');
  try {
    for (const path of files()) {
      await mkdir(dirname(join(copy, path)), { recursive: true });
      await cp(join(root, path), join(copy, path));
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    return await action(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
