import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { newId } from '#kernel';
import { addMember, addPerson, addRole, resumeUser, suspendUser, type Person } from '../../support/people.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
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
import { open, submit } from '../customers/hosted-page.js';
import {
  addUser,
  countOf,
  invite,
  keyIn,
  linkOf,
  mailed,
  respond,
  type Sent,
} from '../organizations/invitations.js';

/** People who want to come in by an invitation that is somebody else's, or that should be none any more. */

let api: SmallApi;
let owner: Person;
let id: string;
let sent: Sent;
let last = 0;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
});
afterAll(() => api.close());
beforeEach(async () => {
  sent = mailed(api);
  id = (await api.newOrganization(owner.key, 'Cerrada')).id;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const told = ({ status, body }: Answer) => [status, body?.code];
const NOT_FOUND = [404, 'invite_not_found'];
const OF_ANOTHER = [403, 'invite_email_mismatch'];
const newEmail = () => `alguien-${(last += 1)}@example.com`;
const ask = async (email: string, body: object = {}, key = owner.key) => {
  const answer = await invite(api, key, id, { email, ...body });
  return { answer, id: answer.body.id as string, link: linkOf(sent) };
};
const accept = (link: string, full_name = 'Eva Intrusa') => submit(link, { answer: 'accept', full_name });
const joined = () => countOf(api, id, 'MemberJoined');

describe('an invitation of somebody else', () => {
  it('is answered by no id, hash or key but its own, of no kind', async () => {
    const thief = await addUser(api);
    const { id: inviteId, link } = await ask(newEmail());
    const key = link.split('/').at(-1) ?? '';
    for (const answer of [true, false]) {
      for (const guess of [inviteId, inviteId.toUpperCase()])
        expect(told(await respond(api, thief.key, guess, answer))).toEqual(OF_ANOTHER);
      for (const guess of [key, key.slice(0, 24), newId(), owner.userId, id])
        expect([guess, ...told(await respond(api, thief.key, guess, answer))]).toEqual([guess, ...NOT_FOUND]);
    }
    const pages = link.slice(0, link.lastIndexOf('/') + 1);
    for (const guess of [
      inviteId,
      key.slice(1),
      `${key}0`,
      key.toUpperCase(),
      `${key}%00`,
      `${key}%20`,
      `../invitation/${inviteId}`,
      '%25',
      '*',
    ])
      if (guess !== key) expect([guess, (await accept(pages + guess)).status]).toEqual([guess, 404]);
    expect(await joined()).toBe(0);
  });

  it('is of its very address: case is passed over, and nothing else is', async () => {
    const local = `ana-${(last += 1)}`;
    const { id: inviteId } = await ask(`${local.toUpperCase()}@EXAMPLE.com`);
    const [invited] = (await api.call(owner.key, `GET /organizations/${id}/team/invites`)).body;
    expect(invited.email).toBe(`${local}@example.com`);
    // Whoever has an address that looks like it is somebody else. (Their users are made as an invitation elsewhere makes them.)
    const elsewhere = (await api.newOrganization(owner.key, 'Otra')).id;
    for (const other of [
      `${local}+x@example.com`,
      `${local}@exämple.com`,
      `${local}@example.com.mx`,
      local.replace('a', 'а') + '@example.com',
      `${local.replace('a', 'ａ')}@example.com`,
    ]) {
      await invite(api, owner.key, elsewhere, { email: other });
      const key = keyIn((await accept(linkOf(sent))).html) ?? '';
      expect([other, key === '']).toEqual([other, false]);
      expect([other, ...told(await respond(api, key, inviteId, true))]).toEqual([other, ...OF_ANOTHER]);
    }
    expect(await joined()).toBe(0);
  });

  it.each([
    ['an unseen letter', 'a\u200bna@example.com'],
    ['a soft hyphen', 'a\u00adna@example.com'],
    ['a mark that turns it around', 'a\u202ena@example.com'],
    ['a joint', 'a\u2060na@example.com'],
    ['a line', 'ana@example.com\r\nBcc: x@example.com'],
    ['two addresses', 'ana@example.com,eva@example.com'],
    ['a name before it', 'Ana <ana@example.com>'],
    ['an option of a mail program', '-oQ/tmp@example.com'],
  ])('is sent to no address with %s', async (_, email) => {
    const { answer } = await ask(email);
    expect([...told(answer), answer.body.path]).toEqual([400, 'invalid_request', 'email']);
    expect(sent.mock.calls).toHaveLength(0);
  });

  it('is told to be another’s, and the log shows nothing of a stranger’s key who tried it', async () => {
    const stranger = await addPerson(api.runtime);
    const { id: inviteId } = await ask(newEmail());
    expect(told(await respond(api, stranger.key, inviteId, true))).toEqual(OF_ANOTHER);
    const organizationKey = (await api.call(owner.key, `GET /organizations/${id}/apikeys/test`))
      .body as string;
    expect(told(await respond(api, organizationKey, inviteId, true))).toEqual([403, 'api_key_not_allowed']);
    await api.get(AuditLog).settle();
    const { body } = await api.call(owner.key, `GET /organizations/${id}/audit-log?actor=${stranger.userId}`);
    expect(body.data[0].actor).toMatchObject({ type: 'user', id: stranger.userId, first_12: null });
  });

  it('is cancelled by no path of another organization', async () => {
    const thief = await addPerson(api.runtime);
    const { id: theirs } = await api.newOrganization(thief.key, 'Suya');
    const { id: inviteId } = await ask(newEmail());
    for (const where of [id, theirs])
      expect(
        (await api.call(thief.key, `DELETE /organizations/${where}/team/invites/${inviteId}`)).status,
      ).toBe(404);
    expect((await api.call(owner.key, `GET /organizations/${id}/team/invites`)).body).toHaveLength(1);
  });
});

describe('an invitation that is over', () => {
  it('is not replayed: after it was accepted, declined, cancelled or replaced, by link or by id', async () => {
    const eva = await addUser(api);
    const first = await ask(eva.email);
    const second = await ask(eva.email);
    expect((await accept(first.link)).status).toBe(404);
    await api.call(owner.key, `DELETE /organizations/${id}/team/invites/${second.id}`);
    expect((await accept(second.link)).status).toBe(404);
    expect(told(await respond(api, eva.key, second.id, true))).toEqual(NOT_FOUND);
    const third = await ask(eva.email);
    expect(third.id).not.toBe(second.id);
    await respond(api, eva.key, third.id, false);
    expect(told(await respond(api, eva.key, third.id, true))).toEqual(NOT_FOUND);
    await accept(third.link);
    expect(await joined()).toBe(0);
    const fourth = await ask(eva.email);
    expect((await respond(api, eva.key, fourth.id, true)).status).toBe(200);
    await api.call(owner.key, `DELETE /organizations/${id}/team/${eva.userId}`);
    // Who was removed does not come back by the link or the id that let them in.
    expect(told(await respond(api, eva.key, fourth.id, true))).toEqual(NOT_FOUND);
    await accept(fourth.link);
    expect(await joined()).toBe(1);
    expect((await api.call(eva.key, `GET /organizations/${id}`)).status).toBe(404);
  });

  it('shows no key twice, to whoever sends its form again', async () => {
    const { link } = await ask(newEmail());
    expect(keyIn((await accept(link)).html)).toBeDefined();
    for (const again of [await accept(link), await accept(link, 'Otro'), await open(link)])
      expect(keyIn(again.html)).toBeUndefined();
  });
});

describe('an invitation of who is suspended', () => {
  it('lets nobody in, by API or page, until they are resumed or another sends it again', async () => {
    const boss = await addMember(api.runtime, id);
    const eva = await addUser(api);
    const known = await ask(eva.email, {}, boss.key);
    const unknown = await ask(newEmail(), {}, boss.key);
    await suspendUser(api.runtime, boss.userId);
    expect(told(await respond(api, eva.key, known.id, true))).toEqual([409, 'invite_role_unavailable']);
    for (const { link } of [known, unknown]) {
      const page = await accept(link);
      expect([page.status, keyIn(page.html)]).toEqual([409, undefined]);
    }
    expect(await joined()).toBe(1);
    const { rows } = await api.runtime.pool.query<{ found: string }>(
      "SELECT count(*) AS found FROM gateway.users WHERE full_name = 'Eva Intrusa' AND email = ANY($1)",
      [[`alguien-${last}@example.com`]],
    );
    expect(rows[0]?.found).toBe('0');
    await resumeUser(api.runtime, boss.userId);
    expect((await respond(api, eva.key, known.id, true)).status).toBe(200);
    await suspendUser(api.runtime, boss.userId);
    const email = (await api.call(owner.key, `GET /organizations/${id}/team/invites`)).body[0]
      .email as string;
    const again = await ask(email);
    expect([again.id, keyIn((await accept(again.link)).html) !== undefined]).toEqual([unknown.id, true]);
  });
});

describe('names in an invitation', () => {
  it('are text in its page, on one line, and are not turned around', async () => {
    const evil = 'Rol <script>alert(1)</script> "\' {{link}} \u202ersoda\u2066';
    const role = await api.call(owner.key, `POST /organizations/${id}/team/roles`, { name: evil });
    expect(role.body.name).toBe('Rol <script>alert(1)</script> "\' {{link}} rsoda');
    const { link } = await ask(newEmail(), { role: role.body.id });
    const { html } = await open(link);
    expect(html).toContain('Rol &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toMatch(/<script>alert|[\u202a-\u202e\u2066-\u2069]/);
    const { html: named } = await accept(link, '\u202e<img src=x onerror=alert(1)>');
    expect(named).not.toMatch(/<img|\u202e/);
  });

  it('are seen, of roles, organizations and people', async () => {
    for (const name of ['\u3164', '\u2800', '\u200b\u2060', ' \u115f '])
      for (const request of ['POST /organizations', `POST /organizations/${id}/team/roles`]) {
        const answer = await api.call(owner.key, request, { name });
        expect([request, ...told(answer), answer.body.path]).toEqual([
          request,
          400,
          'invalid_request',
          'name',
        ]);
      }
    const { link } = await ask(newEmail());
    expect((await accept(link, '\u3164')).status).toBe(400);
    // A name is taken that only looks like another.
    await addRole(api.runtime, id, { template: 'org-billing' }, 'Cobranza');
    for (const name of [
      'Cobran\u00adza',
      'COBRANZA',
      ' Cobranza\u200b',
      'Ｃobranza',
      'Administrador\u2060',
      'Propietario',
    ])
      expect([
        name,
        ...told(await api.call(owner.key, `POST /organizations/${id}/team/roles`, { name })),
      ]).toEqual([name, 409, 'conflict']);
  });
});
