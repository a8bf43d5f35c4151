import { monotonicMs, type Outcomes } from '#kernel';
import { InProcessBus, type CommandBus } from '#bus';
import type { Sealing } from '#bus/kafka/codec';
import type { SharedClock } from '#bus/kafka/handling';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRing } from '../config/keys.js';
import type { KafkaConfig } from '../config/kafka.js';
import type { Logger } from '../logging/logger.js';
import { StartupError } from '../postgres/startup-error.js';
import { openWithAny, sealWith } from '../secrets/sealing.js';

/** How long Kafka may take to be there: it is often started together with the services. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

export interface BusOptions {
  /** The keys of the bus. */
  readonly keys: KeyRing;
  /** Names this process among all on the bus. */
  readonly instance: string;
  readonly log: Logger;
  /** What became of commands: those that Kafka delivers again are not decided again. */
  readonly outcomes: Outcomes;
  readonly clock: SharedClock;
  readonly patienceMs?: number;
}

/**
 * What commands carry is sealed on its way: mails with secret links, hashes of keys, tax data. The first key seals; while
 * keys are changed, messages of the others are opened too.
 */
export function messageSealing(keys: KeyRing): Sealing {
  const [first] = keys;
  if (first === undefined) throw new Error('this process has no key of the bus');
  return {
    seal: (plain, context) => sealWith(first, plain, context),
    open: (sealed, context) => openWithAny(keys, sealed, context).plain,
  };
}

/**
 * The bus that the configuration names: over Kafka, or within the process.
 * @throws {StartupError} when Kafka does not answer, or lacks the topics
 */
export async function openBus(
  kafka: KafkaConfig | undefined,
  { keys, instance, log, outcomes, clock, patienceMs = PATIENCE_MS }: BusOptions,
): Promise<CommandBus> {
  if (!kafka) return new InProcessBus();
  // Loaded only where it is used: its client is large.
  const { KafkaBus } = await import('#bus/kafka/kafka-bus');
  const { KafkaNotReady } = await import('#bus/kafka/settings');
  for (const deadline = monotonicMs() + patienceMs; ;) {
    try {
      const sealing = messageSealing(keys);
      return await KafkaBus.open({ settings: kafka, log, instance, sealing, outcomes, clock });
    } catch (error) {
      if (error instanceof KafkaNotReady) throw new StartupError(error.message);
      const reason = error instanceof Error ? error.message : String(error);
      if (monotonicMs() > deadline)
        throw new StartupError(`The Kafka of TIMBRA_KAFKA does not answer as it should: ${reason}`);
      log.warn({ reason }, 'Kafka does not answer yet');
      await sleep(PAUSE_MS);
    }
  }
}
