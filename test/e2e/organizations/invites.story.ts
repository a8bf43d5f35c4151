import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { newId } from '#kernel';
import { adminRoleId } from '#contracts';
import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { textOfEvents } from '../../support/events.js';
import { addMember, addRole, removeMember, suspendUser } from '../../support/people.js';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/story.js';
import { passDays } from '../customers/hosted-page.js';
import {
  addUser,
  countOf,
  invite,
  linkOf,
  mailed,
  respond,
  type Addressed,
  type Sent,
} from './invitations.js';

/** Invitations through the API. */

let api: SmallApi;
let user: string;
let ours: TestOrganization;
let sent: Sent;
beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
});
afterAll(() => api.close());
beforeEach(async () => {
  ours = await api.newOrganization(user, 'Escuela');
  sent = mailed(api);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const ask = (body: object, key = user, language?: string) => invite(api, key, ours.id, body, language);
const list = async (key = user) => (await api.call(key, `GET /organizations/${ours.id}/team/invites`)).body;
const pending = async ({ key }: Addressed, headers = {}) =>
  (await api.call(key, 'GET /organizations/invites/pending', undefined, headers)).body;
const reaches = async ({ key }: { key: string }) =>
  (await api.call(key, `GET /organizations/${ours.id}`)).status === 200;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an invitation', () => {
  it('is mailed, listed by who sent it and by who got it, and accepted', async () => {
    const eva = await addUser(api);
    const { status, body } = await ask({ email: ` ${eva.email.toUpperCase()}`.trim() });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      created_at: expect.any(String),
      email: eva.email,
      organization_name: 'Escuela',
      role: adminRoleId(ours.id),
      role_name: 'Administrador',
      roles: [adminRoleId(ours.id)],
      expires_at: expect.any(String),
    });
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
    expect([days > 6.9, days <= 7]).toEqual([true, true]);
    expect(sent.mock.calls).toHaveLength(1);
    expect(sent.mock.calls[0]?.[0]).toMatchObject({
      ...{ template: 'invitation', to: [eva.email], language: 'es', organization: { id: ours.id } },
      data: {
        link: expect.stringMatching(/^http:\/\/localhost:\d+\/invitation\/[0-9a-f]{40}$/),
        inviter: { full_name: 'Ana Pérez', email: expect.any(String) },
        role: 'Administrador',
        expires_at: body.expires_at,
      },
    });
    expect(await list()).toEqual([body]);
    expect(await pending(eva, { 'accept-language': 'en' })).toEqual([
      { ...body, role_name: 'Administrator' },
    ]);
    expect(await reaches(eva)).toBe(false);
    expect((await respond(api, eva.key, body.id, true)).body).toEqual({ ok: true });
    expect(await reaches(eva)).toBe(true);
    expect([await list(), await pending(eva)]).toEqual([[], []]);
    expect(codeOf(await ask({ email: eva.email }))).toEqual([409, 'user_already_in_organization']);
  });

  it('has a key in its mail that stands nowhere else', async () => {
    const { body } = await ask({ email: 'nueva@example.com' });
    const key = linkOf(sent).split('/').at(-1) ?? '?';
    expect(JSON.stringify(body)).not.toContain(key);
    const { rows } = await api.runtime.pool.query<{ found: string }>(
      'SELECT count(*) AS found FROM gateway.organizations o WHERE o::text LIKE $1',
      [`%${key}%`],
    );
    expect(await textOfEvents(api.runtime.store)).not.toContain(key);
    expect(rows[0]?.found).toBe('0');
    // One is no other: an id opens no page, and the mail's key is no invite_key.
    const base = api.baseUrl.replace('/v2', '');
    expect((await fetch(`${base}/invitation/${body.id}`)).status).toBe(404);
    expect(codeOf(await respond(api, user, key, true))).toEqual([404, 'invite_not_found']);
  });

  it('to the same address is renewed under its id, and mailed again', async () => {
    const reading = await addRole(api.runtime, ours.id, { template: 'org-readonly' }, 'Consulta');
    const { body: first } = await ask({ email: 'nueva@example.com' });
    const { body: second } = await ask(
      { email: 'NUEVA@example.com', role: reading.toUpperCase() },
      user,
      'en',
    );
    expect(second).toMatchObject({ id: first.id, role: reading, role_name: 'Consulta', roles: [reading] });
    expect(await list()).toEqual([second]);
    expect(sent.mock.calls.map(([mail]) => mail.language)).toEqual(['es', 'en']);
    const statuses = await Promise.all([0, 1].map(async (n) => (await fetch(linkOf(sent, n))).status));
    expect(statuses).toEqual([404, 200]);
  });

  it('is declined, and can be sent again', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    expect((await respond(api, eva.key, body.id, false)).body).toEqual({ ok: true });
    expect([await list(), await reaches(eva)]).toEqual([[], false]);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([404, 'invite_not_found']);
    const { body: again } = await ask({ email: eva.email });
    expect(again.id).not.toBe(body.id);
    expect((await respond(api, eva.key, again.id, true)).status).toBe(200);
  });

  it('is cancelled', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    const cancel = () => api.call(user, `DELETE /organizations/${ours.id}/team/invites/${body.id}`);
    expect((await cancel()).body).toEqual({ ok: true });
    expect(codeOf(await cancel())).toEqual([404, 'invite_not_found']);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([404, 'invite_not_found']);
    expect((await fetch(linkOf(sent))).status).toBe(404);
  });

  it('expires: it stays listed for who sent it, who renews it by sending it again', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    passDays(api, 7.1);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([410, 'invite_expired']);
    expect([(await list()).length, await pending(eva)]).toEqual([1, []]);
    const renewed = await ask({ email: eva.email });
    expect([renewed.status, renewed.body.id]).toEqual([200, body.id]);
    expect((await respond(api, eva.key, body.id, true)).status).toBe(200);
  });

  it('is accepted once by many answers at the same time', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    const answers = await Promise.all(Array.from({ length: 50 }, () => respond(api, eva.key, body.id, true)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(1);
  });

  it('is either accepted or cancelled, however close these come', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    const [accepted, canceled] = await Promise.all([
      respond(api, eva.key, body.id, true),
      api.call(user, `DELETE /organizations/${ours.id}/team/invites/${body.id}`),
    ]);
    expect([accepted.status, canceled.status].sort()).toEqual([200, 404]);
    expect(await reaches(eva)).toBe(accepted.status === 200);
  });

  it('whose role was deleted can’t be accepted, and says so', async () => {
    const eva = await addUser(api);
    const role = await addRole(api.runtime, ours.id, { template: 'org-readonly' });
    const { body } = await ask({ email: eva.email, role });
    // As a role is deleted while nobody has it yet.
    const { store } = api.runtime;
    const stream = `organization-${ours.id}`;
    const metadata = {
      ...{ organizationId: ours.id, livemode: false, commandId: newId() },
      ...{ correlationId: newId(), actor: 'process:story' },
    };
    const gone = { type: 'RoleDeleted', data: { role_id: role, by: 'x', at: new Date().toISOString() } };
    const { length } = await store.read(stream);
    await store.append(stream, length - 1, [{ ...gone, id: crypto.randomUUID() }], metadata);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([409, 'invite_role_unavailable']);
    expect(await reaches(eva)).toBe(false);
  });

  it('that the mail server refuses is there all the same, and can be sent again', async () => {
    jest.restoreAllMocks();
    sent = mailed(api, 'refused');
    const { status, body } = await ask({ email: 'nadie@example.com' }, user, 'en');
    expect([status, body.code, body.message]).toEqual([
      ...[502, 'invite_email_delivery_failed'],
      'The invitation could not be sent by email.',
    ]);
    expect(await list()).toMatchObject([{ email: 'nadie@example.com' }]);
  });
});

