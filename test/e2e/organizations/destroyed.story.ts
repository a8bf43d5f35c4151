import { randomUUID } from 'node:crypto';
import { Vault } from '#hosting/secrets/vault';
import { loadKeys } from '#hosting';
import { until } from '#bus/testing/until';
import { newId } from '#kernel';
import { startApp, type TestApp, type TestOrganization } from '../../support/app.js';
import { invoice, triggered, xochilt } from '../../support/bodies.js';
import { formWith, pngOf } from '../../support/pictures.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { upload } from './certificate-files.js';

/** The whole service, whose clock jumps: organizations from their deletion to the end of all that was sealed for them. */

const DAY_MS = 86_400_000;
const KEMPER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };

/** How far the clock of the service is ahead of the machine's. */
let ahead = 0;
let app: TestApp;
let user: string;

beforeAll(async () => {
  const now = () => new Date(Date.now() + ahead);
  app = await startApp({}, { clock: { now }, systemNow: now });
  user = await app.newUser();
});
afterAll(() => app.close());

/** An organization that has something of everything: a certificate, a logo, an account at a PAC, an invoice, an edit link, a domain. */
async function settled(): Promise<
  TestOrganization & { readonly link: string; readonly file: string; readonly logo: string }
> {
  const made = await app.newOrganization(user, 'Kemper');
  const { id, key } = made;
  const as = { key: user };
  await app.put(
    `/organizations/${id}/legal`,
    {
      ...{ name: 'Kemper', legal_name: KEMPER.nombre, tax_system: '601' },
      ...{ address: { zip: '42501' }, support_email: 'ayuda@kemper.example' },
    },
    as,
  );
  expect((await upload(app, id, await app.sandbox.issueCsd(KEMPER), as)).status).toBe(200);
  const { logo_url: logo } = await app.put(`/organizations/${id}/logo`, formWith(pngOf('1f4b99')), as);
  expect(await statusOf(pathOf(logo))).toBe(200);
  await app.put(
    `/organizations/${id}/pacs`,
    { credentials: { sw: { user: 'kemper@acme.mx', password: 'p' } } },
    as,
  );
  await app.put(`/organizations/${id}/domain`, { domain: `d-${id}` }, as);
  const issued = await app.post('/invoices', invoice(), { key });
  expect(issued.status).toBe('valid');
  const { url: file } = await app.get(`/invoices/${issued.id}/download-url/xml`, { key });
  const { edit_link: link } = await app.post('/customers?createEditLink=true', xochilt, { key });
  return { ...made, link, file, logo };
}

/** The same on the port of this test. */
const pathOf = (url: string): string => new URL(new URL(url).pathname, app.baseUrl).href;
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const keyWorks = async (key: string): Promise<number> =>
  (await app.api('GET', '/customers', undefined, { key })).status;
const typesOf = async (id: string): Promise<string[]> =>
  (await app.runtime.store.read(`organization-${id}`)).map(({ type }) => type);
const keysOf = async (id: string): Promise<[string, number][]> => {
  const { rows } = await app.runtime.pool.query<{ purpose: string; wrapped: Buffer }>(
    'SELECT purpose, wrapped FROM platform.wrapped_keys WHERE organization_id = $1 ORDER BY purpose',
    [id],
  );
  return rows.map(({ purpose, wrapped }) => [purpose, wrapped.length]);
};
const secretsOf = async (id: string): Promise<number | null> =>
  (await app.runtime.pool.query('SELECT FROM platform.secrets WHERE organization_id = $1', [id])).rowCount;
/** The name of its credentials at a PAC. */
const pacSecretOf = async (id: string): Promise<string> => {
  const { rows } = await app.runtime.pool.query<{ name: string }>(
    "SELECT name FROM platform.secrets WHERE organization_id = $1 AND name LIKE 'pacs/sw/%'",
    [id],
  );
  return rows[0]?.name ?? '';
};
const opens = (vault: Vault, id: string, sealed: Buffer): Promise<boolean> =>
  vault.open(id, 'x', sealed).then(
    () => true,
    () => false,
  );
