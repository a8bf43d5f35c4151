import { until } from '#bus/testing/until';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
let user: string;
beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
});
afterAll(() => api.close());

const DAY_MS = 86_400_000;
const remove = (id: string, query = '', key = user, language = 'es') =>
  api.call(key, `DELETE /organizations/${id}${query}`, undefined, { 'accept-language': language });
const restore = (id: string, key = user) => api.call(key, `POST /organizations/${id}/restore`);
const get = (id: string, key = user) => api.call(key, `GET /organizations/${id}`);
const list = async (key: string) => (await api.call(key, 'GET /customers')).status;

/** A stamped Live invoice, put where the gateway lists them: nobody stamps in Live here. */
async function liveInvoice(organization: string, id: string, date: string): Promise<void> {
  await api.runtime.pool.query(
    `INSERT INTO gateway.invoices (id, revision, organization_id, livemode, status, hidden, type, issuer_type, total,
       cancellation_status, created_at, sort_at, search, doc)
     VALUES ($1, 1, $2, true, 'valid', false, 'I', 'issuing', '1', 'none', $3, $3, '', '{}')`,
    [id, organization, date],
  );
}

async function liveRetention(organization: string, id: string, date: string): Promise<void> {
  await api.runtime.pool.query(
    `INSERT INTO gateway.retentions (id, revision, organization_id, livemode, status, hidden, cancellation_status,
       created_at, sort_at, search, doc)
     VALUES ($1, 1, $2, true, 'pending', false, 'none', $3, $3, '', '{}')`,
    [id, organization, date],
  );
}

