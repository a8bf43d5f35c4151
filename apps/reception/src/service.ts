import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { Downloads1764276600000 } from './downloads/migration.js';
import { DownloadsUnderWay1764291000000 } from './downloads/under-way.migration.js';
import { downloadProcess } from './downloads/process.js';
import { InboundAddresses1764276000000 } from './mail/mails.migration.js';
import { mailProcess } from './mail/process.js';
import { Reception1764275000000 } from './migrations.js';
import { WatchedDocuments1764275000100, WatchedOwnPast1764278000000 } from './watch/watched.migration.js';

/** Documents that others issued: they are parsed, verified, and imported by invoicing. It signs nothing and calls nobody outside. */
export const receptionService: ServiceDefinition = {
  name: 'reception',
  owns: streamsOfLine('reception'),
  keys: ['documents'],
  migrations: [
    Reception1764275000000,
    WatchedDocuments1764275000100,
    Downloads1764276600000,
    InboundAddresses1764276000000,
    WatchedOwnPast1764278000000,
    DownloadsUnderWay1764291000000,
  ],
  projections: [],
  processes: [downloadProcess, mailProcess],
};
