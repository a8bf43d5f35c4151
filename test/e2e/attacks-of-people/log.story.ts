import { connect } from 'node:net';
import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { until } from '#bus/testing/until';
import { newId } from '#kernel';
import { innovacion } from '../../support/bodies.js';
import { addMember, setRole, suspendUser, type Person } from '../../support/people.js';
import { describe, expect, it, jest } from '../../support/story.js';
import { logOf, newIn, pathOf, refusalOf, told, useStage, type Entry } from '../audit-log/stage.js';

/** People who want to do something that no log shows, to fill it, or to have it keep what it must not. */

const stage = useStage();
const secret = 'S3cr3t0'.repeat(6).slice(0, 40);
const forOurs = (more = {}) => ({ 'x-organization-id': stage.organization.id, ...more });
const rawRows = async () => {
  await stage.api.get(AuditLog).settle();
  const { rows } = await stage.api.runtime.pool.query<{ text: string }>(
    'SELECT a::text AS text FROM gateway.audit_log AS a',
  );
  return rows.map(({ text }) => text).join('\n');
};

/** Writes a request, and is gone as soon as the service is at its work, before its answer. */
async function sendAndGo(head: string, body: string): Promise<void> {
  const { hostname, port } = new URL(stage.api.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const length = Buffer.byteLength(body);
  const sent = jest.spyOn(stage.api.runtime.bus, 'send');
  socket.write(
    `${head}\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
  await until(() => sent.mock.calls.some(([{ type }]) => type === 'customers.create'));
  socket.resetAndDestroy();
  sent.mockRestore();
}

describe('to hide', () => {
  it('by going away before the answer: what was done is in the log all the same', async () => {
    const { testKey } = stage.organization;
    const head = `POST /v2/customers HTTP/1.1\r\nauthorization: Bearer ${testKey}\r\nuser-agent: fugaz`;
    for (let n = 0; n < 5; n += 1) await sendAndGo(head, JSON.stringify(innovacion));
    await until(async () => (await newIn(stage)).length >= 5);
    let made: string[] = [];
    await until(async () => {
      const { body } = await stage.api.call(testKey, 'GET /customers');
      made = body.data.map(({ id }: Entry) => id as string);
      return made.length > 0;
    });
    // The same customer comes back each time; each of the deeds is told.
    const logged = (await newIn(stage)).map(({ resource }) => resource.id as string);
    expect(new Set(logged)).toEqual(new Set(made));
    expect(logged).toHaveLength(5);
  });

  it.each([
    ['no user agent', { 'user-agent': '' }],
    ['a user agent of marks alone', { 'user-agent': '\u00ad\u200b'.replace(/[^\x20-\xff]/g, '') }],
    ['an id of a request of its own', { 'x-request-id': 'mine', 'x-service-log-id': '0'.repeat(24) }],
    ['another organization in the header', { 'x-organization-id': newId() }],
    ['no wish to be tracked', { dnt: '1', 'sec-gpc': '1', 'x-audit': 'off', 'x-no-log': '1' }],
  ])('by %s', async (_, headers) => {
    const { testKey } = stage.organization;
    const { headers: answered } = await stage.api.call(testKey, 'POST /customers', innovacion, headers);
    const [entry] = await newIn(stage);
    expect(entry).toMatchObject({
      operation: 'write.customers.create',
      log_id: answered.get('x-service-log-id'),
      actor: { type: 'key', ip: '127.0.0.1' },
    });
  });

  it('by reading a secret as HEAD, or with the tag of what one has', async () => {
    const path = `/organizations/${stage.organization.id}/apikeys/test`;
    const before = (await logOf(stage)).length;
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', { 'if-none-match': '*' }],
      ['GET', { range: 'bytes=0-3' }],
    ] as const)
      await fetch(stage.api.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${stage.owner}`, ...headers },
      });
    const entries = await logOf(stage);
    expect(entries.slice(0, entries.length - before).map(told)).toEqual(
      Array.from({ length: 3 }, () => 'read.api_keys.test_detail succeeded'),
    );
  });

  it('what their own people are denied, behind a crowd of strangers and made-up organizations', async () => {
    const { api, organization } = stage;
    const [stranger, reader] = [
      await api.newUser(),
      await addMember(api.runtime, organization.id, { template: 'org-readonly' }),
    ];
    const ids = [
      ...Array.from({ length: 80 }, () => newId()),
      ...Array.from({ length: 80 }, () => organization.id),
    ];
    await Promise.all(ids.map((id) => api.call(stranger, `DELETE /organizations/${id}`)));
    await api.call(reader.key, `DELETE /organizations/${organization.id}`);
    const own = (await newIn(stage)).filter(({ actor }) => actor.id === reader.userId);
    expect(own.map(told)).toEqual(['write.organizations.delete denied']);
  });
});

