import { once } from 'node:events';
import { connect } from 'node:net';
import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { mailTo } from '../../support/latest-mail.js';
import { addPerson, type Person } from '../../support/people.js';
import { submit } from '../customers/hosted-page.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/**
 * A day in a company. Its owner invites a billing clerk, a developer and a team manager; each works, and tries what is not
 * theirs. A role is edited, somebody is let go in the middle of a request, the company changes hands, and the audit log
 * tells it all. The tests are one story: each goes on from the one before.
 */

let app: TestApp;
let id: string;
let owner: Person;
let clerk: Person;
let developer: Person;
let manager: Person;
const roles: Record<string, Json> = {};

beforeAll(async () => {
  app = await startApp();
  owner = await addPerson(app.runtime);
  ({ id } = await app.newOrganization(owner.key, 'Papelería Kemper'));
});
afterAll(() => app.close());

const as = (who: Person, request: string, body?: unknown, headers: Record<string, string> = {}) => {
  const [method = '', path = ''] = request.split(' ');
  return app.api(method, path.replace('~', `/organizations/${id}`), body, { key: who.key, headers });
};
/** At the organization's documents, in Test unless said otherwise. */
const at = (who: Person, request: string, body?: unknown, headers: Record<string, string> = {}) =>
  as(who, request, body, { 'x-organization-id': id, ...headers });
const told = ({ status, body }: Answer) => [status, status < 300 ? undefined : body.code];
const FORBIDDEN = [403, 'forbidden'];
const ADMIN_REQUIRED = [403, 'organization_admin_role_required'];

/** The link in the newest invitation to an address. */
async function linkTo(email: string): Promise<string> {
  const { text } = await mailTo(app, email);
  const [link] = /http\S+\/invitation\/[0-9A-Za-z]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`the last mail to ${email} is no invitation`);
  return link;
}

/** Accepts by the page of the mail, as somebody does who has no user, and takes the key that it shows. */
async function acceptByPage(email: string, full_name: string): Promise<Person> {
  const { html } = await submit(await linkTo(email), { answer: 'accept', full_name });
  const [key = ''] = /sk_user_[0-9A-Za-z]{40}/.exec(html) ?? [];
  const me = await app.get('/users/me', { key });
  expect(me).toMatchObject({ email, full_name });
  return { userId: me.id, key };
}

describe('in the morning', () => {
  it('the owner makes three roles of templates, and invites three people with them', async () => {
    for (const [name, template_code, email] of [
      ['Caja', 'org-billing', 'caja@kemper.example'],
      ['Sistemas', 'org-developer', 'sistemas@kemper.example'],
      ['Personal', 'org-team-manager', 'personal@kemper.example'],
    ] as const) {
      const role = await as(owner, 'POST ~/team/roles', { name, template_code });
      expect(told(role)).toEqual([200, undefined]);
      roles[name] = role.body;
      const sent = await as(owner, 'POST ~/team/invites', { email, role: role.body.id });
      expect([...told(sent), sent.body.role_name]).toEqual([200, undefined, name]);
    }
    expect((await as(owner, 'GET ~/team/invites')).body).toHaveLength(3);
  });

  it('they accept by the page of their mails: each has a user with a key of their own', async () => {
    clerk = await acceptByPage('caja@kemper.example', 'Carla Cano');
    developer = await acceptByPage('sistemas@kemper.example', 'Daniel Díaz');
    manager = await acceptByPage('personal@kemper.example', 'Paula Paz');
    expect((await as(owner, 'GET ~/team/invites')).body).toEqual([]);
    const { body } = await as(owner, 'GET ~/team');
    expect(body.map(({ full_name, role_name }: Json) => `${full_name}: ${role_name}`)).toEqual([
      'Ana Pérez: Propietario',
      ...['Carla Cano: Caja', 'Daniel Díaz: Sistemas', 'Paula Paz: Personal'],
    ]);
    for (const { key } of [clerk, developer, manager])
      expect((await app.get('/organizations', { key })).data.map((one: Json) => one.id)).toEqual([id]);
  });
});

