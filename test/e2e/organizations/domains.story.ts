import { Domains } from '#apps/organizations/src/organization/domains';
import { Organizations } from '#apps/organizations/src/organization/organizations';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
let user: string;
beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
});
afterAll(() => api.close());

const legal = {
  ...{ name: 'Kemper', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601', address: { zip: '42501' } },
  support_email: 'ayuda@kemper.mx',
};
/** An organization that may choose a domain. */
async function ready(): Promise<string> {
  const { id } = await api.newOrganization(user, 'Kemper');
  await api.call(user, `PUT /organizations/${id}/legal`, legal);
  return id;
}
const choose = (id: string, domain: string, language = 'es') =>
  api.call(user, `PUT /organizations/${id}/domain`, { domain }, { 'accept-language': language });
const isAvailable = async (domain: string) =>
  (await api.call(user, `GET /organizations/domain-check?domain=${domain}`)).body.available as boolean;

/** The same organizations and database, as another process has them. */
const replica = () => new Domains(api.runtime.pool, new Organizations(api.runtime.store));

describe('the domain of a portal', () => {
  it('needs a support address', async () => {
    const { id } = await api.newOrganization(user, 'Sin correo');
    const answer = await choose(id, 'sin-correo');
    expect(answer.body).toMatchObject({
      ...{ status: 400, code: 'organization_support_email_required' },
      ...{ path: 'support_email', location: 'body' },
    });
    expect(await isAvailable('sin-correo')).toBe(true);
  });

  it('is chosen once: sent again it stays, and another is refused', async () => {
    const id = await ready();
    expect(await isAvailable('mi-tienda')).toBe(true);
    const { organizations } = api.sdk(user);
    expect((await organizations.updateDomain(id, { domain: 'mi-tienda' })).domain).toBe('mi-tienda');
    expect((await organizations.retrieve(id)).domain).toBe('mi-tienda');
    expect(await isAvailable('mi-tienda')).toBe(false);
    expect((await choose(id, 'mi-tienda')).status).toBe(200);
    const other = await choose(id, 'otra-tienda');
    expect([other.status, other.body.code, other.body.path]).toEqual([
      ...[409, 'organization_domain_change_not_allowed', 'domain'],
    ]);
    expect(await isAvailable('otra-tienda')).toBe(true);
    // A reserved name is no excuse either.
    expect((await choose(id, 'docs')).body.code).toBe('organization_domain_change_not_allowed');
  });

  it('keeps an address for its customers', async () => {
    const id = await ready();
    await choose(id, 'con-correo');
    const { support_email: _, ...rest } = legal;
    const cleared = await api.call(user, `PUT /organizations/${id}/legal`, { ...rest, support_email: null });
    expect([cleared.status, cleared.body.code]).toEqual([400, 'organization_support_email_required']);
  });

  it.each(['docs', 'healthz', 'tax-info', 'mailbox', 'support-email', 'readyz', 'demo', 'admin'])(
    'is not %s, which the service uses or keeps',
    async (domain) => {
      const id = await ready();
      expect(await isAvailable(domain)).toBe(false);
      const { status, body } = await choose(id, domain, 'en');
      expect([status, body.code, body.path]).toEqual([409, 'organization_domain_unavailable', 'domain']);
      expect(body.message).toBe('The domain is not available.');
    },
  );

  it('belongs to one of many who ask at the same time, in many processes', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, ready));
    const answers = await Promise.all(ids.map((id) => choose(id, 'disputado')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.code as string))).toEqual(
      new Set(['organization_domain_unavailable']),
    );
    const elsewhere = Array.from({ length: 8 }, replica);
    // Others: what the one that has a domain by now reserves is void.
    const others = await Promise.all(elsewhere.map(ready));
    const reserved = await Promise.all(elsewhere.map((one, n) => one.reserve('en-otros', others[n] ?? '')));
    expect(reserved.filter(Boolean)).toHaveLength(1);
  });

  it('is the organization’s again after a death between reservation and event, and free once it has another', async () => {
    const [id, other] = [await ready(), await ready()];
    // What a process leaves that dies before the event.
    expect(await replica().reserve('a-medias', id)).toBe(true);
    expect(await isAvailable('a-medias')).toBe(false);
    expect((await choose(other, 'a-medias')).body.code).toBe('organization_domain_unavailable');
    expect((await choose(id, 'a-medias')).body.domain).toBe('a-medias');

    const [third] = [await ready()];
    expect(await replica().reserve('abandonado', third)).toBe(true);
    await choose(third, 'definitivo');
    expect(await isAvailable('abandonado')).toBe(true);
    // Another delivery of the dead command reserves once more, and never comes to anything.
    expect(await replica().reserve('abandonado', third)).toBe(true);
    expect((await choose(other, 'abandonado')).body.domain).toBe('abandonado');
  });
});

describe('the check of a domain', () => {
  it('takes a body too, as older SDKs send it', async () => {
    const asked = (domain: string) => api.call(user, 'PUT /organizations/domain-check', { domain });
    expect((await asked('libre-aun')).body).toEqual({ available: true });
    expect((await asked('docs')).body).toEqual({ available: false });
    expect(await api.sdk(user).organizations.checkDomainIsAvailable({ domain: 'libre-aun' })).toEqual({
      available: true,
    });
  });

  it('refuses what can be no domain, where it is', async () => {
    const query = await api.call(user, 'GET /organizations/domain-check?domain=NO');
    expect(query.body).toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'domain',
      location: 'query',
    });
    const missing = await api.call(user, 'GET /organizations/domain-check');
    expect(missing.body.errors).toMatchObject([{ path: 'domain', code: 'required', location: 'query' }]);
    const body = await api.call(user, 'PUT /organizations/domain-check', { domain: '-mal-' });
    expect(body.body).toMatchObject({ code: 'invalid_request', path: 'domain', location: 'body' });
  });

  it.each(['GET /organizations/domain-check?domain=libre', 'PUT /organizations/domain-check'])(
    'is for people: %s',
    async (request) => {
      const { testKey } = await api.newOrganization(user);
      const sent = request.startsWith('PUT') ? { domain: 'libre' } : undefined;
      const answer = await api.call(testKey, request, sent);
      expect([answer.status, answer.body.code]).toEqual([403, 'api_key_not_allowed']);
    },
  );
});