describe('to have it keep a secret', () => {
  it('in headers, the path, the query or the body: none is in any of its rows', async () => {
    const { api, owner, organization } = stage;
    const keys = [`sk_live_${secret}`, `sk_user_${secret}`, `sk_test_${secret}`];
    for (const key of keys) {
      const headers = {
        'user-agent': `app/1 ${key} api_key_${key} %20${key}`,
        referer: `https://x/?key=${key}`,
        'idempotency-key': key,
        'x-request-id': key,
      };
      await api.call(organization.testKey, 'POST /customers', innovacion, headers);
      await api.call(
        owner,
        `DELETE /organizations/${organization.id}/apikeys/live/${key}`,
        undefined,
        headers,
      );
      await api.call(owner, `DELETE /organizations/${organization.id}/team/${key}`, undefined, headers);
      await api.call(
        owner,
        `DELETE /organizations/${organization.id}/team/invites/${key}`,
        undefined,
        headers,
      );
      await api.call(
        owner,
        `DELETE /organizations/${organization.id}/series-group/${key}`,
        undefined,
        headers,
      );
      await api.call(
        owner,
        `DELETE /organizations/${organization.id}/series-group/${key.slice(0, 25)}`,
        undefined,
        headers,
      );
      await api.call(owner, `POST /organizations/invites/${key}/response`, { accept: true }, headers);
      await api.call(owner, `GET /customers/${key}?q=${key}`, undefined, forOurs(headers));
      await api.call(owner, 'GET /customers', undefined, { ...headers, 'x-organization-id': key });
      await api.call(key, 'GET /customers', undefined, headers);
      await api.call(owner, `POST /organizations/${organization.id}/team/roles`, { name: key }, headers);
    }
    const rows = await rawRows();
    expect(rows).toContain('write.customers.create');
    expect(rows).not.toContain(secret.slice(0, 12));
  });

  it('a line, a mark or a script by its user agent', async () => {
    const { testKey } = stage.organization;
    const evil = 'x<script>\u00ad"; DROP TABLE a; --\t${jndi:ldap://x}';
    await stage.api.call(testKey, 'POST /customers', innovacion, { 'user-agent': evil });
    const [entry] = await newIn(stage);
    expect(entry.actor.user_agent).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const lines = await stage.api.call(stage.owner, `GET ${pathOf(stage)}`);
    expect(lines.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

describe('to read a log that is not theirs', () => {
  it('by its cursors, filters, or an export that goes on', async () => {
    const { api, owner, organization } = stage;
    const thief = await api.newUser();
    const theirs = await api.newOrganization(thief, 'Suya');
    const { body } = await api.call(owner, `GET ${pathOf(stage, '?pagination=cursor&limit=1')}`);
    const cursor = body.next_cursor ?? body.after ?? body.cursors?.after ?? body.next;
    expect(typeof cursor).toBe('string');
    const elsewhere = `/organizations/${theirs.id}/audit-log?pagination=cursor&limit=1&after=${encodeURIComponent(cursor as string)}`;
    expect(refusalOf(await api.call(thief, `GET ${elsewhere}`))).toEqual([
      400,
      'invalid_request',
      'after invalid_value',
    ]);
    for (const query of [
      `organization_id=${organization.id}`,
      `organization=${organization.id}`,
      `resource_id=${organization.id}`,
      "operation=x'%20OR%201=1--",
      'actor=%25',
      'log_id=_',
    ])
      expect(
        JSON.stringify((await api.call(thief, `GET /organizations/${theirs.id}/audit-log?${query}`)).body),
      ).not.toMatch(new RegExp(`${organization.id}|${owner.slice(0, 12)}`));
  });

  it.each([
    ['suspended', (person: Person) => suspendUser(stage.api.runtime, person.userId)],
    [
      'given a role without it',
      (person: Person) =>
        setRole(stage.api.runtime, stage.organization.id, person.userId, { template: 'org-billing' }),
    ],
    [
      'without their key',
      async (person: Person) => {
        const { body } = await stage.api.call(person.key, 'GET /users/me/keys');
        await stage.api.call(person.key, `DELETE /users/me/keys/${body[0].id}`);
      },
    ],
  ])('by an export that began before they were %s', async (_, happen) => {
    const { api, organization } = stage;
    const reader = await addMember(api.runtime, organization.id, { template: 'org-developer' });
    await api.runtime.pool.query(
      `INSERT INTO gateway.audit_log (organization_id, created_at, id, actor_type, operation, resource_type, outcome, times, user_agent)
       SELECT $1, now() - n * interval '1 second', lpad(to_hex(n), 24, '0'), 'user', 'write.customers.create', 'customer', 'succeeded', 1, repeat('x', 300)
       FROM generate_series(1, 60000) AS n`,
      [organization.id],
    );
    const response = await fetch(`${api.baseUrl}${pathOf(stage)}`, {
      headers: { authorization: `Bearer ${reader.key}`, accept: 'application/x-ndjson' },
    });
    const body = response.body!.getReader();
    await body.read();
    await happen(reader);
    let lines = 0;
    const rest = async () => {
      for (let part = await body.read(); !part.done; part = await body.read())
        lines += Buffer.from(part.value).toString().split('\n').length;
    };
    await expect(rest()).rejects.toThrow();
    expect(lines).toBeLessThan(59_000);
  });
});
