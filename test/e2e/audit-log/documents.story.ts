import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { startApp, type Answer, type TestApp, type TestOrganization } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';
import { formOf } from '../organizations/certificate-files.js';
import { told, type Entry } from './stage.js';

let app: TestApp;
let user: string;
let ours: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
});
afterAll(() => app.close());
beforeEach(async () => {
  ours = await app.newOrganization(user);
});

const logOf = async (id: string, key = user): Promise<Entry[]> =>
  (await app.get(`/organizations/${id}/audit-log?limit=100`, { key })).data as Entry[];

describe('documents in the audit log', () => {
  it('are told with what was made of what', async () => {
    const { organization_id, user_key } = app.demo;
    const before = (await logOf(organization_id, user_key)).length;
    const key = '9f6a2f6e-5d0c-4f43-9e55-0a4b3b9f2a10';
    const headers = { 'idempotency-key': key };
    const made = await app.post('/invoices', invoice(), { headers });
    const again: Answer = await app.api('POST', '/invoices', invoice(), { headers });
    const copy = await app.post(`/invoices/${made.id}/copy`);
    await app.del(`/invoices/${copy.id}`);
    await app.del(`/invoices/${made.id}?motive=02`);
    expect((await app.api('POST', '/invoices', {})).status).toBe(400);
    await app.get('/invoices');
    const entries = await logOf(organization_id, user_key);
    const own = entries.slice(0, entries.length - before);
    expect(own.map(({ resource, ...entry }) => [told(entry), resource.type, resource.id])).toEqual([
      ['write.invoices.cancel succeeded', 'invoice', made.id],
      ['write.invoices.cancel succeeded', 'invoice', copy.id],
      ['write.invoices.copy succeeded', 'invoice', copy.id],
      ['write.invoices.create succeeded', 'invoice', made.id],
      ['write.invoices.create succeeded', 'invoice', made.id],
    ]);
    expect([again.status, own[3]?.log_id]).toEqual([200, again.headers.get('x-service-log-id')]);
    const { rows } = await app.runtime.pool.query<{ text: string }>(
      'SELECT a::text AS text FROM gateway.audit_log AS a',
    );
    for (const { text } of rows) expect(text).not.toContain(key);
  });
});

describe('a certificate by a link', () => {
  it('is in the log of the organization, and the password is not', async () => {
    const keys = makeKeyPair();
    const issuer = makeAuthority({ name: 'AC UAT' });
    const files = makeCertificado({ keys, issuer, number: '30001000000500007001', password: 'muy-secreta' });
    const { url } = await app.post(`/organizations/${ours.id}/onboarding-link`, undefined, { key: user });
    const sent = await fetch(url as string, { method: 'POST', body: formOf(files), redirect: 'manual' });
    expect(sent.status).toBe(303);
    const entries = await logOf(ours.id);
    expect(entries.slice(0, 2)).toEqual([
      expect.objectContaining({
        actor: { type: 'link', id: null, first_12: null, ip: '127.0.0.1', user_agent: 'node' },
        ...{ operation: 'write.onboarding_links.complete', outcome: 'succeeded' },
        resource: { type: 'organization', id: ours.id },
      }),
      expect.objectContaining({ operation: 'write.organizations.create_onboarding_link' }),
    ]);
    expect(JSON.stringify(entries)).not.toContain('muy-secreta');
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
