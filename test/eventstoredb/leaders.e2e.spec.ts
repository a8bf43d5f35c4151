import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster, EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { monotonicMs } from '#kernel';
import { until } from '#bus/testing/until';
import { startApp, type TestApp } from '../support/app.js';
import { BUSY_MS, Load } from './load.js';
import { NotedLog } from './noted-log.js';

const PREFIX = 'leaders';
/** The node that leads next; whether the one before is gone then, or stays and says that it leads no more. */
const ELECTIONS = [
  { leader: 1, isGone: false },
  { leader: 2, isGone: true },
  { leader: 0, isGone: false },
  { leader: 1, isGone: true },
] as const;

/** A cluster of three doubles over one log: under load another node leads, again and again. */
describe('EventStoreDB whose leader is deposed under load', () => {
  const noted = new NotedLog();
  const cluster = new Cluster();
  let nodes: readonly EventStoreDbDouble[];
  let beganAt = 0;
  let app: TestApp;
  let load: Load;

  beforeAll(async () => {
    const first = await EventStoreDbDouble.start({ cluster });
    const { log: events } = first;
    nodes = [
      first,
      ...(await Promise.all([1, 2].map(() => EventStoreDbDouble.start({ cluster, log: events })))),
    ];
    const hosts = nodes.map(({ wire }) => `127.0.0.1:${wire.port}`).join(',');
    const env = {
      ...{ TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_PREFIX: PREFIX },
      EVENTSTOREDB_URL: `esdb://${hosts}?tls=false`,
    };
    app = await startApp(env, { log: noted.log });
    load = new Load(app, 4);
    await until(() => load.made.size > 8, BUSY_MS);
    beganAt = monotonicMs();
    for (const { leader, isGone } of ELECTIONS) {
      const before = nodes[cluster.leader];
      if (isGone) await before?.wire.down();
      cluster.elect(leader);
      const made = load.made.size;
      await until(() => load.made.size > made + 8, BUSY_MS);
      if (isGone) await before?.wire.up();
    }
    await load.stop();
  }, 400_000);
  afterAll(async () => {
    await load.stop();
    await app.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('refuses nobody: an election is waited for', () => {
    const met = load.requests.filter((request) => request.beganAt + request.ms > beganAt);
    const slowest = Math.max(...met.map(({ ms }) => ms));
    console.log(
      `${load.made.size} invoices, ${ELECTIONS.length} elections, slowest request ${Math.round(slowest)} ms`,
    );
    expect(load.requests.filter(({ status }) => status >= 300)).toEqual([]);
  });

  it('is never taken for away, and nothing fails for it', () => {
    expect(noted.warnings.filter(({ msg }) => /EventStoreDB/.test(msg))).toEqual([]);
    expect(app.bugs()).toEqual([]);
  });

  it('has each invoice once, with its stamp', async () => {
    expect(new Set(load.made.values()).size).toBe(load.made.size);
    for (const id of load.made.values()) {
      await until(async () => (await app.get(`/invoices/${id}`)).status === 'valid');
      const types = nodes[0]?.log.stream(`${PREFIX}.invoice-${id}`).map(({ type }) => type);
      expect(types).toEqual(['InvoiceIssued', 'InvoiceStamped']);
    }
  });
});