describe('the billing clerk', () => {
  it('issues, downloads and cancels invoices', async () => {
    const customer = await at(clerk, 'POST /customers', universidad);
    const issued = await at(clerk, 'POST /invoices', invoice({ customer: customer.body.id }));
    expect([issued.status, issued.body.status, issued.body.organization]).toEqual([200, 'valid', id]);
    expect((await at(clerk, `GET /invoices/${issued.body.id}/pdf`)).status).toBe(200);
    const other = await at(clerk, 'POST /invoices', invoice());
    const canceled = await at(clerk, `DELETE /invoices/${other.body.id}?motive=02`);
    expect(told(canceled)).toEqual([200, undefined]);
  });

  it('neither sees keys or colleagues, nor changes the company', async () => {
    for (const [request, body] of [
      ['GET ~/team'],
      ['GET ~/team/invites'],
      ['GET ~/team/roles'],
      [`GET ~/team/${owner.userId}`],
      ['GET ~/apikeys/test'],
      ['GET ~/apikeys/live'],
      ['PUT ~/apikeys/live'],
      ['GET ~/audit-log'],
      ['PUT ~/customization', { color: 'BADA55' }],
      ['POST ~/series-group', { series: 'X', next_folio: 1, next_folio_test: 1 }],
      ['POST ~/team/invites', { email: 'amiga@kemper.example' }],
      ['DELETE ~'],
    ] as const)
      expect([request, ...told(await as(clerk, request, body))]).toEqual([request, ...FORBIDDEN]);
  });

  it('does not make a boss of itself', async () => {
    const own = `~/team/${clerk.userId}`;
    const [admin] = (await as(owner, 'GET ~/team/roles')).body;
    const edit = { add: ['write.team.set_role'] };
    for (const [request, body] of [
      [`PUT ${own}/role`, { role: admin.id }],
      [`PUT ~/team/roles/${roles['Caja'].id}`, edit],
      ['POST ~/team/roles', { name: 'Jefa', template_code: 'org-admin' }],
      [`POST ${own}/ownership`, {}],
      [`DELETE ~/team/${owner.userId}`],
    ] as const)
      expect([request, ...told(await as(clerk, request, body))]).toEqual([request, ...FORBIDDEN]);
    expect((await as(clerk, 'GET ~')).body.id).toBe(id);
  });
});

describe('the developer', () => {
  it('makes a key for the shop that can only issue invoices', async () => {
    const narrow = { name: 'Tienda', operations: ['write.invoices.create', 'read.invoices.detail'] };
    const made = await as(developer, 'PUT ~/apikeys/live', narrow);
    expect([made.status, typeof made.body]).toEqual([200, 'string']);
    const shop = { userId: '', key: made.body as string };
    expect(told(await as(shop, 'GET /customers'))).toEqual(FORBIDDEN);
    const [listed] = (await as(developer, 'GET ~/apikeys/live')).body;
    expect(listed).toMatchObject({ name: 'Tienda', operations: expect.arrayContaining(narrow.operations) });
    // No key of an organization knows people.
    for (const request of ['GET ~/team', 'GET ~/audit-log', 'GET /users/me'])
      expect([request, ...told(await as(shop, request))]).toEqual([request, 403, 'api_key_not_allowed']);
  });

  it('reads the audit log, but issues nothing by itself and manages nobody', async () => {
    expect((await as(developer, 'GET ~/audit-log')).status).toBe(200);
    expect(told(await at(developer, 'POST /invoices', invoice()))).toEqual(FORBIDDEN);
    expect(told(await at(developer, 'GET /customers'))).toEqual(FORBIDDEN);
    expect(told(await as(developer, 'POST ~/team/invites', { email: 'x@kemper.example' }))).toEqual(
      FORBIDDEN,
    );
    expect(told(await as(developer, `DELETE ~/team/${clerk.userId}`))).toEqual(FORBIDDEN);
  });
});

