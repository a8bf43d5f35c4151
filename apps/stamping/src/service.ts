import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { certificatesInUse } from './certificates/process.js';
import { stampingContents } from './contents.js';
import { pacsInUse } from './pacs/process.js';
import { stampingRescue } from './stamping/process.js';

/** The CSD vault, signing, the PAC, and reconciliation with it. Its state is its streams and the vault. */
export const stampingService: ServiceDefinition = {
  name: 'stamping',
  owns: streamsOfLine('stamping'),
  keys: ['documents', 'signing'],
  migrations: [],
  projections: [],
  processes: [stampingRescue, certificatesInUse, pacsInUse],
  contents: stampingContents,
};
