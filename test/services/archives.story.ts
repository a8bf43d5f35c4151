import { randomBytes, randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import { unzipSync } from 'fflate';
import { invoicingService } from '#apps/invoicing/src/service';
import { NotificationsModule } from '#apps/notifications/src/notifications.module';
import { archivesProjection } from '#apps/gateway/src/read-models/archives';
import { DocumentsModule } from '#apps/gateway/src/read-models/documents';
import { gatewayService } from '#apps/gateway/src/service';
import { notificationsService } from '#apps/notifications/src/service';
import { ARCHIVE_TYPES, type ArchiveAsked, type ArchiveRow, type CommandOutcome } from '#contracts';
import { FixedClock, deterministicId, newId } from '#kernel';
import { compareWithFold } from '#eventing';
import { createLogger, keysOf, loadConfig, openRuntime, type Runtime } from '#hosting';
import { until } from '#bus/testing/until';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { caughtUp } from '../support/commands.js';
import { startServices } from '../support/services.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../support/story.js';

/** Monthly archives over generated invoices: faults and deaths in the middle, months, tenants, the end of a file. */

const NOW = new Date('2026-12-01T18:00:00.000Z');
const DAY_MS = 86_400_000;
const keys = keysOf(randomBytes(32));
const dying: Promise<void>[] = [];
const hangingUp: (() => void)[] = [];

let database: TestDatabase;
let runtime: Runtime;
let app: INestMicroservice;
let clock: FixedClock;
let tenant: { organizationId: string; livemode: boolean };

async function start(): Promise<void> {
  runtime = await openRuntime({
    config: loadConfig({ TIMBRA_ZIP_DAYS: '7' }),
    databaseUrl: database.url,
    keys,
    log: createLogger({ level: 'silent' }),
    services: [gatewayService, invoicingService, notificationsService],
    clock,
    systemNow: clock.now,
    soleInstance: true,
  });
  app = await startServices(runtime, [NotificationsModule, DocumentsModule]);
}

beforeAll(async () => {
  clock = new FixedClock(NOW);
  database = await freshDatabase();
  await start();
});
afterAll(async () => {
  for (const hangUp of hangingUp) hangUp();
  await Promise.all([app.close(), ...dying]);
  await database.drop();
});
beforeEach(() => {
  tenant = { organizationId: newId(), livemode: true };
});
afterEach(async () => {
  const { pool, store } = runtime;
  await caughtUp(runtime, archivesProjection.name);
  expect(await compareWithFold({ pool, store, projection: archivesProjection })).toEqual([]);
});

const asked = (over: Partial<ArchiveAsked['filters']> = {}): ArchiveAsked => ({
  filters: { year: 2026, month: 11, issuer_type: 'issuing', invoice_types: ARCHIVE_TYPES, ...over },
  start_date: '2026-11-01T06:00:00.000Z',
  end_date: '2026-12-01T05:59:59.999Z',
});

const INSERT = `
  INSERT INTO gateway.invoices (id, revision, organization_id, livemode, status, hidden, type, issuer_type, total,
    uuid, cancellation_status, created_at, sort_at, search, xml_key, timbre_xml, receipt_key, doc)
  SELECT id, 1, $2, $3, status, hidden, type, 'issuing', 1, uuid, 'none', sort_at, sort_at, '', xml_key, timbre_xml,
    receipt_key, '{}'
  FROM json_to_recordset($1) AS r(id text, status text, hidden boolean, type text, uuid text, sort_at timestamptz,
    xml_key text, timbre_xml text, receipt_key text)`;

interface Made {
  readonly id: string;
  readonly uuid: string;
}

/** Generated invoices of November 2026, a few seconds apart, with their documents. */
async function invoices(count: number, over: object = {}, of = tenant, size = 300): Promise<Made[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const uuid = randomUUID().toUpperCase();
    return {
      ...{ id: newId(), status: 'valid', hidden: false, type: 'I', uuid, receipt_key: null },
      // Several at the same instant, as imports have them.
      sort_at: new Date(Date.UTC(2026, 10, 10) + Math.floor(n / 3) * 5_000).toISOString(),
      xml_key: `cfdi/${uuid}`,
      timbre_xml: `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" UUID="${uuid}"/>`,
      ...over,
    };
  });
  await runtime.pool.query(INSERT, [JSON.stringify(rows), of.organizationId, of.livemode]);
  const documents = rows.flatMap(({ uuid, xml_key }) =>
    xml_key ? [{ key: xml_key, xml: sealed(uuid, size) }] : [],
  );
  await runtime.pool.query(
    `INSERT INTO platform.contents (organization_id, livemode, key, bytes)
     SELECT $2, $3, key, convert_to(xml, 'UTF8') FROM json_to_recordset($1) AS r(key text, xml text)`,
    [JSON.stringify(documents), of.organizationId, of.livemode],
  );
  return rows;
}

