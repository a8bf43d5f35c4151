import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StartupError } from '../postgres/startup-error.js';
import { integer } from './integer.js';

/** How to reach Kafka; the bus takes it as its settings (libs/bus/src/kafka/settings.ts). */
export interface KafkaConfig {
  readonly brokers: readonly string[];
  /** Begins the names of all topics and groups. */
  readonly prefix: string;
  readonly tls: ConnectionOptions | undefined;
  readonly sasl: KafkaCredentials | undefined;
  /** Partitions of topics that are created: how many replicas of a service can share its work at most. */
  readonly partitions: number;
  /** Copies of topics that are created; undefined: three, or as many as there are brokers. */
  readonly replication: number | undefined;
  /**
   * After so long without a sign of a process its commands go to others, in milliseconds. The brokers must allow it
   * (`group.min.session.timeout.ms`, `group.max.session.timeout.ms`).
   */
  readonly sessionMs: number;
}

type Mechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';
/** By mechanism, as kafkajs tells them apart. */
export type KafkaCredentials = {
  [M in Mechanism]: { readonly mechanism: M; readonly username: string; readonly password: string };
}[Mechanism];

type Env = Readonly<Record<string, string | undefined>>;

const BROKER = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):\d{1,5}$/;
/** What Kafka allows in names, and short enough for what follows it. */
const PREFIX = /^[A-Za-z0-9_-]{1,50}$/;
const MECHANISMS: readonly Mechanism[] = ['plain', 'scram-sha-256', 'scram-sha-512'];

/**
 * Reads TIMBRA_KAFKA (`host:port`, several separated by commas) and what goes with it. Unset: undefined, and
 * the service reads nothing else of it.
 * @throws {StartupError} which repeats no password
 */
export function kafkaConfig(env: Env): KafkaConfig | undefined {
  const brokers = (env.TIMBRA_KAFKA ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (brokers.length === 0) return undefined;
  const wrong = brokers.find((broker) => !BROKER.test(broker));
  if (wrong !== undefined)
    throw new StartupError('TIMBRA_KAFKA must be brokers as host:port, separated by commas.');
  const prefix = env.TIMBRA_KAFKA_PREFIX || 'timbra';
  if (!PREFIX.test(prefix))
    throw new StartupError('TIMBRA_KAFKA_PREFIX must be 1 to 50 letters, digits, _ or -.');
  const tls = tlsOf(env);
  return {
    ...{ brokers, prefix, tls, sasl: saslOf(env, tls) },
    partitions: integer(env, 'TIMBRA_KAFKA_PARTITIONS', 12, 1, 1_000),
    replication: integer(env, 'TIMBRA_KAFKA_REPLICATION', undefined, 1, 9),
    sessionMs: integer(env, 'TIMBRA_KAFKA_SESSION_MS', 10_000, 500, 300_000),
  };
}

function tlsOf(env: Env): ConnectionOptions | undefined {
  const file = env.TIMBRA_KAFKA_CA;
  const asked = env.TIMBRA_KAFKA_TLS || (file ? 'true' : 'false');
  if (asked !== 'true' && asked !== 'false')
    throw new StartupError(`TIMBRA_KAFKA_TLS must be one of true, false, not "${asked}".`);
  if (asked === 'false') {
    if (file) throw new StartupError('TIMBRA_KAFKA_CA is of no use with TIMBRA_KAFKA_TLS=false.');
    return undefined;
  }
  if (!file) return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch {
    throw new StartupError(
      `TIMBRA_KAFKA_CA must be a file with certificates (PEM), and ${file} can't be read.`,
    );
  }
}

function saslOf(env: Env, tls: ConnectionOptions | undefined): KafkaCredentials | undefined {
  const { TIMBRA_KAFKA_SASL: asked, TIMBRA_KAFKA_USER: username, TIMBRA_KAFKA_PASSWORD: password } = env;
  if (!asked) {
    if (username || password)
      throw new StartupError('TIMBRA_KAFKA_USER and TIMBRA_KAFKA_PASSWORD need TIMBRA_KAFKA_SASL.');
    return undefined;
  }
  const mechanism = MECHANISMS.find((known) => known === asked);
  if (!mechanism) throw new StartupError(`TIMBRA_KAFKA_SASL must be one of ${MECHANISMS.join(', ')}.`);
  if (!username || !password)
    throw new StartupError('TIMBRA_KAFKA_SASL needs TIMBRA_KAFKA_USER and TIMBRA_KAFKA_PASSWORD.');
  if (mechanism === 'plain' && !tls)
    throw new StartupError('TIMBRA_KAFKA_SASL=plain sends the password as it is: it needs TIMBRA_KAFKA_TLS.');
  return { mechanism, username, password };
}
