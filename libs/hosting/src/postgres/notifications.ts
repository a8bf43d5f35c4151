import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Notifications } from '#event-store';
import { NOTICE_DEAD_CLIENTS, NOTICE_DEAD_SERVER } from './pool.js';

export interface DatabaseNotificationsOptions {
  readonly databaseUrl: string;
  /** Asks for the notification by which the listener learns that they arrive: over another connection than its own. */
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** How long a notification may take before they count as not arriving. */
  readonly probeMs?: number;
  /** The first pause before it connects again; each further one is twice as long. */
  readonly pauseMs?: number;
}

const PROBE_MS = 10_000;
const PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
/** Where they don't arrive, it is tried again so often: a pooler may have been taken away. */
const REFUSED_PAUSE_MS = 60_000;
const ANSWER_MS = 10_000;

/** A connection took LISTEN, and what was told did not come. */
class NothingArrives extends Error {}

/**
 * The process's one connection that listens (LISTEN). It connects again with growing pauses, and then everybody is called
 * back: what was told meanwhile is lost.
 *
 * A pooler that gives each transaction another connection refuses LISTEN, or takes it and delivers nothing. So each
 * connection is tried, with a notification that another one sends.
 */
export class DatabaseNotifications implements Notifications {
  private readonly hearers = new Map<string, Set<(text: string | undefined) => void>>();
  private readonly stopping = new AbortController();
  /** This connection's alone, so that a trial wakes no other process. */
  private readonly probe = `timbra_probe_${randomBytes(8).toString('hex')}`;
  private probed: (() => void) | undefined;
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;
  private arriving = true;

  constructor(private readonly options: DatabaseNotificationsOptions) {}

  get arrive(): boolean {
    return this.arriving;
  }

  /** Before `start`. */
  on(channel: string, hear: (text: string | undefined) => void): () => void {
    const hearers = this.hearers.get(channel) ?? new Set();
    this.hearers.set(channel, hearers.add(hear));
    return () => void hearers.delete(hear);
  }

  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { log, pauseMs = PAUSE_MS } = this.options;
    let failures = 0;
    while (!signal.aborted) {
      let pause = Math.min(MAX_PAUSE_MS, pauseMs * 2 ** Math.min(failures, 10));
      try {
        await this.listen(() => (failures = 0));
        pause = pauseMs;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (isRefused(error)) {
          pause = REFUSED_PAUSE_MS;
          this.lackThem(error);
        } else log.debug({ err: error, failures }, 'the connection that listens to the database failed');
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection ends. */
  private async listen(succeeded: () => void): Promise<void> {
    const client = this.connection();
    const ended = new Promise<void>((resolve) => void client.once('end', () => resolve()));
    this.client = client;
    try {
      await client.connect();
      for (const channel of [this.probe, ...this.hearers.keys()])
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      await this.tryOut(ended);
      if (!this.arriving) this.options.log.info('notifications of the database arrive now');
      this.arriving = true;
      succeeded();
      for (const hearers of this.hearers.values()) for (const hear of hearers) hear(undefined);
      await ended;
    } finally {
      await client.end().catch(() => undefined);
      this.client = undefined;
    }
  }

  private connection(): pg.Client {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      application_name: 'timbra-listener',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...NOTICE_DEAD_SERVER,
      options: NOTICE_DEAD_CLIENTS.join(' '),
    });
    // Its end says the same.
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.probe) this.probed?.();
      else for (const hear of this.hearers.get(channel) ?? []) hear(payload);
    });
    return client;
  }

  /** @throws {NothingArrives} */
  private async tryOut(ended: Promise<void>): Promise<void> {
    const { pool, probeMs = PROBE_MS } = this.options;
    const arrived = new Promise<'arrived'>((resolve) => (this.probed = () => resolve('arrived')));
    const waited = new AbortController();
    try {
      await pool.query('SELECT pg_notify($1, $2)', [this.probe, '']);
      const outcome = await Promise.race([
        arrived,
        ended.then(() => 'ended' as const),
        sleep(probeMs, 'silent' as const, { signal: waited.signal, ref: false }),
      ]);
      if (outcome === 'ended') throw new Error('the connection ended at once');
      if (outcome === 'silent') throw new NothingArrives('nothing that was told arrives');
    } finally {
      waited.abort();
      this.probed = undefined;
    }
  }

  private lackThem(error: unknown): void {
    if (this.arriving)
      this.options.log.warn(
        { err: error },
        'notifications of the database do not arrive (a pooler in transaction mode?): this process looks for the work of others many times a second instead',
      );
    this.arriving = false;
  }
}

/** Refused by who answered, not for want of an answer: classes 08, 53, 57 and 58 are of servers that are away, full or going. */
const isRefused = (error: unknown): boolean => {
  if (error instanceof NothingArrives) return true;
  const { code = '' } = error as { readonly code?: unknown };
  return error instanceof pg.DatabaseError && !/^(08|53|57|58|28)/.test(String(code));
};
