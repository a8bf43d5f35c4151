import { sealOldContents } from '#eventing';
import { loadConfig } from '../config/config.js';
import { loadKeys } from '../config/keys.js';
import { sealOldMails } from '../secrets/seal-old-mails.js';
import { takeOverMasterKey } from '../secrets/take-over.js';
import { Vault } from '../secrets/vault.js';
import { exitWithSentence } from './exit.js';
import { withDatabase } from './own-database.js';

const TOLD_EVERY = 10_000;

/**
 * `npm run seal-documents`: seals the documents and mails that were stored before they were sealed. Safe to break off
 * and to run again; with one's own PostgreSQL the service may run meanwhile.
 */
await exitWithSentence(async () => {
  const config = loadConfig();
  const keys = await loadKeys(config, { needs: ['documents'], makeFile: config.databaseUrl === undefined });
  await withDatabase(config, 'timbra-seal', async (pool) => {
    await takeOverMasterKey(pool, keys);
    const vault = new Vault(pool, 'documents', keys.documents);
    await vault.verify();
    let told = 0;
    const documents = await sealOldContents(pool, vault, (sealed) => {
      if (sealed < told + TOLD_EVERY) return;
      told = sealed;
      console.log(`${sealed} documents so far`);
    });
    const mails = await sealOldMails(pool, vault);
    console.log(`Sealed ${documents} documents and ${mails} mails. All others were sealed before.`);
  });
});
