import { randomUUID } from 'node:crypto';
import { customersService } from '#apps/customers/src/service';
import { CustomerResolver } from '#apps/gateway/src/customers/resolver';
import { organizationsService } from '#apps/organizations/src/service';
import { newId } from '#kernel';
import { logoContentKey, testKeySecret, webhooksKey, WEBHOOKS_STREAM, type Command } from '#contracts';
import { createPool } from '#hosting';
import { ProjectionRunner } from '#eventing';
import { deliver } from '#hosting/testing/bench';
import { startSmallApi, type SmallApi, type TestOrganization } from '../support/small-api.js';
import { asTyped } from '../support/commands.js';
import { afterAll, beforeAll, describe, expect, it } from '../support/story.js';

const ana = {
  legal_name: 'ANA PÉREZ',
  tax_id: 'PEGJ800101AB1',
  tax_system: '612',
  address: { zip: '06000' },
};

let api: SmallApi;
let user: string;
let ours: TestOrganization;

beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
  ours = await api.newOrganization(user);
});
afterAll(() => api.close());

const command = (type: string, key: string, data: unknown, organizationId = ours.id): Command => ({
  id: randomUUID(),
  type,
  key,
  data,
  tenant: { organizationId, livemode: false },
  actor: 'test',
  correlationId: newId(),
  time: new Date().toISOString(),
});
const eventsOf = async (stream: string) => (await api.runtime.store.read(stream)).map(({ type }) => type);
const twice = async (message: Command) => {
  const first = await api.runtime.bus.send(asTyped(message));
  return [first, await api.runtime.bus.send(asTyped({ ...message, time: new Date().toISOString() }))];
};