describe('the team manager', () => {
  it('invites somebody to bill, and calls it off', async () => {
    const role = roles['Caja'].id;
    const sent = await as(manager, 'POST ~/team/invites', { email: 'apoyo@kemper.example', role });
    expect(told(sent)).toEqual([200, undefined]);
    expect((await as(manager, `DELETE ~/team/invites/${sent.body.id}`)).body).toEqual({ ok: true });
    expect(told(await at(manager, 'GET /invoices'))).toEqual(FORBIDDEN);
    expect(told(await as(manager, 'GET ~/apikeys/live'))).toEqual(FORBIDDEN);
  });

  it('gives nobody what only administrators give', async () => {
    const [admin] = (await as(manager, 'GET ~/team/roles')).body;
    const email = 'complice@kemper.example';
    const keys = ['write.api_keys.live_add'];
    for (const [request, body] of [
      ['POST ~/team/invites', { email }],
      ['POST ~/team/invites', { email, role: admin.id }],
      ['POST ~/team/invites', { email, role: roles['Sistemas'].id }],
      [`PUT ~/team/${clerk.userId}/role`, { role: admin.id }],
      [`PUT ~/team/${clerk.userId}/role`, { role: roles['Sistemas'].id }],
      ['POST ~/team/roles', { name: 'Casi todo', template_code: 'org-admin', remove: keys }],
      ['POST ~/team/roles', { name: 'Llaves', add: keys }],
      [`PUT ~/team/roles/${roles['Caja'].id}`, { add: keys }],
      [`PUT ~/team/roles/${roles['Caja'].id}`, { template_code: 'org-admin' }],
    ] as const)
      expect([request, body, ...told(await as(manager, request, body))]).toEqual([
        ...[request, body, ...ADMIN_REQUIRED],
      ]);
    expect((await as(owner, 'GET ~/team/invites')).body).toEqual([]);
  });

  it('neither touches its own access and role, nor the owner’s', async () => {
    const role = roles['Caja'].id;
    for (const [request, body, code] of [
      [`PUT ~/team/${manager.userId}/role`, { role }, 'forbidden'],
      [`DELETE ~/team/${manager.userId}`, undefined, 'forbidden'],
      [`PUT ~/team/roles/${roles['Personal'].id}`, { add: ['write.invoices.create'] }, 'forbidden'],
      [`PUT ~/team/${owner.userId}/role`, { role }, 'owner_access_cannot_be_reassigned'],
      [`DELETE ~/team/${owner.userId}`, undefined, 'owner_access_cannot_be_removed'],
      [`POST ~/team/${manager.userId}/ownership`, {}, 'forbidden'],
      [`DELETE ~/team/${owner.userId}/ownership`, undefined, 'forbidden'],
    ] as const)
      expect([request, ...told(await as(manager, request, body))]).toEqual([request, 403, code]);
  });
});

