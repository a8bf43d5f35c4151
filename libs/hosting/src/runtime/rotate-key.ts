import { systemNow } from '#kernel';
import { loadConfig, type Config } from '../config/config.js';
import { KEY_PURPOSES, keyVariable, loadKeys, type KeyPurpose, type KeyRing } from '../config/keys.js';
import { readMasterKey } from '../config/master-key.js';
import { StartupError } from '../postgres/index.js';
import { putInForce, rotateDataKeys } from '../secrets/rotate.js';
import { takeOverMasterKey } from '../secrets/take-over.js';
import { UploadKeys } from '../secrets/upload-keys.js';
import { Vault } from '../secrets/vault.js';
import { exitWithSentence } from './exit.js';
import { withDatabase } from './own-database.js';

const USAGE = `npm run rotate-key -- documents|signing|bus|uploads

The variable of the key (TIMBRA_DOCUMENTS_KEY, TIMBRA_SIGNING_KEY, TIMBRA_BUS_KEY) must hold the new one, and the same with
_ALSO the one before. TIMBRA_MASTER_KEY stands for the one before where that follows from the master key.

uploads: another pair of keys that uploads of private keys are sealed to; needs the keys of documents and of signing.`;

/**
 * `npm run rotate-key -- documents|signing|bus|uploads`: puts another key of a purpose in force. Safe to break off and to run
 * again, beside processes that have both keys (docs/operations.md).
 */
await exitWithSentence(async () => {
  const config = loadConfig();
  const [first, ...others] = process.argv.slice(2);
  if (first === 'uploads' && others.length === 0) return renewUploadKeys(config);
  const purpose = KEY_PURPOSES.find((one) => one === first);
  if (purpose === undefined || others.length > 0) throw new StartupError(USAGE);
  const { to, from, all } = await keysToRotate(config, purpose);
  await withDatabase(config, 'timbra-rotate', async (pool) => {
    if (purpose === 'bus') {
      await putInForce(pool, { purpose, from, to });
      return console.log(
        'The new key of the bus is in force. Messages under the old one stay readable as long as TIMBRA_BUS_KEY_ALSO is set: leave it until timbra_bus_lag is 0 and "npm run dead-letters -- list" shows none.',
      );
    }
    await takeOverMasterKey(pool, all);
    const { dataKeys, rewrapped } = await rotateDataKeys({ pool, purpose, from, to });
    console.log(
      `The new key opens all ${dataKeys} data keys of ${purpose}. This run wrapped ${rewrapped} of them again.`,
    );
    console.log(`Now start the processes without ${keyVariable(purpose)}_ALSO, and back up the new key.`);
  });
});

async function renewUploadKeys(config: Config): Promise<void> {
  const keys = await loadKeys(config, { needs: ['documents', 'signing'], makeFile: false });
  await withDatabase(config, 'timbra-rotate', async (pool) => {
    await takeOverMasterKey(pool, keys);
    const documents = new Vault(pool, 'documents', keys.documents);
    const signing = new Vault(pool, 'signing', keys.signing);
    await Promise.all([documents.verify(), signing.verify()]);
    await new UploadKeys('stamping', { documents, signing }, systemNow).renew();
  });
  console.log('Uploads to stamping are sealed to another pair of keys from now on.');
}

async function keysToRotate(config: Config, purpose: KeyPurpose) {
  if (config.keys[purpose].key === undefined) throw new StartupError(USAGE);
  // The data folder's key counts too: it may be what the installation has had so far.
  const inFolder = config.masterKey === undefined ? await readMasterKey(config.dataDir) : undefined;
  const masterKey = config.masterKey ?? inFolder?.toString('base64');
  const all = await loadKeys({ ...config, masterKey }, { needs: [purpose], makeFile: false });
  const [to, ...from]: KeyRing = all[purpose];
  if (to === undefined || from.length === 0 || from.some((key) => key.equals(to)))
    throw new StartupError(USAGE);
  return { to, from, all };
}
