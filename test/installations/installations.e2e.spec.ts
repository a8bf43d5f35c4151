import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureDemo } from '#apps/standalone/src/demo';
import { addUser, resetUser } from '#apps/standalone/src/users';
import { until } from '#bus/testing/until';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { invoice } from '../support/bodies.js';
import { rootAttribute } from '../support/sat.js';
import { isElsewhere } from '../support/elsewhere.js';
import { keepInstallation, readInstallation, restoreInstallation, takeInstallation } from './installation.js';
import { workTogether } from './people.js';
import { rebuildPeople, rowsOfPeople } from './rebuilding.js';
import { useForAWhile } from './story.js';

/**
 * A database of an earlier release is opened by today's code: tables are brought up to date, rows are read, events
 * fold, and secrets and documents open. Before a release that changes them, keep one more:
 * `TIMBRA_KEEP_INSTALLATION=2026-11-26 npm test -- test/installations`, with the code of the release before.
 */

/** By the day on which they were kept. */
const INSTALLATIONS = ['2026-11-26'];

const keep = process.env['TIMBRA_KEEP_INSTALLATION'];
beforeAll(async () => {
  if (!keep) return;
  const database = await freshDatabase();
  const app = await startApp({ DATABASE_URL: database.url });
  const seen = await useForAWhile(app);
  await app.close();
  await keepInstallation(keep, await takeInstallation(database.url, seen));
  await database.drop();
});

// Their events are in PostgreSQL, and their demo was made without a broker.
const sometimes = isElsewhere ? describe.skip : describe;