describe('in the afternoon', () => {
  it('the clerk’s role is edited, which holds for the next request', async () => {
    const draft = await at(clerk, 'POST /invoices', invoice());
    const role = `~/team/roles/${roles['Caja'].id}`;
    const edited = await as(owner, `PUT ${role}`, { remove: ['write.invoices.cancel'] });
    expect(edited.body).toMatchObject({ name: 'Caja', used_by: 1 });
    const cancel = () => at(clerk, `DELETE /invoices/${draft.body.id}?motive=02`);
    expect(told(await cancel())).toEqual(FORBIDDEN);
    expect(told(await at(clerk, 'POST /invoices', invoice()))).toEqual([200, undefined]);
    await as(owner, `PUT ${role}`, { remove: [] });
    expect(told(await cancel())).toEqual([200, undefined]);
  });

  it('the role that somebody has is not deleted', async () => {
    const deletion = await as(owner, `DELETE ~/team/roles/${roles['Caja'].id}`);
    expect(told(deletion)).toEqual([409, 'role_has_assigned_users']);
  });

  it('the clerk is let go while a request is under way: nothing is issued, and their links end', async () => {
    const issued = await at(clerk, 'POST /invoices', invoice({ external_id: 'antes' }));
    const link = (await at(clerk, `GET /invoices/${issued.body.id}/download-url/xml`)).body.url as string;
    expect((await fetch(link)).status).toBe(200);
    const late = await slowly(clerk, invoice({ external_id: 'despues' }));
    expect(told(await as(manager, `DELETE ~/team/${clerk.userId}`))).toEqual([200, undefined]);
    expect(await late()).toEqual([400, 'organization_id_not_allowed']);
    expect((await fetch(link)).status).not.toBe(200);
    expect(told(await at(clerk, 'GET /invoices'))).toEqual([400, 'organization_id_not_allowed']);
    expect(told(await as(clerk, 'GET ~'))).toEqual([404, 'organization_not_found']);
    expect((await app.get('/users/me', { key: clerk.key })).organizations).toEqual([]);
    const { key } = { key: (await as(owner, 'GET ~/apikeys/test')).body as string };
    const found = await app.get('/invoices?external_id=despues', { key });
    expect(found.data).toEqual([]);
    expect((await app.get('/invoices?external_id=antes', { key })).data).toHaveLength(1);
    expect((await as(owner, `DELETE ~/team/roles/${roles['Caja'].id}`)).body).toEqual({ ok: true });
  });

  /** Sends the head of an invoice and a bit of its body, and gives what sends the rest. */
  async function slowly({ key }: Person, content: object): Promise<() => Promise<unknown[]>> {
    const body = JSON.stringify(content);
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST /v2/invoices HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n` +
        `x-organization-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n` +
        body.slice(0, 20),
    );
    // Longer than a right that was judged is good for.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return async () => {
      socket.write(body.slice(20));
      await once(socket, 'close');
      const [, status] = /HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
      return [Number(status), /"code":"(\w+)"/.exec(answer)?.[1]];
    };
  }
});

describe('in the evening', () => {
  it('the owner hands the company over to the manager, and is an administrator', async () => {
    const given = await as(owner, `POST ~/team/${manager.userId}/ownership`);
    expect([...told(given), given.body.role]).toEqual([200, undefined, null]);
    const { body } = await as(manager, 'GET ~/team');
    expect(body.map(({ full_name, role }: Json) => [full_name, role === null])).toEqual([
      ['Paula Paz', true],
      ['Ana Pérez', false],
      ['Daniel Díaz', false],
    ]);
  });

  it('who gave it away can’t take it back, nor delete the company', async () => {
    for (const [request, body, code] of [
      [`POST ~/team/${owner.userId}/ownership`, {}, 'forbidden'],
      [`DELETE ~/team/${manager.userId}`, undefined, 'owner_access_cannot_be_removed'],
      ['DELETE ~', undefined, 'forbidden'],
    ] as const)
      expect([request, ...told(await as(owner, request, body))]).toEqual([request, 403, code]);
    expect(told(await as(manager, `DELETE ~/team/${manager.userId}/ownership`))).toEqual([
      ...[403, 'owner_access_cannot_be_removed'],
    ]);
    expect((await as(owner, 'GET ~/apikeys/live')).status).toBe(200);
  });

  it('the audit log has who did what, and what they were not allowed', async () => {
    const entries: Json[] = [];
    for (let after = ''; ;) {
      const { body } = await as(manager, `GET ~/audit-log?pagination=cursor&limit=100${after}`);
      entries.push(...body.data);
      if (!body.next_cursor) break;
      after = `&after=${body.next_cursor}`;
    }
    const has = (who: Person, operation: string, outcome: string) =>
      expect([
        operation,
        outcome,
        entries.some(
          (one) => one.actor.id === who.userId && one.operation === operation && one.outcome === outcome,
        ),
      ]).toEqual([operation, outcome, true]);
    has(owner, 'write.roles.create', 'succeeded');
    has(owner, 'write.invites.create', 'succeeded');
    has(owner, 'write.roles.edit', 'succeeded');
    has(owner, 'write.team.share_ownership', 'succeeded');
    has(clerk, 'write.invoices.create', 'succeeded');
    has(clerk, 'write.invoices.create', 'denied');
    has(clerk, 'read.api_keys.test_detail', 'denied');
    has(clerk, 'write.team.set_role', 'denied');
    has(developer, 'write.api_keys.live_add', 'succeeded');
    has(manager, 'write.team.remove', 'succeeded');
    has(manager, 'write.roles.create', 'denied');
    expect(entries.filter(({ actor }) => actor.type === 'link').length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(entries)).not.toMatch(/sk_(?:test|live|user)_[0-9A-Za-z]{20}/);
  });
});

it('met no bug on the way', () => expect(app.bugs()).toEqual([]));
