import { innovacion } from '../../support/bodies.js';
import { callsBy } from '../../support/small-api.js';
import { describe, expect, it } from '../../support/story.js';
import { logOf, newIn, pathOf, refusalOf, told, useStage, type Entry } from './stage.js';

const stage = useStage();
const LINES = { accept: 'application/x-ndjson' };

const ask = (query: string, headers: Record<string, string> = {}, key = stage.owner) =>
  stage.api.call(key, `GET ${pathOf(stage, query)}`, undefined, headers);
const makeCustomers = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const made = await callsBy(stage.api, stage.organization)('POST /customers', innovacion);
    ids.push(made.body.id as string);
  }
  return ids;
};
const fetchLines = (query = '', headers: Record<string, string> = LINES, key = stage.owner) =>
  fetch(`${stage.api.baseUrl}${pathOf(stage, query)}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const linesOf = async (response: Response): Promise<Entry[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
/** So many entries from before now, by SQL. */
const fill = (count: number) =>
  stage.api.runtime.pool.query(
    `INSERT INTO gateway.audit_log (organization_id, created_at, id, actor_type, operation, resource_type, outcome, times)
     SELECT $1, now() - interval '1 day' - n / 3 * interval '1 second', lpad(to_hex(n), 24, '0'), 'process',
       'write.api_keys.live_delete', 'api_key', 'succeeded', 1 FROM generate_series(1, $2) AS n`,
    [stage.organization.id, count],
  );

describe('the list of the audit log', () => {
  it('is narrowed by each filter, alone and together', async () => {
    const [id] = await makeCustomers(1);
    await callsBy(stage.api, stage.organization)(`GET ${pathOf(stage)}`);
    const [denied, made] = await newIn(stage);
    const of = async (query: string) => (await logOf(stage, query)).map(told);
    const MADE = ['write.customers.create succeeded'];
    const DENIED = ['read.audit_log.list denied'];
    expect(await of('?outcome=denied')).toEqual(DENIED);
    expect(await of('?operation=write.customers.create')).toEqual(MADE);
    expect(await of('?resource_type=customer')).toEqual(MADE);
    expect(await of(`?resource_id=${id}`)).toEqual(MADE);
    expect(await of(`?log_id=${made.log_id}`)).toEqual(MADE);
    expect(await of('?actor_type=key')).toEqual([...DENIED, ...MADE]);
    expect(await of(`?actor=${made.actor.id}&outcome=succeeded`)).toEqual(MADE);
    expect(await of('?ip=%3A%3Affff%3A127.0.0.1&actor_type=key')).toEqual([...DENIED, ...MADE]);
    expect(await of('?ip=10.0.0.1')).toEqual([]);
    expect(await of(`?date[gte]=${denied.created_at}`)).toEqual(DENIED);
    expect(await of('?date[lt]=2020-01-01')).toEqual([]);
  });

  it.each([
    ['?quien=yo', [400, 'invalid_request', 'quien unknown_field']],
    ['?ip=example.com', [400, 'invalid_request', 'ip invalid_format']],
    ['?outcome=perhaps', [400, 'invalid_request', 'outcome invalid_value']],
    ['?actor_type=robot', [400, 'invalid_request', 'actor_type invalid_value']],
    ['?date[gte]=ayer', [400, 'invalid_date', 'date.gte invalid_format']],
    ['?limit=1000', [400, 'invalid_request', 'limit too_large']],
    ['?after=x', [400, 'invalid_request', 'after invalid_value']],
  ])('refuses %s, in both languages', async (query, refusal) => {
    const [es, en] = [await ask(query), await ask(query, { 'accept-language': 'en' })];
    expect([refusalOf(es), refusalOf(en)]).toEqual([refusal, refusal]);
    expect(es.body.message).not.toBe(en.body.message);
  });

  it('goes by page and by cursor, both ways', async () => {
    await makeCustomers(3);
    const all = await logOf(stage);
    expect(all).toHaveLength(5);
    const { body: page } = await ask('?page=2&limit=2');
    expect(page).toMatchObject({ page: 2, total_pages: 3, total_results: 5, data: all.slice(2, 4) });
    const { body: first } = await ask('?pagination=cursor&limit=2');
    expect(first).toMatchObject({ total_results: 5, previous_cursor: null, data: all.slice(0, 2) });
    const { body: second } = await ask(`?limit=2&after=${encodeURIComponent(first.next_cursor)}`);
    expect(second.data).toEqual(all.slice(2, 4));
    const { body: back } = await ask(`?limit=2&before=${encodeURIComponent(second.previous_cursor)}`);
    expect(back.data).toEqual(all.slice(0, 2));
    const { body: none } = await ask('?outcome=failed');
    expect(none).toEqual({ page: 0, total_pages: 0, total_results: 0, totals_are_capped: false, data: [] });
    const other = `?outcome=denied&after=${encodeURIComponent(first.next_cursor)}`;
    expect(refusalOf(await ask(other))).toEqual([400, 'invalid_request', 'after invalid_value']);
  });

  it('is for the people of the organization alone', async () => {
    const { api, organization } = stage;
    const stranger = await api.newUser();
    const { body: live } = await api.call(stage.owner, `PUT /organizations/${organization.id}/apikeys/live`);
    const answers = [
      await ask('', {}, stranger),
      await ask('', LINES, stranger),
      await ask('', {}, organization.testKey),
      await ask('', {}, live),
      await api.call(stage.owner, 'GET /organizations/me/audit-log'),
      await ask('', {}, 'sk_user_unknown_to_everybody'),
    ];
    expect(answers.map(refusalOf)).toEqual([
      [404, 'organization_not_found'],
      [404, 'organization_not_found'],
      [403, 'api_key_not_allowed'],
      [403, 'api_key_not_allowed'],
      [404, 'organization_not_found'],
      [401, 'user_key_invalid'],
    ]);
    expect((await fetch(`${api.baseUrl}${pathOf(stage)}`)).status).toBe(401);
    expect((await ask('', {}, stranger)).body.message).toContain('organización');
    expect((await ask('', { 'accept-language': 'en' }, stranger)).body.message).toContain('organization');
  });

  it('cannot be read while the organization is deleted', async () => {
    const { api, owner, organization } = stage;
    await api.call(owner, `DELETE /organizations/${organization.id}`);
    expect(refusalOf(await ask(''))).toEqual([404, 'organization_not_found']);
    await api.call(owner, `POST /organizations/${organization.id}/restore`);
    expect((await newIn(stage)).map(told)).toEqual([
      'write.organizations.restore succeeded',
      'read.audit_log.list denied',
      'write.organizations.delete succeeded',
    ]);
  });
});

describe('the audit log as lines of JSON', () => {
  it('has all entries in the order of the list, however many', async () => {
    await fill(1_234);
    const response = await fetchLines('?actor_type=process');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, LINES.accept]);
    const lines = await linesOf(response);
    expect(lines).toHaveLength(1_234);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1_234);
    const listed = await logOf(stage, '?actor_type=process&limit=100');
    expect(lines.slice(0, 100)).toEqual(listed);
    expect(lines.map(({ created_at }) => created_at)).toEqual(
      lines
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
  });

  it('is in the log itself, before its first line leaves', async () => {
    const response = await fetchLines();
    const entries = await newIn(stage);
    expect(entries.map(told)).toEqual(['read.audit_log.list succeeded']);
    expect(entries[0].resource).toEqual({ type: 'audit_log', id: null });
    expect(entries[0].log_id).toBe(response.headers.get('x-service-log-id'));
    await response.text();
    await ask('');
    expect(await newIn(stage)).toHaveLength(1);
  });

  it('is asked for by name: a range means JSON', async () => {
    for (const accept of ['*/*', 'application/*', 'application/json', 'application/x-ndjson;q=0, */*'])
      expect((await fetchLines('', { accept })).headers.get('content-type')).toContain('application/json');
    for (const accept of ['application/x-ndjson, */*;q=0.5', 'Application/X-NDJSON, application/json;q=0.9'])
      expect((await fetchLines('', { accept })).headers.get('content-type')).toBe(LINES.accept);
    await newIn(stage);
  });

  it('has no pages: what asks for one is refused, and leaves no trace', async () => {
    expect(refusalOf(await ask('?limit=5&page=2', LINES))).toEqual([
      ...[400, 'invalid_request', 'page not_allowed', 'limit not_allowed'],
    ]);
    expect(refusalOf(await ask('?despues=x', LINES))).toEqual([
      400,
      'invalid_request',
      'despues unknown_field',
    ]);
    expect(await newIn(stage)).toEqual([]);
  });

  it('ends when its client goes away, and holds nothing', async () => {
    await fill(30_000);
    const response = await fetchLines('?actor_type=process');
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { rows } = await stage.api.runtime.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows[0]?.n).toBe(0);
    expect((await logOf(stage, '?outcome=succeeded&limit=1')).map(told)).toEqual([
      'read.audit_log.list succeeded',
    ]);
  });

  it('answers HEAD without reading it', async () => {
    const response = await fetch(`${stage.api.baseUrl}${pathOf(stage)}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${stage.owner}`, ...LINES },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, LINES.accept]);
  });

  it('shows nothing of others', async () => {
    const { api } = stage;
    const other = await api.newUser();
    const theirs = await api.newOrganization(other);
    await fill(3);
    const response = await fetch(`${api.baseUrl}/organizations/${theirs.id}/audit-log?actor_type=process`, {
      headers: { authorization: `Bearer ${other}`, ...LINES },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