describe('a command that is delivered twice', () => {
  it('makes one organization, with the key that it was made with', async () => {
    const id = newId();
    const message = command('organizations.create', id, { name: 'Doble', owner_id: 'u' }, id);
    const [first, second] = await twice(message);
    expect(second).toEqual(first);
    expect(await eventsOf(`organization-${id}`)).toEqual(['OrganizationCreated']);
  });

  it('takes a logo once, and removes images of long ago also where it died before it did', async () => {
    const { id } = await api.newOrganization(user);
    const { contents, bus } = api.runtime;
    const tenant = { organizationId: id, livemode: false };
    const set = async (digest: string) => {
      await contents.put(tenant, logoContentKey(digest), Buffer.from(digest));
      const logo = { digest, type: 'image/png', width: 1, height: 1, bytes: 1 };
      const message = command('organizations.set-logo', id, { logo }, id);
      const answer = await bus.send(asTyped(message));
      return { message, answer };
    };
    for (let n = 0; n < 10; n += 1) await set(`logo ${n}`);
    const { message, answer } = await set('logo 10');
    expect(await contents.get(tenant, logoContentKey('logo 0'))).toBeUndefined();
    // As if the process had ended after the event.
    await contents.put(tenant, logoContentKey('logo 0'), Buffer.from('logo 0'));
    expect(await bus.send(asTyped(message))).toEqual(answer);
    expect(await contents.get(tenant, logoContentKey('logo 0'))).toBeUndefined();
    expect((await contents.get(tenant, logoContentKey('logo 10')))?.toString()).toBe('logo 10');
    expect((await eventsOf(`organization-${id}`)).filter((type) => type === 'LogoSet')).toHaveLength(11);
  });

  it('takes no logo whose image is not there', async () => {
    const { id } = await api.newOrganization(user);
    const logo = { digest: 'nowhere', type: 'image/png', width: 1, height: 1, bytes: 1 };
    const answer = await api.runtime.bus.send(asTyped(command('organizations.set-logo', id, { logo }, id)));
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } });
    expect(await eventsOf(`organization-${id}`)).toEqual(['OrganizationCreated']);
  });

  it('renews a Test key once', async () => {
    const { id } = await api.newOrganization(user);
    await twice(command('organizations.renew-test-key', id, {}, id));
    expect(await eventsOf(`organization-${id}`)).toEqual(['OrganizationCreated', 'TestKeyRenewed']);
    const [event] = (await api.runtime.store.read(`organization-${id}`)).slice(-1);
    const { test_key } = event?.data as { test_key: { id: string; first_12: string } };
    const sealed = await api.runtime.vault.get(id, testKeySecret(test_key.id));
    expect(sealed?.toString().slice(0, 12)).toBe(test_key.first_12);
  });

  it('changes each setting of an organization once, and answers the same', async () => {
    const { id } = await api.newOrganization(user);
    const link = { id: newId(), key_hash: 'h', expires_at: new Date(Date.now() + 60_000).toISOString() };
    const self_invoice = { support_email: 'ayuda@example.com' };
    for (const [type, data] of [
      ['set-customization', { customization: { color: '102030' } }],
      ['set-receipts', { receipts: { duration_days: 3 } }],
      ['set-self-invoice', { self_invoice, link }],
      ['verify-support-email', { link_id: link.id }],
      ['choose-domain', { domain: 'dos-veces' }],
      ['set-custom-domain', { custom_domain: 'dos-veces.mx' }],
    ] as const) {
      const [first, second] = await twice(command(`organizations.${type}`, id, data, id));
      expect([type, first?.ok]).toEqual([type, true]);
      expect([type, second]).toEqual([type, first]);
    }
    expect(await eventsOf(`organization-${id}`)).toEqual([
      ...['OrganizationCreated', 'CustomizationSet', 'ReceiptSettingsSet', 'SelfInvoiceSettingsSet'],
      ...['SupportEmailLinkCreated', 'SupportEmailVerified', 'DomainChosen', 'CustomDomainSet'],
    ]);
    const taken = command('organizations.find-domain', id, { domain: 'dos-veces' }, id);
    expect(await api.runtime.bus.send(asTyped(taken))).toMatchObject({ value: { data: { taken: true } } });
  });

  it('invites, cancels and lets in once, and answers the same', async () => {
    const { id } = await api.newOrganization(user);
    const { rows } = await api.runtime.pool.query<{ owner: string }>(
      'SELECT user_ids[1] AS owner FROM gateway.organizations WHERE id = $1',
      [id],
    );
    const actor = `user:${rows[0]?.owner}`;
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const invite = { id: newId(), email: `${id}@example.com`, role: null, key_hash: 'h', expires_at };
    const other = { ...invite, id: newId(), email: `otra-${id}@example.com`, key_hash: 'g' };
    const key = { id: newId(), hash: `key of ${id}`, first_12: 'sk_user_aaaa' };
    const answer = { invite_id: invite.id, key_hash: 'h', accept: true };
    for (const [type, data] of [
      ['invite', { invite }],
      ['invite', { invite: other }],
      ['cancel-invite', { invite_id: other.id }],
      ['answer-invite-link', { ...answer, person: { full_name: 'Eva', key } }],
    ] as const) {
      const message = { ...command(`organizations.${type}`, id, data, id), actor };
      const [first, second] = await twice(message);
      expect([type, first?.ok]).toEqual([type, true]);
      expect([type, second]).toEqual([type, first]);
      if (type === 'answer-invite-link')
        expect(first).toMatchObject({ value: { data: { new_user: { revision: 0 } } } });
    }
    expect(await eventsOf(`organization-${id}`)).toEqual([
      ...['OrganizationCreated', 'PersonInvited', 'PersonInvited', 'InviteEnded', 'MemberJoined'],
    ]);
  });

  it('revokes an organization’s keys once, and says how many', async () => {
    const { id } = await api.newOrganization(user);
    const [first, second] = await twice(command('organizations.revoke-keys', id, {}, id));
    expect(first).toMatchObject({ ok: true, value: { data: { revoked: 1 } } });
    expect(second).toEqual(first);
    expect(await eventsOf(`organization-${id}`)).toEqual(['OrganizationCreated', 'OrganizationKeysRevoked']);
    const later = await api.runtime.bus.send(asTyped(command('organizations.revoke-keys', id, {}, id)));
    expect(later).toMatchObject({ ok: true, value: { data: { revoked: 0 } } });
  });

  it('adds and revokes a user’s key once', async () => {
    const id = newId();
    const key = { id: newId(), hash: 'h', first_12: 'sk_user_aaaa' };
    const person = { email: 'x@example.com', full_name: 'X', key: { ...key, id: newId(), hash: 'g' } };
    await twice(command('organizations.create-user', id, person, id));
    await twice(command('organizations.add-user-key', id, { key }, id));
    const [, again] = await twice(command('organizations.revoke-user-key', id, { key_id: key.id }, id));
    expect(again).toMatchObject({ ok: true });
    expect(await eventsOf(`user-${id}`)).toEqual(['UserCreated', 'UserKeyAdded', 'UserKeyRevoked']);
  });

  it('makes, edits and deletes one customer, one supplier and one product', async () => {
    const customerId = newId();
    const customer = { ...ana, legal_name: 'DOBLE' };
    const created = await twice(command('customers.create', 'x', { customer_id: customerId, customer }));
    expect(created[0]).toMatchObject({
      ok: true,
      value: { data: { customer_id: customerId, created: true } },
    });
    await twice(command('customers.edit', customerId, { changes: { phone: '55' } }));
    const [, deletedAgain] = await twice(command('customers.delete', customerId, {}));
    expect(deletedAgain).toMatchObject({ ok: true });
    expect(await eventsOf(`customer-${customerId}`)).toEqual([
      'CustomerCreated',
      'CustomerEdited',
      'CustomerDeleted',
    ]);
    const supplierId = newId();
    const supplier = { legal_name: 'DOBLE', tax_id: 'PEGJ800101AB1' };
    const [first, second] = await twice(
      command('customers.create-supplier', 'y', { supplier_id: supplierId, supplier }),
    );
    expect(first).toMatchObject({ ok: true, value: { data: { supplier_id: supplierId, created: true } } });
    expect(second).toEqual(first);
    await twice(command('customers.edit-supplier', supplierId, { changes: { phone: '55' } }));
    await twice(command('customers.delete-supplier', supplierId, {}));
    expect(await eventsOf(`supplier-${supplierId}`)).toEqual([
      ...['SupplierCreated', 'SupplierEdited', 'SupplierDeleted'],
    ]);
    const productId = newId();
    const product = { description: 'X', product_key: '60131324', price: '1' };
    await twice(command('products.create', productId, { product }));
    await twice(command('products.edit', productId, { changes: { price: '2' } }));
    expect(await eventsOf(`product-${productId}`)).toEqual(['ProductCreated', 'ProductEdited']);
  });

  it('creates, edits, pings, rotates and deletes one endpoint', async () => {
    const other = await api.newOrganization(user);
    const key = webhooksKey({ organizationId: other.id, livemode: false });
    const webhook_id = newId();
    const send = (type: string, data: object) =>
      twice(command(`webhooks.${type}`, key, { webhook_id, ...data }, other.id));
    const content = { url: 'https://example.com', enabled_events: ['*'], description: null, headers: [] };
    const style = { headers_key: null, payload_style: 'full', ordered: false };
    const created = await send('create', { secret_key: 'a', ...content, ...style });
    expect(created[1]).toEqual(created[0]);
    expect(created[0]).toMatchObject({ ok: true, value: { data: { webhook_id, created: true } } });
    await send('edit', { changes: { ordered: true }, status: 'disabled' });
    const pinged = await send('ping', {});
    expect(pinged[0]).toMatchObject({
      ok: true,
      value: { data: { event_id: expect.stringMatching(/^[0-9a-f]{24}$/) } },
    });
    expect(pinged[1]).toEqual(pinged[0]);
    const sample = command('webhooks.trigger', key, { event_type: 'invoice.stamped' }, other.id);
    const [first, second] = await twice(sample);
    expect(second).toEqual(first);
    await send('rotate-secret', { secret_key: 'b' });
    await send('edit', { changes: {}, status: 'enabled' });
    await send('note-failing', { since: sample.time, disabled_at: sample.time });
    await send('disable', { reason: 'failing' });
    expect((await send('delete', {}))[1]).toMatchObject({ ok: true });
    expect(await eventsOf(WEBHOOKS_STREAM + key)).toEqual([
      ...['WebhookCreated', 'WebhookEdited', 'WebhookDisabled', 'WebhookPinged', 'SampleTriggered'],
      ...['WebhookSecretRotated', 'WebhookEnabled', 'WebhookFailing', 'WebhookDisabled', 'WebhookDeleted'],
    ]);
  });

  it('of another tenant finds nothing, and leaves nothing', async () => {
    const { body } = await api.call(ours.testKey, 'POST /customers', { ...ana, legal_name: 'NUESTRA' });
    for (const [type, data] of [
      ['customers.edit', { changes: { phone: '1' } }],
      ['customers.delete', {}],
    ] as const) {
      const message = {
        ...command(type, body.id, data),
        tenant: { organizationId: ours.id, livemode: true },
      };
      expect(await api.runtime.bus.send(asTyped(message))).toMatchObject({
        refusal: { code: 'customer_not_found' },
      });
    }
    expect(await eventsOf(`customer-${body.id}`)).toEqual(['CustomerCreated']);
  });
});

