import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { Users } from '#apps/organizations/src/user/users';
import { Organizations } from '#apps/organizations/src/organization/organizations';
import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { placesOf } from '../../support/events.js';
import { addMember, removeMember, suspendUser } from '../../support/people.js';
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
import { open, passDays, submit } from '../customers/hosted-page.js';
import { addUser, countOf, invite, keyIn, linkOf, mailed, type Sent } from './invitations.js';

/** The page on which somebody answers an invitation by the link of its mail. */

let api: SmallApi;
let user: string;
let ours: TestOrganization;
let sent: Sent;
let last = 0;
beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
});
afterAll(() => api.close());
beforeEach(async () => {
  ours = await api.newOrganization(user, 'Escuela <Kemper>');
  sent = mailed(api);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const newEmail = () => `nueva-${(last += 1)}@example.com`;
const ask = async (email = newEmail(), key = user): Promise<{ link: string; id: string }> => {
  const { body } = await invite(api, key, ours.id, { email });
  return { link: linkOf(sent), id: body.id as string };
};
const accept = (link: string, full_name = 'Eva Núñez', headers = {}) =>
  submit(link, { answer: 'accept', full_name }, headers);
const decline = (link: string) => submit(link, { answer: 'decline', full_name: '' });
const reaches = async (key: string) => (await api.call(key, `GET /organizations/${ours.id}`)).status === 200;
/** What the page says after the answer was followed where it leads. */
const titleOf = ({ html }: { html: string }) => /<h1>([^<]+)<\/h1>/.exec(html)?.[1];

describe('the page of an invitation', () => {
  it('shows who invites whom to what, and lets nothing in or out', async () => {
    const { link } = await ask('eva.nunez@example.com');
    const { status, html, headers } = await open(link);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('Escuela &lt;Kemper&gt;');
    expect(html).toContain('Ana Pérez');
    expect(html).toContain('eva.nunez@example.com');
    expect(html).toContain('«Administrador»');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect((await open(`${link}?lang=en`)).html).toContain('with the role “Administrator”');
    expect((await open(link, { 'accept-language': 'en' })).html).toContain('You have an invitation');
  });

  it('changes nothing by being opened, as scanners of mails do', async () => {
    const { link } = await ask();
    for (const method of ['GET', 'HEAD']) await fetch(link, { method });
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
    expect((await open(link)).status).toBe(200);
  });

  it('makes a user of who has none, and shows their key this once', async () => {
    const email = newEmail();
    const { link } = await ask(email);
    const answer = await accept(link, '  Eva \r\n Núñez ');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const key = keyIn(answer.html) ?? '';
    expect(await reaches(key)).toBe(true);
    expect((await api.call(key, 'GET /users/me')).body).toMatchObject({ email, full_name: 'Eva Núñez' });
    // Neither the link, nor the form once more, nor a switch of language shows it again.
    for (const again of [await open(link), await accept(link), await open(`${link}?lang=en`)])
      expect([again.status, keyIn(again.html), titleOf(again)]).toEqual([
        ...[200, undefined, expect.stringMatching(/aceptada|accepted/)],
      ]);
    expect(answer.html).not.toContain('?lang=');
    expect(await placesOf(key, api.runtime)).toEqual([]);
  });

  it('asks for a name, and keeps what was typed', async () => {
    const { link } = await ask();
    const missing = await accept(link, ' \u202e ');
    expect([missing.status, missing.html.includes('Escriba su nombre.')]).toEqual([400, true]);
    const long = await accept(`${link}?lang=en`, 'x'.repeat(121));
    expect([long.status, long.html.includes('Enter 120 characters at most.')]).toEqual([400, true]);
    expect(long.html).toContain(`value="${'x'.repeat(121)}"`);
    const switched = await submit(`${link}?lang=en`, { full_name: 'Eva <b>', language: 'en' });
    expect([switched.status, switched.html.includes('value="Eva &lt;b&gt;"')]).toEqual([200, true]);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
    expect(keyIn((await accept(link)).html)).toBeDefined();
  });

  it('shows no key to who has a user already: whoever has the mail has not their keys', async () => {
    const eva = await addUser(api);
    const { link } = await ask(eva.email);
    expect((await open(link)).html).not.toContain('full_name');
    const answer = await accept(link, 'Otra Persona');
    expect([answer.status, keyIn(answer.html)]).toEqual([303, undefined]);
    expect(await reaches(eva.key)).toBe(true);
    expect((await api.call(eva.key, 'GET /users/me')).body).toMatchObject({ full_name: 'Ana Pérez' });
    expect((await api.call(eva.key, 'GET /users/me/keys')).body).toHaveLength(1);
  });

  it('declines, and says so', async () => {
    const { link } = await ask();
    expect((await decline(link)).status).toBe(303);
    const page = await open(link);
    expect([page.status, titleOf(page)]).toEqual([200, 'La invitación fue rechazada']);
    expect(keyIn((await accept(link)).html)).toBeUndefined();
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
    expect((await decline(link)).status).toBe(200);
  });

  it('lets in one user, with one key shown, of many who press the button at the same time', async () => {
    const { link } = await ask();
    const answers = await Promise.all(Array.from({ length: 15 }, () => accept(link)));
    const keys = answers.flatMap(({ html }) => keyIn(html) ?? []);
    expect(keys).toHaveLength(1);
    expect(await reaches(keys[0] ?? '')).toBe(true);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(1);
  });

  it('makes one user of an address that two organizations invite at the same time', async () => {
    const email = newEmail();
    const first = await ask(email);
    const other = await api.newOrganization(user, 'Otra');
    await invite(api, user, other.id, { email });
    const answers = await Promise.all([accept(first.link), accept(linkOf(sent))]);
    const keys = answers.flatMap(({ html }) => keyIn(html) ?? []);
    expect(keys).toHaveLength(1);
    const { body } = await api.call(keys[0] ?? '', 'GET /organizations');
    expect(body.data).toHaveLength(2);
  });

  it('is in the organization’s audit log, with who was let in and who was not', async () => {
    const taken = await ask();
    const [refused, eva] = [await ask((await addUser(api)).email), await addUser(api)];
    const suspended = await ask(eva.email);
    await suspendUser(api.runtime, eva.userId);
    await accept(taken.link);
    await decline(refused.link);
    await accept(suspended.link);
    await api.get(AuditLog).settle();
    const { rows } = await api.runtime.pool.query(
      `SELECT actor_type, operation, resource_type, resource_id, outcome FROM gateway.audit_log
       WHERE organization_id = $1 AND operation = 'write.invitation_links.respond' ORDER BY created_at, id`,
      [ours.id],
    );
    const entry = (resource_id: string, outcome: string) => ({
      ...{ actor_type: 'link', operation: 'write.invitation_links.respond', resource_type: 'invite' },
      ...{ resource_id, outcome },
    });
    expect(rows).toEqual([
      ...[entry(taken.id, 'succeeded'), entry(refused.id, 'succeeded'), entry(suspended.id, 'denied')],
    ]);
  });

  it('refuses answers that another site makes a browser send', async () => {
    const { link } = await ask();
    const forged = await accept(link, 'Eva', { 'sec-fetch-site': 'cross-site' });
    expect([forged.status, titleOf(forged)]).toEqual([403, 'Este envío no vino de nuestra página']);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
  });
});

describe('a process that dies', () => {
  const dying = (part: object, method: string) =>
    jest.spyOn(part as { handle: () => Promise<unknown> }, method as 'handle').mockImplementationOnce(() => {
      throw new Error('the process died');
    });

  it('between making the user and letting them in leaves the next answer to show the key', async () => {
    const email = newEmail();
    const { link } = await ask(email);
    dying(api.get(Organizations), 'handle');
    const failed = await accept(link, 'Eva');
    expect([failed.status >= 500, keyIn(failed.html)]).toEqual([true, undefined]);
    const answer = await accept(link, 'Eva Núñez');
    const key = keyIn(answer.html) ?? '';
    expect(await reaches(key)).toBe(true);
    expect(keyIn((await accept(link)).html)).toBeUndefined();
  });

  it('leaves it also to the link of a renewed invitation', async () => {
    const email = newEmail();
    const { link } = await ask(email);
    dying(api.get(Organizations), 'handle');
    await accept(link);
    const renewed = await ask(email);
    expect(keyIn((await accept(link)).html)).toBeUndefined();
    const key = keyIn((await accept(renewed.link)).html) ?? '';
    expect(await reaches(key)).toBe(true);
  });

  it('before that leaves nothing behind', async () => {
    const { link } = await ask();
    dying(api.get(Users), 'handle');
    expect((await accept(link)).status).toBeGreaterThanOrEqual(500);
    expect(keyIn((await accept(link)).html)).toBeDefined();
  });

  it('shows no key of a user whose keys were reset in between', async () => {
    const email = newEmail();
    const { link } = await ask(email);
    dying(api.get(Organizations), 'handle');
    await accept(link);
    const { rows } = await api.runtime.pool.query<{ id: string }>(
      'SELECT user_id AS id FROM organizations.addresses WHERE email = $1',
      [email],
    );
    const id = rows[0]?.id ?? '';
    await api.runtime.bus.send({
      ...{ id: crypto.randomUUID(), type: 'organizations.reset-user-keys', key: id },
      tenant: { organizationId: id, livemode: false },
      ...{ actor: 'operator', correlationId: 'story', time: new Date().toISOString() },
      data: { key: { id: 'k', hash: 'h', first_12: 'sk_user_aaaa' } },
    });
    const answer = await accept(link);
    expect([answer.status, keyIn(answer.html)]).toEqual([303, undefined]);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(1);
  });
});

describe('a link that opens nothing any more', () => {
  it('was replaced by the one of a newer mail', async () => {
    const email = newEmail();
    const { link } = await ask(email);
    await ask(email);
    const page = await open(link);
    expect([page.status, titleOf(page)]).toEqual([404, 'Este enlace ya no sirve']);
    expect(keyIn((await accept(link)).html)).toBeUndefined();
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
  });

  it('was cancelled', async () => {
    const { link, id } = await ask();
    await api.call(user, `DELETE /organizations/${ours.id}/team/invites/${id}`);
    const page = await open(`${link}?lang=en`);
    expect([page.status, titleOf(page)]).toEqual([404, 'The invitation was cancelled']);
    expect((await accept(link)).status).toBe(404);
    const json = await open(link, { accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'invite_not_found', path: 'key' });
  });

  it('has expired', async () => {
    const { link } = await ask();
    passDays(api, 7.1);
    const page = await open(link);
    expect([page.status, titleOf(page)]).toEqual([410, 'La invitación venció']);
    expect((await accept(link)).status).toBe(410);
    const json = await open(link, { accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'invite_expired' });
  });

  it('is of a user who is suspended', async () => {
    const eva = await addUser(api);
    const { link } = await ask(eva.email);
    await suspendUser(api.runtime, eva.userId);
    const answer = await accept(link);
    expect([answer.status, titleOf(answer)]).toEqual([403, 'Su usuario está suspendido']);
    expect(await countOf(api, ours.id, 'MemberJoined')).toBe(0);
  });

  it('was sent by somebody who may not give its role any more', async () => {
    const boss = await addMember(api.runtime, ours.id);
    const { link } = await ask(newEmail(), boss.key);
    await removeMember(api.runtime, ours.id, boss.userId);
    const answer = await accept(link);
    expect([answer.status, titleOf(answer)]).toEqual([409, 'La invitación ya no puede aceptarse']);
    expect(keyIn(answer.html)).toBeUndefined();
  });

  it.each(['0'.repeat(40), 'x', '%00', "'--"])('never was: %s', async (key) => {
    const base = api.baseUrl.replace('/v2', '');
    const page = await open(`${base}/invitation/${key}`);
    expect([page.status, titleOf(page)]).toEqual([404, 'No encontramos esta invitación']);
    expect((await accept(`${base}/invitation/${key}`)).status).toBe(404);
  });

  it('is tried for 20 times a minute at most', async () => {
    const { link } = await ask();
    const tries = Array.from({ length: 21 }, () => accept(link, ''));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
