import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type CallOptions, type Json, type TestApp } from '../../support/app.js';
import {
  addMember,
  addPerson,
  joinOrganization,
  removeMember,
  resumeUser,
  setRole,
  suspendUser,
  type Person,
} from '../../support/people.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** People at work with keys of their own, on the documents of the organizations that they belong to. */

let app: TestApp;
let organization: string;
let biller: Person;

beforeAll(async () => {
  app = await startApp();
  organization = app.demo.organization_id;
  biller = await addMember(app.runtime, organization, { template: 'org-billing' });
});
afterAll(() => app.close());

const as = (
  { key }: Person,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  more: CallOptions = {},
): Promise<Answer> => {
  const [method = '', path = ''] = request.split(' ');
  const all = { 'x-organization-id': organization, ...headers };
  return app.api(method, path, body, { ...more, key, headers: all });
};
const told = ({ status, body }: Answer) => [status, body.code];
const live = { 'x-environment': 'live' };

describe('a person with the role of billing', () => {
  it('issues an invoice in Test, which is the organization’s as any other', async () => {
    const made = await as(biller, 'POST /invoices', invoice());
    expect([made.status, made.body.status, made.body.livemode]).toEqual([200, 'valid', false]);
    expect((await app.get(`/invoices/${made.body.id}`)).uuid).toBe(made.body.uuid);
    expect((await as(biller, `GET /invoices/${made.body.id}`)).body.uuid).toBe(made.body.uuid);
    const [{ metadata }] = (await app.runtime.store.read(`invoice-${made.body.id}`)) as Json[];
    expect(metadata.actor).toBe(`user:${biller.userId}`);
  });

  it('works in Live with the header that says so, apart from Test', async () => {
    const customer = await as(biller, 'POST /customers', universidad, live);
    expect([customer.status, customer.body.livemode]).toEqual([201, true]);
    expect(told(await as(biller, `GET /customers/${customer.body.id}`))).toEqual([404, 'customer_not_found']);
    expect((await as(biller, `GET /customers/${customer.body.id}`, undefined, live)).status).toBe(200);
    expect((await app.api('GET', `/customers/${customer.body.id}`)).status).toBe(404);
  });

  it('is told in Live what the organization lacks, as its Live keys are', async () => {
    const { id } = await app.newOrganization(app.demo.user_key);
    await joinOrganization(app.runtime, id, biller.userId, { template: 'org-billing' });
    const refused = await as(biller, 'POST /invoices', invoice(), { ...live, 'x-organization-id': id });
    expect(told(refused)).toEqual([403, 'organization_incomplete']);
  });

  it('is refused what the role leaves out, in both languages', async () => {
    const path = `/organizations/${organization}/apikeys/test`;
    const asked = (language: string) => app.api('GET', path, undefined, { key: biller.key, language });
    const [es, en] = [await asked('es'), await asked('en')];
    expect([told(es), told(en)]).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
    expect(es.body.message).toBe(
      'Su rol en la organización no incluye la operación read.api_keys.test_detail.',
    );
    expect(en.body.message).toBe(
      'Your role in the organization does not include the operation read.api_keys.test_detail.',
    );
  });

  it('counts against the organization, not against a limit of their own', async () => {
    const { headers } = await as(biller, 'GET /customers');
    const own = await app.api('GET', '/customers');
    expect(headers.get('ratelimit-policy')).toBe(own.headers.get('ratelimit-policy'));
  });
});

describe('somebody of two organizations', () => {
  it('sees of each what is its own, and lists both', async () => {
    const owner = await app.newUser();
    const theirs = await app.newOrganization(owner, 'Otra');
    await app.post('/customers', universidad, { key: theirs.key });
    const both = await addMember(app.runtime, organization, { template: 'org-readonly' });
    await joinOrganization(app.runtime, theirs.id, both.userId, { template: 'org-readonly' });
    const there = await as(both, 'GET /customers', undefined, { 'x-organization-id': theirs.id });
    const [customer] = there.body.data;
    expect(customer.organization).toBe(theirs.id);
    expect(told(await as(both, `GET /customers/${customer.id}`))).toEqual([404, 'customer_not_found']);
    const list = await app.get('/organizations', { key: both.key });
    expect(list.data.map(({ id }: Json) => id).sort()).toEqual([organization, theirs.id].sort());
  });

  it('does not find in the list what the role does not let them read', async () => {
    const { key, userId } = await addMember(app.runtime, organization, {
      operations: ['write.invoices.create'],
    });
    expect((await app.get('/organizations', { key })).data).toEqual([]);
    expect(told(await app.api('GET', `/organizations/${organization}`, undefined, { key }))).toEqual([
      ...[403, 'forbidden'],
    ]);
    await setRole(app.runtime, organization, userId, { template: 'org-readonly' });
    expect((await app.get('/organizations', { key })).total_results).toBe(1);
  });
});

