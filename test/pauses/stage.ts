import type { Admin } from 'kafkajs';
import type pg from 'pg';
import type { RecordedEvent } from '#event-store';
import { partitionOf } from '#bus/kafka/partitioner';
import { commandsGroup, commandsTopic } from '#bus/kafka/topics';
import { until } from '#bus/testing/until';
import { createPool } from '#hosting';
import type { Answer } from '../crash/client.js';
import { readUndone } from '../failures/books.js';
import { check, type Verdict } from '../failures/checker.js';
import { RetryingClient } from '../failures/client.js';
import { clientOf } from '../failures/log.js';
import { within } from '../failures/steps.js';
import type { Moment } from '../failures/tap.js';
import { SERVICES, World, type Replica, type ServiceName } from '../failures/world.js';
import { withEventStore } from '../support/events.js';
import { inParts, payment } from '../support/bodies.js';
import { PATIENT } from '../support/limits.js';
import { settingsOf, type Times } from './times.js';

/** Each of two replicas has one of them. */
const PARTITIONS = 2;

/** A process that is stopped at a step of its work. */
export interface Stopped {
  readonly replica: Replica;
  /** It goes on where it was. Resolves when the statement that it stopped at is done. */
  wake(): Promise<void>;
}

/** Services of two replicas each, and what a scenario needs to do and to see. */
export class Stage {
  readonly client: RetryingClient;

  private constructor(
    readonly world: World,
    readonly times: Times,
    readonly pool: pg.Pool,
  ) {
    this.client = new RetryingClient({ gateways: world.gateways, key: world.demo.test_key });
  }

  /** `twice`: services of which there are two. */
  static async open(times: Times, twice: readonly ServiceName[]): Promise<Stage> {
    const env = { ...PATIENT, ...settingsOf(times), TIMBRA_KAFKA_PARTITIONS: String(PARTITIONS) };
    const world = await World.start({ env });
    await Promise.all(twice.map((service) => world.start(service)));
    const pool = createPool(world.databaseUrl, {
      ...{ max: 2, applicationName: 'timbra-stage', onIdleError: () => undefined },
    });
    return new Stage(world, times, pool);
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.world.stop();
  }

  /** Sends until there is an answer, which must be 2xx. */
  async ok(request: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.client.send(request, body);
    if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A stamped invoice that is paid in parts, of 1160; its commands go to a partition, if one is named. */
  async paidInParts(fields: object = {}, partition?: number): Promise<{ readonly id: string }> {
    const { id } = await this.draft(inParts(fields), partition);
    await this.ok(`POST /invoices/${id}/stamp`);
    return { id };
  }

  /** A payment of one invoice, as a body. */
  paymentOf = (invoice: { readonly id: string }, amount: number, fields: object = {}): object =>
    payment([{ payment_form: '03', related_documents: [{ invoice: invoice.id, amount }] }], fields);

  /** A draft whose commands go to a partition; undefined: to any. */
  async draft(
    body: object,
    partition?: number,
  ): Promise<{ readonly id: string; readonly partition: number }> {
    for (;;) {
      const { id } = await this.ok('POST /invoices', { ...body, status: 'draft' });
      const at = partitionOf(id as string, PARTITIONS);
      if (partition === undefined || at === partition) return { id: id as string, partition: at };
      await this.ok(`DELETE /invoices/${id as string}`);
    }
  }

  /** Does something, and stops the replica that comes to a step of it, there. */
  async stopAt(
    service: ServiceName,
    moment: Moment,
    pattern: RegExp,
    act: () => Promise<unknown>,
  ): Promise<Stopped> {
    let replica: Replica | undefined;
    const sprung = this.world.tap(service).trap(
      moment,
      pattern,
      (door) => {
        replica = this.world.of(service).find((one) => one.door === door);
        if (replica) this.world.pause(replica);
      },
      true,
    );
    const acting = act();
    acting.catch(() => undefined);
    await within(60_000, `${service} at ${String(pattern)}`, sprung);
    if (!replica) throw new Error(`no ${service} came to ${String(pattern)}`);
    const stopped = replica;
    return { replica: stopped, wake: () => this.world.wake(stopped) };
  }

  /** Wakes whoever is asleep, and forgets the steps that nobody has come to: for the next scenario. */
  async wakeAll(): Promise<void> {
    for (const service of SERVICES) this.world.tap(service).disarm();
    await Promise.all(this.world.replicas.map((replica) => this.world.wake(replica)));
  }

  /** Rows of a statement. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  /** Waits until a statement gives rows. */
  until = (text: string, values: readonly unknown[] = [], withinMs = 60_000): Promise<void> =>
    until(async () => (await this.rows(text, values)).length > 0, withinMs);

  /** Waits until a stream has such an event. */
  async event(streamId: string, type: string): Promise<RecordedEvent> {
    const { databaseUrl, eventStore } = this.world;
    let found: RecordedEvent | undefined;
    await withEventStore(databaseUrl, eventStore, (store) =>
      until(async () => {
        found = (await store.read(streamId)).find((event) => event.type === type);
        return found !== undefined;
      }),
    );
    if (!found) throw new Error(`${streamId} has no ${type}`);
    return found;
  }

  /** Waits until the group of invoicing has settled on so many members. */
  joined = (members: number): Promise<void> =>
    this.asking(async (admin) => {
      const group = commandsGroup(this.world.prefix, 'invoicing');
      await until(async () => {
        const { groups } = await admin.describeGroups([group]);
        return groups[0]?.state === 'Stable' && groups[0].members.length === members;
      }, 120_000);
    });

  /** Waits until every command for invoicing is handled, and none of a process manager is due. */
  quiet = (): Promise<void> =>
    this.asking(async (admin) => {
      const [topic, groupId] = [
        commandsTopic(this.world.prefix, 'invoicing'),
        commandsGroup(this.world.prefix, 'invoicing'),
      ];
      const handled = async (): Promise<boolean> => {
        const ends = await admin.fetchTopicOffsets(topic);
        const [at] = await admin.fetchOffsets({ groupId, topics: [topic] });
        const offsets = new Map(at?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
        return ends.every(
          ({ partition, high }) => high === '0' || (offsets.get(partition) ?? 0n) >= BigInt(high),
        );
      };
      await until(async () => (await readUndone(this.pool)).length === 0 && (await handled()), 240_000);
    });

  /** Up to where invoicing's group has committed a partition. */
  committed = (partition: number): Promise<bigint> =>
    this.asking(async (admin) => {
      const groupId = commandsGroup(this.world.prefix, 'invoicing');
      const [at] = await admin.fetchOffsets({
        groupId,
        topics: [commandsTopic(this.world.prefix, 'invoicing')],
      });
      return BigInt(at?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
    });

  private async asking<T>(ask: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = clientOf(this.world.environment['TIMBRA_KAFKA'] ?? '').admin();
    await admin.connect();
    try {
      return await ask(admin);
    } finally {
      await admin.disconnect();
    }
  }

  /** What the checker says when all is quiet. */
  verdict(): Promise<Verdict> {
    const { world, client } = this;
    return check({
      masterKey: world.environment['TIMBRA_MASTER_KEY'] ?? '',
      ...{ databaseUrl: world.databaseUrl, promised: [], client, refusals: client.journal.refusals },
      eventStore: world.eventStore,
      published: { broker: world.environment['TIMBRA_KAFKA'] ?? '', prefix: world.prefix },
    });
  }
}