describe('who invites, and whom', () => {
  it.each([
    [{}, 'email', 'required'],
    [{ email: 'eva' }, 'email', 'invalid_format'],
    [{ email: 'eva@example.com\r\nBcc: mal@example.com' }, 'email', 'invalid_format'],
    [{ email: ['eva@example.com'] }, 'email', 'invalid_type'],
    [{ email: 'eva@example.com', role: 'org-admin' }, 'role', 'invalid_format'],
    [{ email: 'eva@example.com', roles: [] }, 'roles', 'unknown_field'],
  ])('%j is refused at %s: %s', async (body, path, code) => {
    const refused = await ask(body);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    expect(refused.body.errors[0]).toMatchObject({ path, code });
    expect(await list()).toEqual([]);
  });

  it('no role that the organization has not', async () => {
    const { status, body } = await ask({ email: 'eva@example.com', role: newId() });
    expect([status, body.code, body.path]).toEqual([409, 'invite_role_unavailable', 'role']);
  });

  it.each(['es', 'en'])('only administrators make administrators, in %s', async (language) => {
    const manager = await addMember(api.runtime, ours.id, { template: 'org-team-manager' });
    const refused = await ask({ email: 'complice@example.com' }, manager.key, language);
    expect(codeOf(refused)).toEqual([403, 'organization_admin_role_required']);
    expect(refused.body.message).toContain(language === 'es' ? 'administrador' : 'administrator');
    const role = await addRole(api.runtime, ours.id, { template: 'org-billing' });
    expect((await ask({ email: 'factura@example.com', role }, manager.key)).status).toBe(200);
    expect(sent.mock.calls).toHaveLength(1);
  });

  it('nobody whose role does not say so', async () => {
    const reader = await addMember(api.runtime, ours.id, { template: 'org-billing' });
    expect(codeOf(await ask({ email: 'eva@example.com' }, reader.key))).toEqual([403, 'forbidden']);
    const { body } = await ask({ email: 'eva@example.com' });
    const path = `DELETE /organizations/${ours.id}/team/invites/${body.id}`;
    expect(codeOf(await api.call(reader.key, path))).toEqual([403, 'forbidden']);
    expect(await list()).toHaveLength(1);
  });

  it('a stranger finds no organization, and a key of one is not allowed', async () => {
    const stranger = await addUser(api);
    const { body } = await ask({ email: 'eva@example.com' });
    const routes = [
      `POST /organizations/${ours.id}/team/invites`,
      `GET /organizations/${ours.id}/team/invites`,
      `DELETE /organizations/${ours.id}/team/invites/${body.id}`,
    ];
    for (const route of routes) {
      const payload = route.startsWith('POST') ? { email: 'mal@example.com' } : undefined;
      expect(codeOf(await api.call(stranger.key, route, payload))).toEqual([404, 'organization_not_found']);
      expect(codeOf(await api.call(ours.testKey, route, payload))).toEqual([403, 'api_key_not_allowed']);
    }
    expect(codeOf(await api.call(ours.testKey, 'GET /organizations/invites/pending'))).toEqual([
      ...[403, 'api_key_not_allowed'],
    ]);
  });

  it('is mailed five times a day to one address', async () => {
    for (let n = 0; n < 5; n += 1) expect((await ask({ email: 'eva@example.com' })).status).toBe(200);
    const sixth = await ask({ email: 'eva@example.com' });
    expect(codeOf(sixth)).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await ask({ email: 'otra@example.com' })).status).toBe(200);
    expect(sent.mock.calls).toHaveLength(6);
  });
});

