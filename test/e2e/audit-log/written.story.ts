import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { revokeAllKeys } from '#apps/standalone/src/keys';
import { innovacion, xochilt } from '../../support/bodies.js';
import { callsBy } from '../../support/small-api.js';
import { afterEach, describe, expect, it, jest } from '../../support/story.js';
import { form, passDays, submit } from '../customers/hosted-page.js';
import { logOf, newIn, pathOf, refusalOf, told, useStage } from './stage.js';

const stage = useStage();
afterEach(() => {
  jest.restoreAllMocks();
});

const ownCall = (request: string, body?: unknown, headers?: Record<string, string>) =>
  callsBy(stage.api, stage.organization)(request, body, headers);
const asOwner = (request: string, body?: unknown) => stage.api.call(stage.owner, request, body);
/** Rows of all logs, also of those that nobody can read. */
const rowsOf = async (organizationId: string) => {
  await stage.api.get(AuditLog).settle();
  const { rows } = await stage.api.runtime.pool.query<{ operation: string; text: string }>(
    'SELECT operation, a::text AS text FROM gateway.audit_log AS a WHERE organization_id = $1',
    [organizationId],
  );
  return rows;
};

describe('what is done', () => {
  it('is in the log, from the making of the organization on: the newest first', async () => {
    const { owner, organization } = stage;
    const entries = await logOf(stage);
    expect(entries).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), created_at: expect.stringMatching(/Z$/) },
        actor: {
          ...{ type: 'user', id: expect.any(String), first_12: owner.slice(0, 12) },
          ...{ ip: '127.0.0.1', user_agent: 'node' },
        },
        operation: 'read.api_keys.test_detail',
        resource: { type: 'api_key', id: null },
        ...{ outcome: 'succeeded', log_id: expect.any(String), times: 1 },
      },
      expect.objectContaining({
        operation: 'write.organizations.create',
        resource: { type: 'organization', id: organization.id },
      }),
    ]);
    expect(JSON.stringify(entries)).not.toContain(organization.testKey);
  });

  it('is told with the log id of its answer, who did it, and to what', async () => {
    const { organization, owner } = stage;
    const made = await ownCall('POST /customers', innovacion, { 'user-agent': 'Caja 3/1.0' });
    const edited = await ownCall(`PUT /customers/${made.body.id}`, { email: 'otra@example.com' });
    const settings = await asOwner(`PUT /organizations/${organization.id}/customization`, {});
    const series = { series: 'FAC', next_folio: 1, next_folio_test: 1 };
    await asOwner(`POST /organizations/${organization.id}/series-group`, series);
    const removed = await asOwner(`DELETE /organizations/${organization.id}/series-group/FAC`);
    await ownCall('GET /customers');
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual([
      'write.series.delete succeeded',
      'write.series.create succeeded',
      'write.organizations.edit_customization succeeded',
      'write.customers.edit succeeded',
      'write.customers.create succeeded',
    ]);
    const ids = entries.map(({ log_id }) => log_id);
    const logIdOf = ({ headers }: typeof made) => headers.get('x-service-log-id');
    expect([ids[0], ids[2], ids[3], ids[4]]).toEqual([removed, settings, edited, made].map(logIdOf));
    expect(entries.map(({ resource }) => resource)).toEqual([
      { type: 'series', id: 'FAC' },
      { type: 'series', id: null },
      { type: 'organization', id: organization.id },
      { type: 'customer', id: made.body.id },
      { type: 'customer', id: made.body.id },
    ]);
    expect(entries[0].actor).toMatchObject({ type: 'user', first_12: owner.slice(0, 12) });
    expect(entries[4].actor).toMatchObject({
      ...{ type: 'key', first_12: organization.testKey.slice(0, 12), user_agent: 'Caja 3/1.0' },
    });
  });

  it('names the key that was made, and never shows it', async () => {
    const keys = `/organizations/${stage.organization.id}/apikeys/live`;
    const { body: key } = await asOwner(`PUT ${keys}`);
    const { body: listed } = await asOwner(`GET ${keys}`);
    const [entry] = await newIn(stage);
    expect([told(entry), entry.resource]).toEqual([
      'write.api_keys.live_add succeeded',
      { type: 'api_key', id: listed[0].id },
    ]);
    for (const { text } of await rowsOf(stage.organization.id)) expect(text).not.toContain(key.slice(12));
  });

  it('is dated by the real time, whatever the clock of the organization says', async () => {
    passDays(stage.api, 400);
    await ownCall('POST /customers', innovacion);
    const [entry] = await newIn(stage);
    expect(Math.abs(Date.parse(entry.created_at as string) - Date.now())).toBeLessThan(60_000);
  });

  it('by a link is told without whoever has the link', async () => {
    const { body } = await ownCall('POST /customers?createEditLink=true', xochilt);
    const sent = await submit(body.edit_link, form({ tax_id: xochilt.tax_id }), { 'user-agent': 'Firefox' });
    expect(sent.status).toBe(400);
    const { legal_name, tax_id, tax_system, address } = xochilt;
    const fields = form({ legal_name, tax_id, tax_system, 'address.zip': address.zip });
    expect((await submit(body.edit_link, fields, { 'user-agent': 'Firefox' })).status).toBe(303);
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual([
      'write.edit_links.complete succeeded',
      'write.customers.create succeeded',
    ]);
    expect(entries[0]).toMatchObject({
      actor: { type: 'link', id: null, first_12: null, ip: '127.0.0.1', user_agent: 'Firefox' },
      resource: { type: 'customer', id: body.id },
    });
    const key = (body.edit_link as string).split('/').at(-1);
    expect(JSON.stringify(await rowsOf(stage.organization.id))).not.toContain(key);
  });

  it('by the operator is in it, too', async () => {
    const { api, organization } = stage;
    await revokeAllKeys(api.runtime, organization.id);
    const [entry] = await newIn(stage);
    expect(entry).toMatchObject({
      actor: { type: 'operator', id: null, ip: null },
      operation: 'write.api_keys.revoke_all',
      resource: { type: 'organization', id: organization.id },
      log_id: null,
    });
  });

  it('with a user’s own keys is in no organization’s log', async () => {
    const { body: keys } = await asOwner('GET /users/me/keys');
    const other = await stage.api.newUser();
    await stage.api.call(other, `DELETE /users/me/keys/${keys[0].id}`);
    const { body: own } = await stage.api.call(other, 'GET /users/me/keys');
    expect((await stage.api.call(other, `DELETE /users/me/keys/${own[0].id}`)).status).toBe(200);
    expect(await newIn(stage)).toEqual([]);
    expect(await rowsOf('')).toEqual([expect.objectContaining({ operation: 'write.user_keys.revoke' })]);
  });
});

