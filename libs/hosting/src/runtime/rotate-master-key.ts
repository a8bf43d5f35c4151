import { loadConfig, type Config } from '../config/config.js';
import { deriveKey, KEY_PURPOSES, keysOf } from '../config/keys.js';
import { decodeKey, loadMasterKey, nextMasterKey, putNextMasterKeyInForce } from '../config/master-key.js';
import { StartupError } from '../postgres/index.js';
import { putInForce, rotateDataKeys } from '../secrets/rotate.js';
import { takeOverMasterKey } from '../secrets/take-over.js';
import { exitWithSentence } from './exit.js';
import { withDatabase } from './own-database.js';

const USAGE = `TIMBRA_MASTER_KEY must hold the new key and TIMBRA_MASTER_KEY_ALSO the old one, or neither be set: then the
key is the one in the data folder, and a new one is made in its place.`;

/**
 * `npm run rotate-master-key`: puts another master key in force, and with it the keys that follow from it. Safe to break
 * off and to run again. With keys in the environment, processes that have both may go on running; with the data
 * folder's, nothing else may run on it.
 */
await exitWithSentence(async () => {
  const config = loadConfig();
  const { from, to } = await keysToRotate(config);
  await withDatabase(config, 'timbra-rotate', async (pool) => {
    await takeOverMasterKey(pool, keysOf(to, from));
    for (const purpose of KEY_PURPOSES) {
      if (config.keys[purpose].key !== undefined) continue;
      const keys = { from: [deriveKey(from, purpose)], to: deriveKey(to, purpose) };
      if (purpose === 'bus') {
        if (config.kafka) await putInForce(pool, { purpose, ...keys });
        continue;
      }
      const { dataKeys, rewrapped } = await rotateDataKeys({ pool, purpose, ...keys });
      console.log(
        `The new master key opens all ${dataKeys} data keys of ${purpose}. This run wrapped ${rewrapped} of them again.`,
      );
    }
  });
  if (config.masterKey !== undefined)
    return console.log(
      'Now start every process without TIMBRA_MASTER_KEY_ALSO, and back up the new key. The old one opens older backups only.',
    );
  await putNextMasterKeyInForce(config.dataDir);
  console.log(
    `The new key is in ${config.dataDir}/master.key: back it up. Restart processes that still run with the old one.`,
  );
});

async function keysToRotate(config: Config): Promise<{ readonly from: Buffer; readonly to: Buffer }> {
  const { dataDir, masterKey, masterKeyAlso } = config;
  if (masterKey === undefined && masterKeyAlso === undefined)
    return { from: await loadMasterKey(dataDir, undefined), to: await nextMasterKey(dataDir) };
  if (masterKey === undefined || masterKeyAlso === undefined) throw new StartupError(USAGE);
  const to = decodeKey(masterKey, 'TIMBRA_MASTER_KEY');
  const from = decodeKey(masterKeyAlso, 'TIMBRA_MASTER_KEY_ALSO');
  if (from.equals(to)) throw new StartupError(USAGE);
  return { from, to };
}