const DESTROYED = [
  ['documents', 0],
  ['signing', 0],
];
const send = (type: 'organizations.destroy' | 'stamping.destroy-keys', id: string) =>
  app.runtime.bus.send({
    ...{ id: randomUUID(), type, key: id, data: {}, tenant: { organizationId: id, livemode: false } },
    ...{ actor: 'process:story', correlationId: newId(), time: new Date(Date.now() + ahead).toISOString() },
  });

describe('an organization that is deleted and restored', () => {
  it('has its keys, links, files and domain back', async () => {
    const { id, key, link, file } = await settled();
    expect([await keyWorks(key), await statusOf(link), await statusOf(file)]).toEqual([200, 200, 200]);
    await app.del(`/organizations/${id}`, { key: user });
    expect(
      [await keyWorks(key), await statusOf(link), await statusOf(file)].every((status) => status >= 400),
    ).toBe(true);
    const taken = await app.get(`/organizations/domain-check?domain=d-${id}`, { key: user });
    expect(taken).toEqual({ available: false });
    ahead += 6 * DAY_MS;
    try {
      const back = await app.post(`/organizations/${id}/restore`, undefined, { key: user });
      expect(back).toMatchObject({ domain: `d-${id}`, certificate: { has_certificate: true } });
    } finally {
      ahead -= 6 * DAY_MS;
    }
    expect([await keyWorks(key), await statusOf(link), await statusOf(file)]).toEqual([200, 200, 200]);
    expect(await app.post('/invoices', invoice(), { key })).toMatchObject({ status: 'valid' });
    const pacs = await app.get(`/organizations/${id}/pacs`, { key: user });
    expect(pacs.credentials.sw).toMatchObject({ source: 'organization', user: 'ke***mx' });
    expect(await app.runtime.signing.get(id, await pacSecretOf(id))).toBeDefined();
  });
});