const sealed = (uuid: string, size: number) =>
  `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Folio="${uuid}" Sello="${'s'.repeat(size)}"></cfdi:Comprobante>`;

const idOf = (data: ArchiveAsked) => deterministicId(tenant.organizationId, JSON.stringify(data));

function ask(data = asked()): Promise<CommandOutcome> {
  return runtime.bus.send({
    id: randomUUID(),
    type: 'notifications.request-archive',
    key: idOf(data),
    ...{ data, tenant, actor: 'test', correlationId: 'c', time: clock.now().toISOString() },
  });
}

async function row(data = asked()): Promise<ArchiveRow | undefined> {
  const { rows } = await runtime.pool.query<ArchiveRow>('SELECT * FROM gateway.archives WHERE id = $1', [
    idOf(data),
  ]);
  return rows[0];
}

async function ended(status = 'finished', data = asked()): Promise<ArchiveRow> {
  await until(async () => (await row(data))?.status === status);
  return (await row(data)) as ArchiveRow;
}

/** The files of a finished archive. */
async function filesOf({ parts, size }: ArchiveRow): Promise<Record<string, string>> {
  const pieces = await Promise.all(parts.map((key) => runtime.contents.get(tenant, key)));
  const bytes = Buffer.concat(pieces.map((piece) => piece ?? Buffer.alloc(0)));
  expect(bytes.length).toBe(Number(size));
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );
}

const namesOf = (made: readonly Made[]) => made.map(({ uuid }) => `${uuid}.xml`).sort();
const kept = async (like: string) =>
  (
    await runtime.pool.query('SELECT key FROM platform.contents WHERE organization_id = $1 AND key LIKE $2', [
      tenant.organizationId,
      like,
    ])
  ).rows.length;

describe('an archive', () => {
  it('has every invoice of the month once, with its stamp, and shows its progress', async () => {
    const made = await invoices(450);
    const outcome = await ask();
    expect(outcome).toMatchObject({ ok: true });
    const done = await ended();
    expect(done.doc).toMatchObject({
      status: 'finished',
      document_count: 450,
      processed_document: 450,
      failed_documents: [],
      expires_at: '2026-12-08T18:00:00.000Z',
    });
    expect(done.parts.length).toBe(4);
    const files = await filesOf(done);
    expect(Object.keys(files).sort()).toEqual(namesOf(made));
    for (const { uuid } of made)
      expect(files[`${uuid}.xml`]).toContain(`UUID="${uuid}"/></cfdi:Complemento>`);
    // What only its making needed is gone.
    expect(await kept('archive/%.dir')).toBe(0);
  });

  it('ends a piece early where documents are large', async () => {
    const made = await invoices(20, {}, tenant, 1_000_000);
    await ask();
    const done = await ended();
    expect(done.parts.length).toBeGreaterThan(2);
    expect(Object.keys(await filesOf(done)).sort()).toEqual(namesOf(made));
  });

  it('has what is stamped, of its types and month, of its tenant and environment alone', async () => {
    const month = await invoices(2);
    const [first, last] = [
      await invoices(1, { sort_at: '2026-11-01T06:00:00.000Z' }),
      await invoices(1, { sort_at: '2026-12-01T05:59:59.999Z' }),
    ];
    const payments = await invoices(3, { type: 'P' });
    await runtime.contents.put(tenant, 'acuse-1', Buffer.from('<Acuse/>'));
    const canceled = await invoices(1, { status: 'canceled', receipt_key: 'acuse-1' });
    await invoices(1, { sort_at: '2026-11-01T05:59:59.999Z' });
    await invoices(1, { sort_at: '2026-12-01T06:00:00.000Z' });
    await invoices(1, { hidden: true, status: 'refused' });
    await invoices(1, { status: 'draft', uuid: null, xml_key: null, timbre_xml: null });
    await invoices(1, { status: 'pending', uuid: null, xml_key: null, timbre_xml: null });
    await invoices(1, {}, { ...tenant, livemode: false });
    await invoices(1, {}, { ...tenant, organizationId: newId() });
    const only = asked({ invoice_types: ['I'] });
    await ask();
    await ask(only);
    const ours = [...month, ...first, ...last, ...canceled];
    const acuse = `acuse-${canceled[0]?.uuid}.xml`;
    const files = await filesOf(await ended());
    expect(Object.keys(files).sort()).toEqual([acuse, ...namesOf([...ours, ...payments])].sort());
    expect(files[acuse]).toBe('<Acuse/>');
    expect(Object.keys(await filesOf(await ended('finished', only))).sort()).toEqual(
      [acuse, ...namesOf(ours)].sort(),
    );
  });

  it('of nothing is refused, and leaves nothing', async () => {
    expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'zip_request_no_invoices' } });
    expect(await ask(asked({ issuer_type: 'receiving' }))).toMatchObject({ ok: false });
    expect(await row()).toBeUndefined();
  });

  it('names what is missing or does not read, and has the rest', async () => {
    const good = await invoices(2);
    const [lost] = await invoices(1, { xml_key: 'cfdi/lost' });
    await runtime.contents.remove(tenant, ['cfdi/lost']);
    const [broken] = await invoices(1, { xml_key: 'cfdi/broken' });
    await runtime.contents.remove(tenant, ['cfdi/broken']);
    await runtime.contents.put(tenant, 'cfdi/broken', Buffer.from('no XML'));
    const noReceipt = await invoices(1, { status: 'canceled', receipt_key: 'gone' });
    await ask();
    const done = await ended();
    expect([...(done.doc['failed_documents'] as string[])].sort()).toEqual(
      [lost?.id, broken?.id, noReceipt[0]?.id].sort(),
    );
    expect(done.doc['processed_document']).toBe(5);
    expect(Object.keys(await filesOf(done)).sort()).toEqual(namesOf([...good, ...noReceipt]));
  });

  it('of nothing but what is missing has failed, and is made when asked for again', async () => {
    const [lost] = await invoices(1, { xml_key: 'cfdi/late' });
    await runtime.contents.remove(tenant, ['cfdi/late']);
    await ask();
    expect((await ended('failed')).doc).toMatchObject({ failed_documents: [lost?.id] });
    await runtime.contents.put(tenant, 'cfdi/late', Buffer.from(sealed('X', 3)));
    await ask();
    expect((await ended()).doc).toMatchObject({ failed_documents: [], processed_document: 1 });
  });

  it('grows with its month when it is requested again, and keeps its place in the list', async () => {
    await invoices(2);
    await ask();
    const before = await ended();
    const more = await invoices(1);
    await ask();
    await until(async () => (await row())?.doc['document_count'] === 3);
    const after = await ended();
    expect(Object.keys(await filesOf(after))).toContain(`${more[0]?.uuid}.xml`);
    expect(after.created_at).toEqual(before.created_at);
  });

  it('expires after its days with all of its bytes, and is made again after that', async () => {
    await invoices(1);
    await ask();
    await ended();
    clock.advance(7 * DAY_MS - 1_000);
    expect((await row())?.status).toBe('finished');
    clock.advance(1_000);
    expect((await ended('none')).parts).toEqual([]);
    await until(async () => (await kept('archive/%')) === 0);
    await ask();
    expect(Object.keys(await filesOf(await ended()))).toHaveLength(1);
  });
});

