import { loadConfig, type Config } from '../config/config.js';
import {
  loadMasterKeys,
  nextMasterKey,
  putNextMasterKeyInForce,
  type MasterKeys,
} from '../config/master-key.js';
import { createPool, startEmbeddedPostgres, StartupError } from '../postgres/index.js';
import { rotateMasterKey } from '../secrets/rotate.js';
import { exitWithSentence } from './exit.js';
import { migrate } from './migrate.js';
import { platformMigrations } from './migrations.js';

const USAGE = `TIMBRA_MASTER_KEY must hold the new key and TIMBRA_MASTER_KEY_ALSO the old one, or neither be set: then the
key is the one in the data folder, and a new one is made in its place.`;

/**
 * `npm run rotate-master-key`: puts another master key in force. Safe to break off and to run again. With keys in the
 * environment, processes that have both may go on running; with the data folder's, nothing else may run on it.
 */
await exitWithSentence(async () => {
  const config = loadConfig();
  const keys = await keysOf(config);
  const database =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir })
      : { url: config.databaseUrl, stop: async () => {} };
  try {
    await migrate(database.url, platformMigrations);
    const pool = createPool(database.url, { max: 2, applicationName: 'timbra-rotate' });
    try {
      const { dataKeys, rewrapped } = await rotateMasterKey({ pool, ...keys });
      console.log(
        `The new master key opens all ${dataKeys} data keys. This run wrapped ${rewrapped} of them again.`,
      );
    } finally {
      await pool.end();
    }
  } finally {
    await database.stop();
  }
  if (config.masterKey !== undefined)
    return console.log(
      'Now start every process without TIMBRA_MASTER_KEY_ALSO, and back up the new key. The old one opens older backups only.',
    );
  await putNextMasterKeyInForce(config.dataDir);
  console.log(
    `The new key is in ${config.dataDir}/master.key: back it up. Restart processes that still run with the old one.`,
  );
});

async function keysOf(config: Config): Promise<{ readonly from: Buffer; readonly to: Buffer }> {
  const { masterKey, masterKeyAlso }: MasterKeys = await loadMasterKeys(config);
  if (config.masterKey === undefined && config.masterKeyAlso === undefined)
    return { from: masterKey, to: await nextMasterKey(config.dataDir) };
  if (config.masterKey === undefined || masterKeyAlso === undefined || masterKeyAlso.equals(masterKey))
    throw new StartupError(USAGE);
  return { from: masterKeyAlso, to: masterKey };
}
