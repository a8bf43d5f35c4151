import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does something with a temporary data folder, which is gone afterwards. */
export const withDataFolder = async (action) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'timbra-bench-'));
  // Under root the database belongs to another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  try {
    return await action(dataDir);
  } finally {
    // Where root's database lies elsewhere, a file says where.
    const pointer = await readFile(join(dataDir, 'postgres/location.json'), 'utf8').catch(() => undefined);
    if (pointer) await rm(JSON.parse(pointer).folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
};
