import type { ConnectionOptions } from 'node:tls';
import { Kafka, logLevel, type LogEntry, type SASLOptions } from 'kafkajs';
import type { Logger } from 'pino';
import { fetchInSessions } from './fetch-sessions.js';
import { mendConsumerGroups } from './group-internals.js';
import { quietRequestQueue } from './quiet-queue.js';

/** How to reach the cluster; shared by the bus, the publisher of events and the commands of operators. */
export interface KafkaSettings {
  /** `host:port` of some brokers; the others are learnt from them. */
  readonly brokers: readonly string[];
  /** Begins the names of all topics and groups, so that installations can share a cluster. */
  readonly prefix: string;
  readonly tls: ConnectionOptions | undefined;
  readonly sasl: SASLOptions | undefined;
  /** After so long without a sign of a process its partitions go to others, in milliseconds. Default: SESSION_MS. */
  readonly sessionMs?: number;
}

/** What kafkajs logs of failures says what it tried again; a failure that counts reaches its caller. */
const PINO_LEVEL = {
  [logLevel.ERROR]: 'info',
  [logLevel.WARN]: 'debug',
  [logLevel.INFO]: 'debug',
  [logLevel.DEBUG]: 'trace',
  [logLevel.NOTHING]: 'silent',
} as const;

quietRequestQueue();
mendConsumerGroups();
fetchInSessions();

/** A client whose log lines are ours. `clientId` names the process to the brokers. */
export const kafkaClient = (settings: KafkaSettings, clientId: string, log: Logger): Kafka =>
  new Kafka({
    clientId,
    brokers: [...settings.brokers],
    ...(settings.tls && { ssl: settings.tls }),
    ...(settings.sasl && { sasl: settings.sasl }),
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    // Short rounds: who waits for one decides what comes next.
    retry: { initialRetryTime: 100, multiplier: 2, maxRetryTime: 2_000, retries: 5 },
    logLevel: log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.ERROR,
    logCreator: () => (entry) => write(log, entry),
  });

function write(log: Logger, { level, namespace, log: { message, error, groupId, broker } }: LogEntry): void {
  log[PINO_LEVEL[level]]({ kafka: namespace, groupId, broker, reason: error as unknown }, message);
}

/** Kafka is not set up as the bus needs it. The message is one sentence for the operator. */
export class KafkaNotReady extends Error {
  override readonly name = 'KafkaNotReady';
}