sometimes.each(INSTALLATIONS)('the installation of %s', (name) => {
  let database: TestDatabase;
  let app: TestApp;
  let seen: Json;
  beforeAll(async () => {
    const installation = await readInstallation(name);
    seen = installation.seen;
    database = await restoreInstallation(installation);
    app = await startApp({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  const byUser = () => ({ key: seen.user as string });
  const byOrganization = () => ({ key: seen.testKey as string });

  it('has the keys that it gave out', async () => {
    const { id } = seen.organization;
    expect(app.demo).toMatchObject({ test_key: seen.demo.test_key, user_key: seen.demo.user_key });
    expect(await app.get(`/organizations/${id}/apikeys/test`, byUser())).toBe(seen.testKey);
    expect((await app.get('/organizations/me', byOrganization())).id).toBe(id);
    expect((await app.get('/organizations', byUser())).data.map((one: Json) => one.id)).toEqual([id]);
  });

  it('shows its organization as before, and its counters as they are', async () => {
    const { customization, receipts, pending_steps, ...before } = seen.organization;
    const shown = await app.get(`/organizations/${before.id}`, byUser());
    expect(shown).toMatchObject(before);
    const { next_folio_number: _, next_folio_number_test: __, ...look } = customization;
    expect(shown.customization).toMatchObject(look);
    expect(shown.receipts).toMatchObject({ periodicity: receipts.periodicity });
    expect(shown.pending_steps.map(({ type }: Json) => type)).toEqual(
      pending_steps.map(({ type }: Json) => type),
    );
    expect(await app.get('/organizations/me', byOrganization())).toEqual(shown);
  });

  it('has its customers, products and invoices', async () => {
    const api = byOrganization();
    // Links are of the port of then, and only shown while they can be used.
    const withoutLink = ({ edit_link: _, edit_link_expires_at: __, ...rest }: Json): object => rest;
    const { data } = await app.get('/customers', api);
    expect(data.map(withoutLink)).toMatchObject(seen.customers.map(withoutLink));
    expect((await app.get('/products', api)).data).toMatchObject(seen.products);
    for (const one of seen.invoices) expect(await app.get(`/invoices/${one.id}`, api)).toMatchObject(one);
    const [, , canceled] = seen.invoices;
    expect(await app.get(`/invoices/${canceled.id}/history`, api)).toEqual(seen.history);
  });

  it('has its documents, to the letter', async () => {
    for (const [index, xml] of seen.xml.entries()) {
      const { id } = seen.invoices[index];
      expect(await app.get(`/invoices/${id}/xml`, byOrganization())).toBe(xml);
      const pdf = await app.api('GET', `/invoices/${id}/pdf`, undefined, byOrganization());
      expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  });

  it('goes on: folios continue, and the certificate that it had signs', async () => {
    const api = byOrganization();
    const next = await app.post('/invoices', invoice({ series: 'OLD' }), api);
    const [plain, inSeries, another, , draft] = seen.invoices;
    expect([next.status, next.folio_number]).toEqual(['valid', another.folio_number + 1]);
    expect(another.folio_number).toBe(inSeries.folio_number + 1);
    const stamped = await app.post(`/invoices/${draft.id}/stamp`, undefined, api);
    expect(stamped.folio_number).toBeGreaterThan(plain.folio_number);
    const xml = await app.get(`/invoices/${next.id}/xml`, api);
    expect(rootAttribute(xml, 'NoCertificado')).toBe(rootAttribute(seen.xml[0], 'NoCertificado'));
    const canceled = await app.del(`/invoices/${plain.id}?motive=02`, api);
    expect(canceled.status).toBe('canceled');
  });

  it('mails nobody about keys and certificates of long ago, and about the next key it does', async () => {
    const notices = async (): Promise<number> => {
      const { rows } = await app.runtime.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM gateway.mails WHERE template = 'security-notice'`,
      );
      return rows[0]?.count ?? 0;
    };
    const { rows: old } = await app.runtime.pool.query(
      `SELECT FROM event_store.events WHERE type IN ('LiveKeyAdded', 'TestKeyRenewed', 'CertificateRemoved')`,
    );
    expect(old.length).toBeGreaterThan(0);
    // What the process makes of old events would be there before what it makes of this one.
    await app.put(`/organizations/${seen.organization.id}/apikeys/live`, undefined, byUser());
    await until(async () => (await notices()) > 0);
    expect(await notices()).toBe(1);
  });

  it('has users for the addresses of then: each is taken, and found', async () => {
    const { rows } = await app.runtime.pool.query<{ id: string; email: string }>(
      'SELECT id, email FROM gateway.users ORDER BY email',
    );
    expect(rows.map(({ email }) => email)).toContain('demo@example.com');
    expect(rows.length).toBeGreaterThan(1);
    for (const { id, email } of rows) {
      const adding = addUser(app.runtime, email, 'Otra persona');
      await expect(adding).rejects.toThrow(`There is a user ${email} already`);
      const reset = await resetUser(app.runtime, email);
      expect(reset.id).toBe(id);
      const me = await app.get('/users/me', { key: reset.user_key });
      expect([me.id, me.email, me.organizations.length]).toEqual([id, email, 1]);
    }
    // As at each start: the demo's user is there already, and nobody made another.
    const again = await ensureDemo(app.runtime, app.baseUrl);
    expect(again).toMatchObject({ test_key: app.demo.test_key, organization_id: app.demo.organization_id });
    const { rows: now } = await app.runtime.pool.query('SELECT FROM gateway.users');
    expect(now).toHaveLength(rows.length);
  });

  it('has rows, as migrations left them and as people change them, that a rebuild makes anew to the letter', async () => {
    const { pool } = app.runtime;
    const { id } = seen.organization;
    const asMigrated = await rowsOfPeople(pool);
    await rebuildPeople(pool);
    expect(await rowsOfPeople(pool)).toEqual(asMigrated);
    const { rows: owners } = await pool.query<{ email: string }>(
      'SELECT u.email FROM gateway.users u JOIN gateway.organizations o ON u.id = o.user_ids[1] WHERE o.id = $1',
      [id],
    );
    const owner = await resetUser(app.runtime, owners[0]?.email ?? '');
    const by = { key: owner.user_key };
    await workTogether(app, id, by, 'Cobranza');
    const asChanged = await rowsOfPeople(pool);
    await rebuildPeople(pool);
    expect(await rowsOfPeople(pool)).toEqual(asChanged);
    // The service goes on with the rows that the rebuild made.
    await workTogether(app, id, by, 'Caja');
    const asChangedAgain = await rowsOfPeople(pool);
    await rebuildPeople(pool);
    expect(await rowsOfPeople(pool)).toEqual(asChangedAgain);
  });

  it('logged no bug', () => expect(app.bugs()).toEqual([]));
});