describe('an organization whose week is over', () => {
  let gone: Awaited<ReturnType<typeof settled>>;
  let sealed: Record<'documents' | 'signing', Buffer>;
  let vaults: Record<'documents' | 'signing', Vault>;

  it('is destroyed without anybody asking: with both data keys', async () => {
    gone = await settled();
    const { id } = gone;
    vaults = { documents: app.runtime.vault, signing: app.runtime.signing };
    sealed = {
      documents: await vaults.documents.seal(id, 'x', Buffer.from('secreto')),
      signing: await vaults.signing.seal(id, 'x', Buffer.from('secreto')),
    };
    // Under way, and the provider is away: it must not go on for ever.
    await app.api('POST', '/invoices', triggered('SANDBOX-OUTAGE'), { key: gone.key });
    await app.del(`/organizations/${id}`, { key: user });
    ahead += 7 * DAY_MS + 60_000;
    await until(async () => (await typesOf(id)).at(-1) === 'OrganizationDestroyed');
    await until(async () => (await keysOf(id)).every(([, length]) => length === 0));
    // The rows go first, what is in memory right after them, and what they sealed.
    for (const purpose of ['documents', 'signing'] as const)
      await until(async () => !(await opens(vaults[purpose], id, sealed[purpose])));
    await until(async () => (await secretsOf(id)) === 0);
    expect(await keysOf(id)).toEqual(DESTROYED);
  });

  it('has no secret left that opens: not in memory, and not with the master key', async () => {
    const { id } = gone;
    const dead = { name: 'DataKeyDestroyed' };
    for (const purpose of ['documents', 'signing'] as const)
      await expect(vaults[purpose].open(id, 'x', sealed[purpose])).rejects.toMatchObject(dead);
    expect(await secretsOf(id)).toBe(0);
    for (const purpose of ['documents', 'signing'] as const)
      await expect(vaults[purpose].put(id, 'y', Buffer.from('otro'))).rejects.toMatchObject(dead);
    // A process that starts now has the master key, too.
    const { documents, signing } = await loadKeys(app.runtime.config, {
      needs: ['documents', 'signing'],
      makeFile: false,
    });
    for (const [purpose, ring] of [
      ['documents', documents],
      ['signing', signing],
    ] as const)
      await expect(
        new Vault(app.runtime.pool, purpose, ring).open(id, 'x', sealed[purpose]),
      ).rejects.toMatchObject(dead);
  });

  it('is nobody’s any more, and nothing brings it back', async () => {
    const { id, key, link, file, logo } = gone;
    // Its picture was sealed, as everything.
    expect(await statusOf(pathOf(logo))).toBe(404);
    expect(
      [await keyWorks(key), await statusOf(link), await statusOf(file)].every((status) => status >= 400),
    ).toBe(true);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['PUT', '/apikeys/test'],
      ['PUT', '/apikeys/live'],
      ['GET', '/apikeys/test'],
      ['GET', '/pacs'],
      ['PUT', '/pacs'],
    ] as const) {
      const answer = await app.api(method, `/organizations/${id}${path}`, undefined, { key: user });
      expect([method, path, answer.status, answer.body.code]).toEqual([
        ...[method, path, 404, 'organization_not_found'],
      ]);
    }
    const again = await upload(app, id, await app.sandbox.issueCsd(KEMPER), { key: user });
    expect([again.status, again.body.code]).toEqual([404, 'organization_not_found']);
    expect(await keysOf(id)).toEqual(DESTROYED);
    const free = await app.get(`/organizations/domain-check?domain=d-${id}`, { key: user });
    expect(free).toEqual({ available: true });
  });

  it('stays so, whatever comes again', async () => {
    const { id } = gone;
    const before = await typesOf(id);
    for (const type of ['organizations.destroy', 'stamping.destroy-keys', 'organizations.destroy'] as const)
      expect((await send(type, id)).ok).toBe(true);
    expect([await typesOf(id), await keysOf(id)]).toEqual([before, DESTROYED]);
  });

  it('leaves nothing that is tried for ever', async () => {
    const { id } = gone;
    await until(async () => {
      const { rowCount } = await app.runtime.pool.query(
        `SELECT FROM platform.pending_commands
         WHERE command->'tenant'->>'organizationId' = $1 AND (attempts > 3 OR due_at < $2)`,
        [id, new Date(Date.now() + ahead).toISOString()],
      );
      return rowCount === 0;
    });
    expect(app.bugs()).toEqual([]);
  });
});

describe('a service that died between the destruction of two keys', () => {
  it('goes on where it was: the command comes again', async () => {
    const { id } = await settled();
    await app.del(`/organizations/${id}`, { key: user });
    // Died right after the event: nothing is destroyed yet, and the event is there.
    const destroy = app.runtime.vault.destroy.bind(app.runtime.vault);
    let deaths = 0;
    app.runtime.vault.destroy = () => {
      deaths += 1;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    };
    try {
      ahead += 7 * DAY_MS + 60_000;
      await until(() => deaths > 0);
      expect((await typesOf(id)).at(-1)).toBe('OrganizationDestroyed');
      await until(async () =>
        (await keysOf(id)).some(([purpose, length]) => purpose === 'signing' && length === 0),
      );
      expect((await keysOf(id)).find(([purpose]) => purpose === 'documents')?.[1]).toBeGreaterThan(0);
    } finally {
      app.runtime.vault.destroy = destroy;
    }
    await until(async () => (await keysOf(id)).every(([, length]) => length === 0));
    expect(await keysOf(id)).toEqual(DESTROYED);
    expect((await typesOf(id)).filter((type) => type === 'OrganizationDestroyed')).toHaveLength(1);
  });
});
