import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import {
  callsBy,
  startSmallApi,
  type Answer,
  type SmallApi,
  type TestOrganization,
} from '../../support/small-api.js';
import { innovacion } from '../../support/bodies.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
}, 60_000);
afterAll(() => api.close());

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- entries as they are answered
type Entry = any;

let owner: string;
let organization: TestOrganization;
beforeEach(async () => {
  owner = await api.newUser();
  organization = await api.newOrganization(owner);
});

const path = (query = '', { id } = organization) => `/organizations/${id}/audit-log${query}`;
const log = async (query = '', by = owner, of = organization): Promise<Entry[]> => {
  await api.get(AuditLog).settle();
  const { status, body } = await api.call(by, `GET ${path(query, of)}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data as Entry[];
};
const told = ({ operation, outcome }: Entry) => `${operation} ${outcome}`;
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors?.[0]?.path];

describe('the audit log of an organization', () => {
  it('tells who made it and who saw its key: the newest first', async () => {
    const entries = await log();
    expect(entries).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), created_at: expect.any(String) },
        actor: {
          ...{ type: 'user', id: expect.any(String), first_12: owner.slice(0, 12) },
          ...{ ip: '127.0.0.1', user_agent: 'node' },
        },
        operation: 'read.api_keys.test_detail',
        resource: { type: 'api_key', id: null },
        ...{ outcome: 'succeeded', log_id: expect.any(String), times: 1 },
      },
      expect.objectContaining({
        operation: 'write.organizations.create',
        resource: { type: 'organization', id: organization.id },
      }),
    ]);
    expect(JSON.stringify(entries)).not.toContain(organization.testKey);
  });

  it('has what its keys and people did, with the log id of each answer', async () => {
    const call = callsBy(api, organization);
    const made = await call('POST /customers', innovacion, { 'user-agent': 'Caja 3/1.0' });
    const edited = await call(`PUT /customers/${made.body.id}`, { email: 'otra@example.com' });
    const settings = await api.call(owner, `PUT /organizations/${organization.id}/customization`, {});
    await call('GET /customers');
    const entries = await log('?date[gte]=2020-01-01');
    expect(entries.slice(0, 3).map(told)).toEqual([
      'write.organizations.edit_customization succeeded',
      'write.customers.edit succeeded',
      'write.customers.create succeeded',
    ]);
    const answers = [settings, edited, made];
    expect(entries.slice(0, 3).map(({ log_id }) => log_id)).toEqual(
      answers.map(({ headers }) => headers.get('x-service-log-id')),
    );
    expect(entries[0].resource).toEqual({ type: 'organization', id: organization.id });
    expect(entries[1].resource).toEqual({ type: 'customer', id: made.body.id });
    expect(entries[2]).toMatchObject({
      resource: { type: 'customer', id: made.body.id },
      actor: { type: 'key', first_12: organization.testKey.slice(0, 12), user_agent: 'Caja 3/1.0' },
    });
  });
});