describe('what is refused for what was sent', () => {
  it('changed nothing, and is not in the log', async () => {
    const { organization } = stage;
    const refused = [
      await ownCall('POST /customers', { nombre: 'sk_live_x' }),
      await ownCall(`PUT /customers/${'a'.repeat(24)}`, {}),
      await ownCall('POST /customers/none/none', {}),
      await asOwner(`DELETE /organizations/${organization.id}/apikeys/live/sk_live_${'x'.repeat(40)}`),
      await asOwner(`PUT /organizations/${organization.id}/domain`, { domain: 'no es un dominio' }),
      await stage.api.call('sk_test_unknown_to_everybody', 'GET /customers'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 404, 404, 400, 401]);
    expect(await newIn(stage)).toEqual([]);
  });
});

describe('what is denied', () => {
  it('to a key of the organization is in the log, with the key', async () => {
    const { organization } = stage;
    const [series, log] = [`/organizations/me/series-group`, pathOf(stage)];
    expect(refusalOf(await ownCall(`GET ${series}`))).toEqual([403, 'live_api_key_required']);
    expect(refusalOf(await ownCall(`GET ${log}`))).toEqual([403, 'api_key_not_allowed']);
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual(['read.audit_log.list denied', 'read.series.list denied']);
    const actor = { type: 'key', first_12: organization.testKey.slice(0, 12), ip: '127.0.0.1' };
    expect(entries).toEqual([
      expect.objectContaining({ actor: expect.objectContaining(actor) }),
      expect.anything(),
    ]);
  });

  it('to a stranger is in the log of the organization it asked for, without how its key begins', async () => {
    const { api, organization } = stage;
    const stranger = await api.newUser();
    const theirs = await api.newOrganization(stranger);
    const asked = [
      await api.call(stranger, `GET /organizations/${organization.id.toUpperCase()}`),
      await api.call(stranger, `GET ${pathOf(stage)}`),
      await api.call(stranger, `PUT /organizations/${organization.id}/apikeys/live`),
      await api.call(theirs.testKey, `GET /organizations/${organization.id}`),
    ];
    expect(asked.map(refusalOf)).toEqual(Array(4).fill([404, 'organization_not_found']));
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual([
      'read.organizations.detail denied',
      'write.api_keys.live_add denied',
      'read.audit_log.list denied',
      'read.organizations.detail denied',
    ]);
    for (const { actor } of entries) expect(actor).toMatchObject({ first_12: null, ip: '127.0.0.1' });
    expect(entries.map(({ actor }) => actor.type)).toEqual(['key', 'user', 'user', 'user']);
    expect((await rowsOf(theirs.id)).map(({ operation }) => operation).sort()).toEqual([
      'read.api_keys.test_detail',
      'write.organizations.create',
    ]);
  });

  it('for an organization that there is not leaves nothing', async () => {
    const id = 'f'.repeat(24);
    const { status } = await asOwner(`PUT /organizations/${id}/apikeys/live`);
    expect([status, await rowsOf(id)]).toEqual([404, []]);
  });

  it('to a key that has ended is told as long as it is known whose it was', async () => {
    const { api, organization } = stage;
    const keys = `/organizations/${organization.id}/apikeys/live`;
    const { body: old } = await asOwner(`PUT ${keys}`);
    const { body: listed } = await asOwner(`GET ${keys}`);
    await asOwner(`PUT ${keys}`, { replaces: listed[0].id, old_key_ends_in_hours: 1 });
    passDays(api, 1);
    expect(refusalOf(await api.call(old, 'GET /customers'))).toEqual([401, 'api_key_invalid']);
    const [entry] = await newIn(stage);
    expect(entry).toMatchObject({
      ...{ operation: 'read.customers.list', outcome: 'denied' },
      actor: { type: 'key', id: listed[0].id, first_12: old.slice(0, 12) },
    });
  });

  it('many times in a minute is counted rather than told, and keeps nobody else out', async () => {
    const { api, organization } = stage;
    await api.get(AuditLog).settle();
    const stranger = await api.newUser();
    for (let n = 0; n < 75; n += 1) await api.call(stranger, `GET /organizations/${organization.id}`);
    await ownCall('POST /customers', innovacion);
    const entries = await newIn(stage, '?limit=100');
    expect(entries.filter(({ outcome }) => outcome === 'succeeded').map(told)).toEqual([
      'write.customers.create succeeded',
    ]);
    const denied = entries.filter(({ outcome }) => outcome === 'denied');
    expect(denied).toHaveLength(61);
    expect(denied.filter(({ times }) => times > 1)).toEqual([
      expect.objectContaining({
        ...{ operation: 'read.organizations.detail', times: 15, log_id: null },
        actor: { type: 'user', id: null, first_12: null, ip: null, user_agent: null },
      }),
    ]);
  });
});
