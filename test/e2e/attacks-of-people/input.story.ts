import { cpuMsOf } from '../../support/cpu-time.js';
import { addPerson, type Person } from '../../support/people.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';

/** Input that should keep the service busy, or make it answer without end. */

let api: SmallApi;
let owner: Person;
let id: string;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
  id = (await api.newOrganization(owner.key, 'Ocupada')).id;
});
afterAll(() => api.close());

const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
/** As deep as an array may be nested, and deeper. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

it.each<[string, string, object]>([
  ['short operations of a role', 'POST /team/roles', { name: 'A', add: many(60_000, () => 'a') }],
  [
    'operations that are nearly right',
    'POST /team/roles',
    {
      name: 'A',
      add: many(9_000, (n) => `read.invoices.lis${n}`),
      remove: many(60, (n) => `read.invoices.lst${n}`),
    },
  ],
  [
    'long operations',
    'POST /team/roles',
    {
      name: 'A',
      add: many(60, (n) => `${'read.'.repeat(19)}${n}`),
      remove: many(60, (n) => `${'rite.'.repeat(19)}${n}`),
    },
  ],
  [
    'one operation many times, in both lists',
    'POST /team/roles',
    { name: 'A', add: many(60, () => 'read.team.list'), remove: many(60, () => 'read.team.list') },
  ],
  ['operations of a key', 'PUT /apikeys/live', { operations: many(30_000, (n) => `r${n % 100}`) }],
  [
    'operations of a key that are nearly right',
    'PUT /apikeys/live',
    { operations: many(200, (n) => `read.invoices.lisst${n}`) },
  ],
  ['addresses', 'PUT /apikeys/live', { allowed_ips: many(20_000, () => '::1/x') }],
  ['addresses that are right', 'PUT /apikeys/live', { allowed_ips: many(25_000, () => '::1') }],
  ['long addresses', 'PUT /apikeys/live', { allowed_ips: many(50, () => '1:'.repeat(2_000)) }],
  ['a list within a list', 'POST /team/roles', { name: 'A', add: nested(60) }],
  ['a list within a list, and so on', 'PUT /apikeys/live', { allowed_ips: nested(1_000) }],
  ['fields that there are not', 'POST /team/roles', Object.fromEntries(many(9_000, (n) => [`x${n}`, n]))],
  ['a name without end', 'POST /team/roles', { name: 'a\u0301'.repeat(60_000) }],
  [
    'an address of a mail that is nearly one',
    'POST /team/invites',
    { email: `${'a.'.repeat(60)}@${'a-'.repeat(60)}` },
  ],
  ['a mail address without end', 'POST /team/invites', { email: `a@${'a.'.repeat(60_000)}` }],
])('%s are refused at once, in an answer that can be read', async (_, request, body) => {
  const [method, path = ''] = request.split(' ');
  // Processor time, which other programs of this machine hardly add to.
  let answer!: Answer;
  const tookMs = await cpuMsOf(async () => {
    answer = await api.call(owner.key, `${method} /organizations/${id}${path}`, body);
  });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(JSON.stringify(answer.body).length).toBeLessThan(200_000);
  expect(tookMs).toBeLessThan(1_500);
});