describe('an organization that is deleted', () => {
  it('stops at once, is shown with its end, and comes back whole', async () => {
    const { id, testKey: key } = await api.newOrganization(user, 'Cerrada');
    expect(await list(key)).toBe(200);
    const deleted = await remove(id);
    expect(deleted.status).toBe(200);
    const deletesAt = deleted.body.deletes_at as string;
    expect(Math.round((Date.parse(deletesAt) - Date.now()) / DAY_MS)).toBe(7);
    expect((await get(id)).body).toMatchObject({ id, deletes_at: deletesAt });
    expect(await list(key)).toBe(401);
    expect((await api.call(key, 'GET /customers')).body.code).toBe('api_key_invalid');
    for (const what of [
      ...['GET /apikeys/test', 'PUT /apikeys/test', 'GET /apikeys/live', 'PUT /apikeys/live'],
      ...['GET /series-group', 'PUT /customization', 'DELETE /certificate', 'DELETE /fiel'],
    ]) {
      const [method, path] = what.split(' ') as [string, string];
      const answer = await api.call(user, `${method} /organizations/${id}${path}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'organization_not_found']);
    }
    // Said again, it does not take longer.
    expect((await remove(id)).body.deletes_at).toBe(deletesAt);
    const restored = await restore(id);
    expect([restored.status, Object.hasOwn(restored.body, 'deletes_at')]).toEqual([200, false]);
    expect(await list(key)).toBe(200);
    expect((await restore(id)).status).toBe(200);
  });

  it('is its owner’s matter', async () => {
    const { id, testKey: key } = await api.newOrganization(user, 'Ajena');
    const stranger = await api.newUser();
    for (const answer of [await remove(id, '', stranger), await restore(id, stranger)])
      expect([answer.status, answer.body.code]).toEqual([404, 'organization_not_found']);
    for (const answer of [await remove(id, '', key), await restore(id, key)])
      expect([answer.status, answer.body.code]).toEqual([403, 'api_key_not_allowed']);
    const unknown = await remove('no-id');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found']);
    expect(await list(key)).toBe(200);
  });

  it('has to have its Live documents archived', async () => {
    const { id, testKey: key } = await api.newOrganization(user, 'Con facturas');
    await liveInvoice(id, `${id.slice(0, 22)}01`, '2026-03-15T18:00:00Z');
    // One in doubt at its PAC may have its stamp.
    await liveRetention(id, `${id.slice(0, 22)}02`, '2026-03-16T18:00:00Z');
    for (const [language, words] of [
      ['es', /2 comprobantes timbrados en vivo sin un archivo ZIP completo \(2026-03\)/],
      ['en', /2 stamped Live documents without a complete ZIP \(2026-03\)/],
    ] as const) {
      const answer = await remove(id, '?archive=downloaded', user, language);
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
      const [problem] = answer.body.errors as { path: string; location: string; message: string }[];
      expect(problem).toMatchObject({ path: 'archive', location: 'query' });
      expect(problem?.message).toMatch(words);
    }
    await api.runtime.pool.query(
      `INSERT INTO gateway.archives (id, revision, organization_id, livemode, created_at, year, month, issuer_type,
         invoice_types, status, parts, size, doc)
       VALUES ($1, 1, $1, true, now(), 2026, 3, 'issuing', 'IETNP', 'finished', '{}', 0,
         '{"document_count":2,"failed_documents":[]}')`,
      [id],
    );
    const unsaid = await remove(id, '', user, 'en');
    expect([unsaid.status, JSON.stringify(unsaid.body.errors)]).toEqual([
      409,
      expect.stringContaining('Confirm with'),
    ]);
    const wrong = await remove(id, '?archive=yes');
    expect([wrong.status, wrong.body.code, wrong.body.path]).toEqual([400, 'invalid_request', 'archive']);
    expect(await list(key)).toBe(200);
    expect((await remove(id, '?archive=downloaded')).status).toBe(200);
  });
});

describe('an organization whose week is over', () => {
  it('is destroyed: nothing of it opens, and nothing makes it come back', async () => {
    const { id, testKey: key } = await api.newOrganization(user, 'Olvidada');
    const { vault, pool, bus } = api.runtime;
    const sealed = await vault.seal(id, 'a', Buffer.from('secreto'));
    await remove(id);
    const { rows } = await pool.query<{ command: { id: string; type: string } }>(
      "SELECT command FROM platform.pending_commands WHERE command->>'key' = $1",
      [id],
    );
    expect(rows.map(({ command }) => command.type)).toContain('organizations.destroy');
    const destroy = (at: string) =>
      bus.send({
        ...{ id: crypto.randomUUID(), key: id, tenant: { organizationId: id, livemode: false }, time: at },
        ...{ actor: 'process', correlationId: 'x', type: 'organizations.destroy', data: {} },
      });
    // A plan that comes early finds nothing to do.
    expect((await destroy(new Date().toISOString())).ok).toBe(true);
    expect((await get(id)).status).toBe(200);
    const after = new Date(Date.now() + 8 * DAY_MS).toISOString();
    // Twice, as a bus may deliver it.
    for (const _ of [1, 2]) expect((await destroy(after)).ok).toBe(true);
    await until(async () => (await get(id)).status !== 200);
    expect((await get(id)).body.code).toBe('organization_not_found');
    expect((await restore(id)).body.code).toBe('organization_not_found');
    expect(await list(key)).toBe(401);
    const dead = { name: 'DataKeyDestroyed' };
    await expect(vault.open(id, 'a', sealed)).rejects.toMatchObject(dead);
    await expect(vault.put(id, 'c', Buffer.from('otra'))).rejects.toMatchObject(dead);
    // What it signs with is destroyed by the service that signs, which is not here: it is told once it is.
    const told = () =>
      pool.query(
        "SELECT FROM platform.pending_commands WHERE command->>'key' = $1 AND command->>'type' = 'stamping.destroy-keys'",
        [id],
      );
    await until(async () => ((await told()).rowCount ?? 0) > 0);
    expect((await told()).rowCount).toBe(1);
    const left = await pool.query('SELECT FROM platform.secrets WHERE organization_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    const keys = await pool.query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM platform.wrapped_keys WHERE organization_id = $1',
      [id],
    );
    expect(keys.rows.map(({ wrapped }) => wrapped.length)).toEqual([0]);
  });
});