describe('somebody else’s invitation', () => {
  it('is neither accepted nor declined by a stranger who has its id', async () => {
    const [eva, mal] = [await addUser(api), await addUser(api)];
    const { body } = await ask({ email: eva.email });
    for (const accept of [true, false]) {
      const refused = await respond(api, mal.key, body.id, accept);
      expect(codeOf(refused)).toEqual([403, 'invite_email_mismatch']);
      // Nothing of the organization, and nobody's address.
      expect(JSON.stringify(refused.body)).not.toContain(eva.email);
    }
    expect(codeOf(await respond(api, mal.key, newId(), true))).toEqual([404, 'invite_not_found']);
    expect([await reaches(mal), await pending(mal)]).toEqual([false, []]);
    expect(await pending(eva)).toHaveLength(1);
  });

  it('is not for who belongs to the organization either', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    expect(codeOf(await respond(api, user, body.id, true))).toEqual([403, 'invite_email_mismatch']);
    expect(await reaches(eva)).toBe(false);
  });

  it('is of that very address: what looks like it, or goes to the same mailbox, is another', async () => {
    const eva = await addUser(api);
    const [local = '', domain = ''] = eva.email.split('@');
    const lookalikes = [
      `${local}+1@${domain}`,
      `${local}@${domain}.mx`,
      `${local}@еxample.com`,
      `x${eva.email}`,
    ];
    for (const email of lookalikes) expect((await ask({ email })).status).toBe(200);
    expect(await pending(eva)).toEqual([]);
    for (const { id } of await list())
      expect(codeOf(await respond(api, eva.key, id as string, true))).toEqual([403, 'invite_email_mismatch']);
    expect(await reaches(eva)).toBe(false);
  });

  it('of a deleted organization is gone', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    await api.call(user, `DELETE /organizations/${ours.id}`);
    expect(await pending(eva)).toEqual([]);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([404, 'invite_not_found']);
    expect((await fetch(linkOf(sent))).status).toBe(404);
    expect((await api.call(user, `POST /organizations/${ours.id}/restore`)).status).toBe(200);
    expect((await respond(api, eva.key, body.id, true)).status).toBe(200);
  });

  it('of who was removed meanwhile lets nobody in', async () => {
    const eva = await addUser(api);
    const boss = await addMember(api.runtime, ours.id);
    const { body } = await ask({ email: eva.email }, boss.key);
    await removeMember(api.runtime, ours.id, boss.userId);
    expect(codeOf(await respond(api, eva.key, body.id, true))).toEqual([409, 'invite_role_unavailable']);
    expect(await reaches(eva)).toBe(false);
    // An administrator who is there sends it again, and answers for it.
    expect((await ask({ email: eva.email })).body.id).toBe(body.id);
    expect((await respond(api, eva.key, body.id, true)).status).toBe(200);
  });

  it('is told to the organization’s audit log, whoever tries it', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    await respond(api, user, body.id, true);
    await respond(api, (await addUser(api)).key, body.id, true);
    await respond(api, eva.key, body.id, true);
    await api.get(AuditLog).settle();
    const { rows } = await api.runtime.pool.query(
      `SELECT resource_id AS id, outcome FROM gateway.audit_log
       WHERE organization_id = $1 AND operation = 'write.received_invites.respond' ORDER BY created_at, id`,
      [ours.id],
    );
    expect(rows).toEqual([
      { id: body.id, outcome: 'denied' },
      { id: body.id, outcome: 'denied' },
      { id: body.id, outcome: 'succeeded' },
    ]);
  });

  it('can’t be answered by who is suspended', async () => {
    const eva = await addUser(api);
    const { body } = await ask({ email: eva.email });
    await suspendUser(api.runtime, eva.userId);
    expect((await respond(api, eva.key, body.id, true)).status).toBe(403);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
  });
});

describe('an answer', () => {
  it.each([
    [{}, 'required'],
    [{ accept: 'sí' }, 'invalid_type'],
    [{ accept: true, role: 'x' }, 'unknown_field'],
  ])('%j is refused: %s', async (body, code) => {
    const refused = await api.call(user, `POST /organizations/invites/${newId()}/response`, body);
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, code]);
  });
});

describe('the SDK', () => {
  it('sends, lists, answers and cancels', async () => {
    const eva = await addUser(api);
    const [mine, theirs] = [api.sdk(user), api.sdk(eva.key)];
    const made = await mine.organizations.inviteUserToTeam(ours.id, { email: eva.email });
    expect(await mine.organizations.listSentTeamInvites(ours.id)).toEqual([made]);
    expect(await mine.organizations.cancelTeamInvite(ours.id, made.id)).toEqual({ ok: true });
    const again = await mine.organizations.inviteUserToTeam(ours.id, { email: eva.email });
    expect(await theirs.organizations.listReceivedTeamInvites()).toEqual([again]);
    expect(await theirs.organizations.respondTeamInvite(again.id, { accept: true })).toEqual({ ok: true });
    expect(await reaches(eva)).toBe(true);
  });
});
