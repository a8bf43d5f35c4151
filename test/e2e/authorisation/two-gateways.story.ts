import { randomBytes } from 'node:crypto';
import { addMember, addPerson, addRole, suspendUser, type Person } from '../../support/people.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { testEventStore, type TestEventStore } from '../../support/event-store.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Two processes over one database: what one of them has ended, the other does not let in any more. */

const ROUNDS = 8;

let database: TestDatabase;
let events: TestEventStore;
let one: SmallApi;
let other: SmallApi;
let owner: Person;
beforeAll(async () => {
  [database, events] = await Promise.all([freshDatabase(), testEventStore()]);
  const shared = { url: database.url, masterKey: randomBytes(32), events };
  one = await startSmallApi({ shared });
  other = await startSmallApi({ shared });
  owner = await addPerson(one.runtime);
});
afterAll(async () => {
  await Promise.all([one, other].map((api) => api.close()));
  await Promise.all([database.drop(), events.stop()]);
});

const both = (): SmallApi[] => [one, other];
/** What both say to a request, after each has said so often enough to remember. */
const ask = (key: string, request: string, headers = {}): Promise<Answer[]> =>
  Promise.all(both().map((api) => api.call(key, request, undefined, headers)));
const standing = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).map(({ status, body }) => (status === 200 ? 'in' : (body.code as string)));
const codesOf = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : (body.code as string))).toSorted();
const twice = <T>(value: T): T[] => [value, value];

describe('both gateways refuse at once', () => {
  it('a member whom either has removed, on the organization and on its documents', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await one.newOrganization(owner.key);
      const member = await addMember(one.runtime, id);
      const header = { 'x-organization-id': id };
      expect(await standing(member.key, `GET /organizations/${id}`)).toEqual(twice('in'));
      expect(await standing(member.key, 'GET /customers', header)).toEqual(twice('in'));
      const by = both()[round % 2]!;
      const removed = await by.call(owner.key, `DELETE /organizations/${id}/team/${member.userId}`);
      expect(removed.status).toBe(200);
      expect(await standing(member.key, `GET /organizations/${id}`)).toEqual(twice('organization_not_found'));
      expect(await standing(member.key, 'GET /customers', header)).toEqual(
        twice('organization_id_not_allowed'),
      );
    }
  }, 120_000);

  it('what a role has lost, whichever of them took it', async () => {
    const { id } = await one.newOrganization(owner.key);
    for (let round = 0; round < ROUNDS; round += 1) {
      const grant = { operations: ['read.customers.list'] };
      const role = await addRole(one.runtime, id, grant, `Papel ${round}`);
      const member = await addMember(one.runtime, id, { role });
      const header = { 'x-organization-id': id };
      expect(await standing(member.key, 'GET /customers', header)).toEqual(twice('in'));
      const by = both()[round % 2]!;
      const path = `PUT /organizations/${id}/team/roles/${role}`;
      expect((await by.call(owner.key, path, { add: [] })).status).toBe(200);
      expect(await standing(member.key, 'GET /customers', header)).toEqual(twice('forbidden'));
    }
  }, 120_000);

  it('a user key that was revoked, and a Test key that was renewed', async () => {
    for (let round = 0; round < 2; round += 1) {
      const by = both()[round % 2]!;
      const person = await addPerson(one.runtime);
      const { id, testKey } = await by.newOrganization(person.key);
      const made: string = (await by.call(person.key, 'POST /users/me/keys')).body;
      expect(await standing(made, 'GET /users/me')).toEqual(twice('in'));
      const { body: keys } = await by.call(person.key, 'GET /users/me/keys');
      const last = (keys as { id: string; first_12: string }[]).find(({ first_12 }) =>
        made.startsWith(first_12),
      );
      expect((await by.call(person.key, `DELETE /users/me/keys/${last?.id}`)).status).toBe(200);
      expect(await standing(made, 'GET /users/me')).toEqual(twice('user_key_invalid'));
      expect(await standing(testKey, 'GET /customers')).toEqual(twice('in'));
      expect((await by.call(person.key, `PUT /organizations/${id}/apikeys/test`)).status).toBe(200);
      expect(await standing(testKey, 'GET /customers')).toEqual(twice('api_key_invalid'));
    }
  }, 120_000);

  it('a user who is suspended', async () => {
    const person = await addPerson(other.runtime);
    expect(await standing(person.key, 'GET /users/me')).toEqual(twice('in'));
    await suspendUser(other.runtime, person.userId);
    expect(await standing(person.key, 'GET /users/me')).toEqual(twice('user_suspended'));
  });
});

describe('of the same thing that is asked of both at the same moment', () => {
  it('an organization keeps an owner, and a role is made once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await one.newOrganization(owner.key);
      const second = await addMember(one.runtime, id);
      const team = `/organizations/${id}/team`;
      await one.call(owner.key, `POST ${team}/${second.userId}/ownership`, { share: true });
      const given = await Promise.all([
        one.call(owner.key, `DELETE ${team}/${owner.userId}/ownership`),
        other.call(second.key, `DELETE ${team}/${second.userId}/ownership`),
      ]);
      expect(codesOf(given)).toEqual(['done', 'owner_access_cannot_be_removed']);
      const body = { name: 'Caja', add: ['read.customers.list'] };
      const made = await Promise.all(both().map((api) => api.call(owner.key, `POST ${team}/roles`, body)));
      expect(codesOf(made)).toEqual(['conflict', 'done']);
    }
  }, 120_000);
});