describe('a download URL that a person asked for', () => {
  let made: Json;
  beforeAll(async () => {
    made = await app.post('/invoices', invoice());
  });
  const urlFor = async (person: Person): Promise<string> =>
    (await as(person, `GET /invoices/${made.id}/download-url/xml`)).body.url as string;
  const reader = () => addMember(app.runtime, organization, { template: 'org-readonly' });
  const follow = async (url: string) => {
    const response = await fetch(url);
    return [response.status, response.ok ? undefined : ((await response.json()) as Json).code];
  };

  it('works without a key', async () => {
    expect(await follow(await urlFor(await reader()))).toEqual([200, undefined]);
  });

  it.each([
    ['is removed', ({ userId }: Person) => removeMember(app.runtime, organization, userId)],
    ['is suspended', ({ userId }: Person) => suspendUser(app.runtime, userId)],
    [
      'may ask for none any more',
      ({ userId }: Person) =>
        setRole(app.runtime, organization, userId, { operations: ['read.invoices.list'] }),
    ],
    [
      'ends the key',
      async ({ key }: Person) => {
        const [{ id }] = await app.get('/users/me/keys', { key });
        await app.del(`/users/me/keys/${id}`, { key });
      },
    ],
  ])('ends when they are who %s', async (_, happen) => {
    const person = await reader();
    const url = await urlFor(person);
    expect(await follow(url)).toEqual([200, undefined]);
    await happen(person);
    expect(await follow(url)).toEqual([403, 'forbidden']);
  });
});

describe('a suspended user', () => {
  it('is told so wherever they go, until they are resumed', async () => {
    const person = await addMember(app.runtime, organization);
    await suspendUser(app.runtime, person.userId);
    for (const request of [
      'GET /organizations',
      'GET /users/me/keys',
      'GET /customers',
      'GET /organizations/me',
    ])
      expect([request, ...told(await as(person, request))]).toEqual([request, 403, 'user_suspended']);
    const path = `/organizations/${organization}`;
    expect(told(await as(person, `GET ${path}`))).toEqual([403, 'user_suspended']);
    await resumeUser(app.runtime, person.userId);
    expect((await as(person, `GET ${path}`)).status).toBe(200);
  });
});

describe('an organization that is deleted', () => {
  it('is read by its people, but none of its documents are', async () => {
    const owner = await app.newUser();
    const { id } = await app.newOrganization(owner);
    const member = await addMember(app.runtime, id);
    const headers = { 'x-organization-id': id };
    expect((await as(member, 'GET /customers', undefined, headers)).status).toBe(200);
    await app.del(`/organizations/${id}`, { key: owner });
    expect(told(await as(member, 'GET /customers', undefined, headers))).toEqual([
      ...[400, 'organization_id_not_allowed'],
    ]);
    expect((await as(member, `GET /organizations/${id}`)).status).toBe(200);
    // An administrator may ask; its owners alone decide.
    const asked = await as(member, `POST /organizations/${id}/restore`);
    expect(asked.status).toBeGreaterThanOrEqual(400);
    expect((await app.api('POST', `/organizations/${id}/restore`, {}, { key: owner })).status).toBe(200);
    expect((await as(member, 'GET /customers', undefined, headers)).status).toBe(200);
  });
});

describe('who belongs nowhere', () => {
  it('is answered about an organization of others as about none', async () => {
    const loner = await addPerson(app.runtime);
    const answers = await Promise.all(
      [organization, '0'.repeat(24)].map((id) =>
        app.api('GET', `/organizations/${id}/apikeys/live`, undefined, { key: loner.key }),
      ),
    );
    const [theirs, none] = answers.map(({ status, body }) => [status, body]);
    expect(theirs).toEqual(none);
    const byHeader = await Promise.all(
      [organization, '0'.repeat(24)].map((id) =>
        as(loner, 'GET /customers', undefined, { 'x-organization-id': id }),
      ),
    );
    expect(byHeader.map(told)).toEqual([
      [400, 'organization_id_not_allowed'],
      [400, 'organization_id_not_allowed'],
    ]);
    expect(byHeader[0]?.body).toEqual(byHeader[1]?.body);
  });
});

it('met no bug on the way', () => expect(app.bugs()).toEqual([]));
