import { newId } from '#kernel';
import { addMember, addPerson, addRole, suspendUser, type Person } from '../../support/people.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, beforeEach, expect, it } from '../../support/story.js';

/** People who want to be rid of an organization's owner, or of all of them. */

let api: SmallApi;
let owner: Person;
let id: string;
let adminRole: string;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
});
afterAll(() => api.close());
beforeEach(async () => {
  id = (await api.newOrganization(owner.key, 'Disputada')).id;
  adminRole = (await asks(owner, 'GET /team/roles')).body[0].id;
});

const asks = ({ key }: Pick<Person, 'key'>, request: string, body?: unknown): Promise<Answer> => {
  const [method, path = ''] = request.split(' ');
  return api.call(key, `${method} /organizations/${id}${path}`, body);
};
const told = ({ status, body }: Answer) => [status, body?.code];
const owners = async (by: Person = owner): Promise<string[]> =>
  (await asks(by, 'GET /team')).body
    .filter(({ role }: { role: string | null }) => role === null)
    .map((one: { id: string }) => one.id);

it('an administrator neither removes nor lowers an owner, nor takes or gives away what is theirs', async () => {
  const boss = await addMember(api.runtime, id);
  const reading = await addRole(api.runtime, id, { template: 'org-readonly' });
  for (const role of [reading, adminRole, newId()])
    expect(told(await asks(boss, `PUT /team/${owner.userId}/role`, { role }))).toEqual([
      ...[403, 'owner_access_cannot_be_reassigned'],
    ]);
  expect(told(await asks(boss, `DELETE /team/${owner.userId}`))).toEqual([
    403,
    'owner_access_cannot_be_removed',
  ]);
  for (const [request, body] of [
    [`POST /team/${boss.userId}/ownership`, undefined],
    [`POST /team/${boss.userId}/ownership`, { share: true }],
    [`POST /team/${owner.userId}/ownership`, { share: true }],
    [`DELETE /team/${owner.userId}/ownership`, undefined],
    [`DELETE /team/${boss.userId}/ownership`, undefined],
  ] as const)
    expect([request, ...told(await asks(boss, request, body))]).toEqual([request, 403, 'forbidden']);
  expect(await owners()).toEqual([owner.userId]);
});

it('another organization’s owner is nobody here, whatever path they name', async () => {
  const stranger = await addPerson(api.runtime);
  const { id: theirs } = await api.newOrganization(stranger.key, 'Suya');
  for (const [request, body] of [
    [`DELETE /team/${owner.userId}`, undefined],
    [`PUT /team/${owner.userId}/role`, { role: adminRole }],
    [`POST /team/${stranger.userId}/ownership`, { share: true }],
    ['DELETE ', undefined],
    ['POST /restore', undefined],
    ['PUT /apikeys/test', undefined],
  ] as const) {
    expect([request, ...told(await asks(stranger, request, body))]).toEqual([
      request,
      404,
      'organization_not_found',
    ]);
    const crossed = await api.call(stranger.key, request.replace(' ', ` /organizations/${id}`), body, {
      'x-organization-id': theirs,
    });
    expect([request, ...told(crossed)]).toEqual([request, 404, 'organization_not_found']);
  }
  // Nor do they make people of here theirs.
  expect(
    told(await api.call(stranger.key, `POST /organizations/${theirs}/team/${owner.userId}/ownership`, {})),
  ).toEqual([404, 'user_access_not_found']);
  expect(
    told(
      await api.call(stranger.key, `PUT /organizations/${theirs}/team/${stranger.userId}/role`, {
        role: adminRole,
      }),
    ),
  ).toEqual([403, 'owner_access_cannot_be_reassigned']);
});

it('of two owners who hand over to a third at the same moment, while that one is removed, an owner is left', async () => {
  const [two, three] = [await addMember(api.runtime, id), await addMember(api.runtime, id)];
  await asks(owner, `POST /team/${two.userId}/ownership`, { share: true });
  await Promise.all([
    asks(owner, `POST /team/${three.userId}/ownership`),
    asks(two, `POST /team/${three.userId}/ownership`),
    asks(owner, `DELETE /team/${three.userId}`),
    asks(two, `DELETE /team/${owner.userId}/ownership`),
    asks(owner, `DELETE /team/${owner.userId}/ownership`),
  ]);
  const witness = await addMember(api.runtime, id);
  expect((await owners(witness)).length).toBeGreaterThan(0);
});

it('who was handed the ownership removes the one who gave it, and nobody else does', async () => {
  const [heir, boss] = [await addMember(api.runtime, id), await addMember(api.runtime, id)];
  await asks(owner, `POST /team/${heir.userId}/ownership`);
  expect(await owners(boss)).toEqual([heir.userId]);
  // The ownership can’t be taken back.
  for (const request of [`POST /team/${owner.userId}/ownership`, `DELETE /team/${heir.userId}/ownership`])
    expect(told(await asks(owner, request))).toEqual([403, 'forbidden']);
  expect((await asks(heir, `DELETE /team/${owner.userId}`)).status).toBe(200);
  expect(told(await asks(owner, 'GET /team'))).toEqual([404, 'organization_not_found']);
});

it('a suspended owner is not the one who is left, and stays an owner for when they are resumed', async () => {
  const two = await addMember(api.runtime, id);
  await asks(owner, `POST /team/${two.userId}/ownership`, { share: true });
  await suspendUser(api.runtime, two.userId);
  expect(told(await asks(owner, `DELETE /team/${owner.userId}/ownership`))).toEqual([
    403,
    'owner_access_cannot_be_removed',
  ]);
  expect(told(await asks(two, `DELETE /team/${owner.userId}/ownership`))).toEqual([403, 'user_suspended']);
  expect(await owners()).toHaveLength(2);
});

it('deletion and restoring are for who has these operations: a manager, a reader and a developer have them not', async () => {
  const people = await Promise.all(
    (['org-team-manager', 'org-readonly', 'org-developer', 'org-billing'] as const).map((template) =>
      addMember(api.runtime, id, { template }),
    ),
  );
  for (const person of people) expect(told(await asks(person, 'DELETE '))).toEqual([403, 'forbidden']);
  expect((await asks(owner, 'DELETE ')).status).toBe(200);
  for (const person of people) expect(told(await asks(person, 'POST /restore'))).toEqual([403, 'forbidden']);
  // Nothing is done to people while it is deleted: an administrator can’t use the time to rearrange them.
  for (const request of [
    'GET /team',
    `DELETE /team/${people[0]?.userId}`,
    `POST /team/${people[0]?.userId}/ownership`,
    'POST /team/roles',
  ])
    expect([
      request,
      ...told(await asks(owner, request, request.endsWith('roles') ? { name: 'A' } : undefined)),
    ]).toEqual([request, 404, 'organization_not_found']);
  expect((await asks(owner, 'POST /restore')).status).toBe(200);
  expect(await owners()).toEqual([owner.userId]);
});
