import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '#hosting';
import { kafkaClient } from '#bus/kafka/settings';
import { commandsGroup, commandsTopic } from '#bus/kafka/topics';
import { PUBLISHER } from '#eventing';

const EVERY_MS = 500;
const SERVICES = ['invoicing', 'stamping'];

const PENDING = 'SELECT count(*)::int AS pending FROM platform.pending_commands WHERE due_at <= now()';
const PENDING_AND_EVENTS = `
  SELECT count(*) FILTER (WHERE position > model)::int AS rows, count(*) FILTER (WHERE position > publisher)::int AS published,
         (${PENDING}) AS pending
  FROM (SELECT max(position) FILTER (WHERE name = 'invoices') AS model,
               max(position) FILTER (WHERE name = $1) AS publisher FROM platform.checkpoints) AS at
  LEFT JOIN event_store.events ON position > least(model, publisher) AND stream_id LIKE 'invoice-%'`;

/**
 * Watches what waits while a load runs: commands on Kafka that are not committed yet, events that read models and the
 * publisher have still to take, commands of process managers that are due. Over topics each partition has a place of its own, from
 * which can't be told how much waits: events are not counted.
 * @param events where domain events travel: `feed` or `topics`
 * @returns `{ end }`, which stops watching and gives `{ most, drainedMs }`: the most of each that was seen, and how long
 *   after the end it took until nothing waited
 */
export const watchLag = async ({ broker, prefix, databaseUrl, events, log }) => {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'timbra-bench' });
  const settings = { brokers: [broker], prefix, tls: undefined, sasl: undefined };
  const admin = kafkaClient(settings, 'bench-lag', log).admin();
  await admin.connect();

  const commands = async (service) => {
    const topic = commandsTopic(prefix, service);
    const [ends, [committed]] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId: commandsGroup(prefix, service), topics: [topic] }),
    ]);
    const done = new Map(committed.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    return ends.reduce(
      // Without a commit yet, the group begins at the partition's low end.
      (sum, { partition, high, low }) => sum + Number(high) - Math.max(Number(low), done.get(partition) ?? 0),
      0,
    );
  };
  const look = async () => {
    const { rows } = await pool.query(
      ...(events === 'topics' ? [PENDING] : [PENDING_AND_EVENTS, [PUBLISHER]]),
    );
    const lags = await Promise.all(SERVICES.map(commands));
    return { ...Object.fromEntries(SERVICES.map((service, n) => [service, lags[n]])), ...rows[0] };
  };

  const most = {};
  let watching = true;
  const watched = (async () => {
    while (watching) {
      for (const [name, value] of Object.entries(await look())) most[name] = Math.max(most[name] ?? 0, value);
      await sleep(EVERY_MS);
    }
  })();
  // Where the load fails, the database goes while this still looks: the load's failure is what should be read.
  watched.catch(() => undefined);
  const end = async () => {
    watching = false;
    await watched;
    const since = performance.now();
    // What the load's last second left: events that nobody has to act on stay behind a checkpoint for a moment.
    while (Object.values(await look()).some((value) => value > 0)) await sleep(20);
    const drainedMs = performance.now() - since;
    await Promise.all([admin.disconnect(), pool.end()]);
    return { most, drainedMs };
  };
  return { end };
};