describe('a customer inside of another resource', () => {
  const call = () => ({
    tenant: { organizationId: ours.id, livemode: false },
    actor: 'test',
    correlationId: newId(),
  });
  const resolver = () => api.get(CustomerResolver);

  it('is found by id, or made once from its data', async () => {
    const made = await resolver().resolve(call(), { ...ana, legal_name: 'EN LINEA' });
    expect(made).toMatchObject({ ok: true, value: { legal_name: 'EN LINEA', tax_id: 'PEGJ800101AB1' } });
    const id = made.ok ? made.value.id : '';
    expect(await resolver().resolve(call(), { ...ana, legal_name: 'EN LINEA' })).toEqual(made);
    expect(await resolver().resolve(call(), id.toUpperCase())).toEqual(made);
  });

  it('is refused with paths below its field', async () => {
    expect(await resolver().resolve(call(), { ...ana, tax_id: 'X' })).toMatchObject({
      refusal: {
        code: 'invalid_request',
        path: 'customer.tax_id',
        details: [{ path: 'customer.tax_id', code: 'invalid_format' }],
      },
    });
    expect(await resolver().resolve(call(), newId())).toMatchObject({
      refusal: { code: 'customer_not_found', path: 'customer', location: 'body' },
    });
    expect(await resolver().resolve(call(), 'Ana')).toMatchObject({
      refusal: { code: 'customer_could_not_be_resolved', path: 'customer', location: 'body' },
    });
    const foreign = { ...call(), tenant: { organizationId: ours.id, livemode: true } };
    const { body } = await api.call(ours.testKey, 'POST /customers', { ...ana, legal_name: 'DE PRUEBA' });
    expect(await resolver().resolve(foreign, body.id)).toMatchObject({
      refusal: { code: 'customer_not_found' },
    });
  });
});