/** Makes the n-th piece's step fail, or never end; gives the parts that were stored from then on. */
function breakAt(step: 'store' | 'event', part: number, how: 'fails' | 'hangs'): { times: number } {
  const broken = { times: 0 };
  const fault = (): Promise<never> => {
    broken.times += 1;
    if (how === 'fails') return Promise.reject(new Error('out of order'));
    return new Promise((_, reject) => hangingUp.push(() => reject(new Error('hung up'))));
  };
  const { contents, store } = runtime;
  if (step === 'store') {
    const put = contents.put.bind(contents);
    contents.put = (of, key, ...rest) => (key.includes(`/${part}-`) ? fault() : put(of, key, ...rest));
  } else {
    const append = store.append.bind(store);
    store.append = (stream, revision, events, ...rest) =>
      events.some(({ type, data }) => type === 'ArchivePartAdded' && (data as { part: number }).part === part)
        ? fault()
        : append(stream, revision, events, ...rest);
  }
  return broken;
}

describe('a process that dies', () => {
  it.each([
    ['while it stores the third piece', 'store', 'hangs'],
    ['after it stored the third piece, before that is written down', 'event', 'hangs'],
    ['after faults while it stored the third piece', 'store', 'fails'],
  ] as const)('%s: the next one continues where it was', async (_, step, how) => {
    const made = await invoices(900);
    const broken = breakAt(step, 3, how);
    await ask();
    await until(() => broken.times > 0);
    await until(async () => (await row())?.doc['processed_document'] === 400);
    expect((await row())?.doc).toMatchObject({ status: 'processing', processed_document: 400 });
    dying.push(app.close());
    clock = clock.later(61_000);
    await start();
    const done = await ended();
    expect(done.doc).toMatchObject({ processed_document: 900, failed_documents: [] });
    expect(Object.keys(await filesOf(done)).sort()).toEqual(namesOf(made));
    const types = (await runtime.store.read(`archive-${idOf(asked())}`)).map(({ type }) => type);
    const parts = Array.from({ length: 5 }, () => 'ArchivePartAdded');
    expect(types).toEqual(['ArchiveRequested', ...parts, 'ArchiveFinished']);
  });
});
