import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { until } from '#bus/testing/until';
import { invoice, universidad } from '../support/bodies.js';
import { startApp, type Json, type TestApp } from '../support/app.js';

const FOLDER = resolve(import.meta.dirname, '../../deploy/observability');

/** One line of Prometheus's text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const labelsOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
  );

function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, labels: labelsOf(labels), value: Number(value) }];
  });
}

const textOf = async (file: string): Promise<string> =>
  (await readFile(join(FOLDER, file), 'utf8')).replaceAll('\\"', '"');

/** Whether the name is one of them, or begins some (`timbra_pending_commands_*`). */
const startsAny = (known: ReadonlySet<string>, name: string): boolean =>
  [...known].some((one) => one.startsWith(name));

const organizationOfNobody = 'f'.repeat(24);

describe('metrics', () => {
  let app: TestApp;
  let made: Json;
  beforeAll(async () => {
    app = await startApp({ TIMBRA_OPERATOR_PORT: '0' });
    made = await app.post('/invoices', invoice());
    await app.api('POST', '/invoices', {});
    await app.api('GET', `/invoices/${made.id}`);
    await app.api('GET', '/invoices/nowhere');
    await app.post(`/invoices/${made.id}/email`);
    await app.del(`/invoices/${made.id}?motive=02`);
  });
  afterAll(() => app.close());

  const scrape = async () => {
    const response = await fetch(`${app.operatorUrl}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    return samplesOf(await response.text());
  };
  const valueOf = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const found = (await scrape()).filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  };
  /** Waits for what is counted only after an answer is out. */
  const eventually = async (
    name: string,
    labels: Readonly<Record<string, string>> = {},
    isSo = (value: number) => value >= 1,
  ) => {
    let value: number | undefined;
    try {
      await until(async () => (value = await valueOf(name, labels)) !== undefined && isSo(value));
    } catch {
      throw new Error(`${name} ${JSON.stringify(labels)} stays ${value}`);
    }
  };

  it('tell of requests by the template of their route', async () => {
    const count = 'timbra_http_request_seconds_count';
    await eventually(count, { method: 'POST', route: '/v2/invoices', status: '2xx' });
    expect(await valueOf(count, { method: 'POST', route: '/v2/invoices', status: '4xx' })).toBe(1);
    expect(await valueOf(count, { method: 'GET', route: '/v2/invoices/:invoice_id', status: '2xx' })).toBe(1);
    await eventually('timbra_http_requests_in_flight', {}, (value) => value === 0);
  });

  it('tell of commands, events, the PAC, mails and cancellations', async () => {
    await eventually('timbra_mails_total', { outcome: 'sent' });
    expect(await valueOf('timbra_commands_handled_total', { type: 'stamping.stamp', outcome: 'ok' })).toBe(1);
    expect(await valueOf('timbra_commands_sent_total', { type: 'invoicing.create', outcome: 'ok' })).toBe(1);
    expect(
      await valueOf('timbra_commands_handled_total', { type: 'invoicing.create', outcome: 'refused' }),
    ).toBe(1);
    expect(await valueOf('timbra_command_seconds_count', { type: 'invoicing.create' })).toBe(2);
    expect(await valueOf('timbra_events_appended_total', { type: 'InvoiceStamped' })).toBe(1);
    await eventually('timbra_stampings_total', { outcome: 'stamped' }, (value) => value === 1);
    expect(
      await valueOf('timbra_pac_requests_total', { pac: 'sandbox', operation: 'stamp', outcome: 'stamped' }),
    ).toBe(1);
    expect(await valueOf('timbra_pac_request_seconds_count', { pac: 'sandbox', operation: 'stamp' })).toBe(1);
    await eventually('timbra_cancellations_total', { outcome: 'accepted' }, (value) => value === 1);
    expect(await valueOf('timbra_event_append_seconds_count', { outcome: 'appended' })).toBeGreaterThan(5);
  });

  it('tell what a process has before it', async () => {
    const head = await app.runtime.store.head();
    expect(await valueOf('timbra_database_up')).toBe(1);
    expect(await valueOf('timbra_event_store_head')).toBeGreaterThanOrEqual(Number(head));
    const consumers = (await scrape()).filter(({ name }) => name === 'timbra_consumer_position');
    expect(consumers.map(({ labels }) => labels['consumer']).toSorted()).toEqual(
      app.runtime.feed
        .status()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(await valueOf('timbra_bus_connected')).toBe(1);
    expect(await valueOf('timbra_database_connections', { pool: 'rows' })).toBeGreaterThan(0);
    expect(await valueOf('timbra_build_info', { service: 'standalone' })).toBe(1);
    // Measured anew after each look: one that comes at once finds nothing.
    await eventually('nodejs_eventloop_lag_p99_seconds', {}, (value) => value > 0);
  });

  it('tell of a command that is overdue, and for how long', async () => {
    // Those of the requests before are done.
    await eventually('timbra_pending_commands_due', {}, (value) => value === 0);
    await app.runtime.pool.query(
      `INSERT INTO platform.pending_commands (id, process, command, due_at, leased_by, leased_until, attempts)
       VALUES (gen_random_uuid(), 'test', '{"type":"test.Do"}', now() - interval '100 seconds', 'x', now() + interval '1 hour', 3)`,
    );
    await eventually('timbra_pending_commands_due', {}, (value) => value === 1);
    expect(await valueOf('timbra_pending_commands_retrying')).toBe(1);
    expect(await valueOf('timbra_pending_commands_oldest_seconds')).toBeGreaterThan(99);
    await app.runtime.pool.query(`DELETE FROM platform.pending_commands WHERE process = 'test'`);
    await eventually('timbra_pending_commands_oldest_seconds', {}, (value) => value === 0);
  });

  it('tell what is under way of documents of others, and since when', async () => {
    const names = ['watched_documents_due', 'inbound_mails_processing', 'downloads_under_way'];
    const ages = ['watched_documents_oldest_due', 'inbound_mails_oldest', 'downloads_oldest'];
    const read = () =>
      Promise.all([...names, ...ages.map((one) => `${one}_seconds`)].map((one) => valueOf(`timbra_${one}`)));
    expect(await read()).toEqual([0, 0, 0, 0, 0, 0]);
    const ofNobody = [organizationOfNobody, 'a', new Date(Date.now() - 100_000)];
    // Nobody works on a row that somebody else has taken.
    const watched = `INSERT INTO reception.watched
      (organization_id, livemode, uuid, invoice_id, document, known, step, next_at, until_at, lease, leased_until)
      VALUES ($1, true, $2, $2, '{}', '{}', 0, $3, now() + interval '1 hour', 'x', now() + interval '1 hour')`;
    const mail = `INSERT INTO gateway.inbound_mails (organization_id, livemode, id, revision, created_at, doc)
      VALUES ($1, true, $2, 0, $3, '{"status":"processing"}')`;
    const download = `INSERT INTO reception.downloads (organization_id, livemode, id, revision, created_at, under_way, doc)
      VALUES ($1, true, $2, 0, $3, true, '{}')`;
    for (const insert of [watched, mail, download]) await app.runtime.pool.query(insert, ofNobody);
    const [due, mails, downloads, ...waited] = await read();
    expect([due, mails, downloads]).toEqual([1, 1, 1]);
    for (const seconds of waited) expect(Math.round(Number(seconds) / 10)).toBeGreaterThanOrEqual(10);
    for (const table of ['reception.watched', 'gateway.inbound_mails', 'reception.downloads'])
      await app.runtime.pool.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationOfNobody]);
    expect(await read()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('name an organization where that is their purpose', async () => {
    const { organization_id: organization = '' } = app.demo as Json;
    expect(
      await valueOf('timbra_organization_bytes_total', { organization, direction: 'out' }),
    ).toBeGreaterThan(0);
  });

  it('have labels of few values, and elsewhere nothing of a tenant', async () => {
    const samples = (await scrape()).filter(({ name }) => !name.startsWith('timbra_organization_'));
    const values = [...new Set(samples.flatMap(({ labels }) => Object.values(labels)))].join('\n');
    const { organization_id: organization = 'none' } = app.demo as Json;
    for (const secret of [made.id, made.uuid, organization, universidad.tax_id, app.demo.test_key])
      expect(values).not.toContain(secret);
    expect(values).not.toMatch(/[0-9a-f]{24}|nowhere/);
    expect(samples.length).toBeLessThan(3_000);
  });

  it('are not on the API’s own port', async () => {
    const site = app.baseUrl.replace('/v2', '');
    for (const path of ['/metrics', '/v2/metrics']) expect((await fetch(site + path)).status).toBe(404);
  });

  it('are what dashboard and alerts ask for, by name and by label', async () => {
    const text = await app.runtime.telemetry.metrics.text();
    const types = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
    );
    const known = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
    for (const file of ['dashboard.json', 'alerts.yml']) {
      const asked = await textOf(file);
      const names = [...asked.matchAll(/\b(?:timbra|nodejs|process)_\w+/g)].map(([name]) => name);
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
    const described = [...(await textOf('../../docs/operations.md')).matchAll(/`(timbra_\w+\w)/g)];
    expect(described.map(([, name = '']) => name).filter((name) => !startsAny(known, name))).toEqual([]);
  });

  it('have alerts that operators find in their manual', async () => {
    const alerts = [...(await textOf('alerts.yml')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const manual = await textOf('../../docs/operations.md');
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
    const named = [...manual.matchAll(/`(Timbra[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(named.filter((name = '') => !alerts.includes(name))).toEqual([]);
  });
});