describe('the read models', () => {
  it('are the same when they are made again from the first event', async () => {
    const { store } = api.runtime;
    const pool = createPool(api.runtime.pool.options.connectionString ?? '', {
      applicationName: 'test',
      max: 2,
    });
    const { body } = await api.call(ours.testKey, 'POST /products', {
      description: 'Ñandú',
      product_key: '60131324',
      price: 0.1,
    });
    await api.call(ours.testKey, `PUT /products/${body.id}`, { price: 0.3, taxes: [] });
    const supplier = { legal_name: 'Ñandú', tax_id: 'PEGJ800101AB1' };
    const { body: made } = await api.call(ours.testKey, 'POST /suppliers', supplier);
    await api.call(ours.testKey, `PUT /suppliers/${made.id}`, { phone: '55' });
    const events = await store.readFeed(0n, 10_000);
    const projections = [...organizationsService.projections, ...customersService.projections];
    for (const projection of projections) {
      const table = `${projection.table}_again`;
      await pool.query(`CREATE TABLE ${table} (LIKE ${projection.table} INCLUDING ALL)`);
      const runner = new ProjectionRunner({ pool, projection, target: { table, checkpoint: table } });
      await runner.start();
      for (let from = 0; from < events.length; from += 7) await deliver(runner, events.slice(from, from + 7));
      expect([projection.name, await digestOf(table)]).toEqual([
        projection.name,
        await digestOf(projection.table),
      ]);
    }
    await pool.end();
  });

  const digestOf = async (table: string) => {
    const { rows } = await api.runtime.pool.query<{ rows: string; digest: string }>(
      `SELECT count(*) AS rows, md5(string_agg(t::text, '|' ORDER BY id)) AS digest FROM ${table} t`,
    );
    expect(Number(rows[0]?.rows)).toBeGreaterThan(0);
    return rows;
  };
});
