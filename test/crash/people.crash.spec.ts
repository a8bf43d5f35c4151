import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import type { Json } from '../support/app.js';
import { requestOf } from '../support/request.js';
import { useCrashStage } from './stage.js';

/** Kills the service (kill -9) where something of people is half done: nothing stays half. */
describe('kill -9 while people are changed', () => {
  const stage = useCrashStage();

  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Json }> => {
    const { base_url, user_key: key, organization_id: id } = await stage.service.facts();
    const url = base_url + path.replace('{id}', id);
    const answer = await fetch(url, requestOf(method, { key, ...(body && { body }) }));
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  /** A request whose process is killed where it is about to write such a row. */
  const killAt = async (table: string, when: string, ask: () => Promise<unknown>): Promise<void> => {
    let answered = false;
    await stage.killed(table, when, async () => {
      await ask();
      answered = true;
    });
    expect(answered).toBe(false);
  };
  /** What is read once it is so: rows follow events that a process has left behind a moment after the next one has started. */
  const shownIn = async (path: string, isSo: (body: Json) => boolean): Promise<Json> => {
    let found: Json;
    await until(async () => isSo((found = (await call('GET', path)).body)));
    return found;
  };
  const events = async (type: string): Promise<number> =>
    (await stage.events()).filter((event) => event.type === type).length;
  const TEAM = '/organizations/{id}/team';

  it('an invitation whose mail was not sent yet is there once, and is sent by who invites again', async () => {
    const invite = () => call('POST', `${TEAM}/invites`, { email: 'ana@example.com' });
    await killAt('gateway.mails', `NEW.template = 'invitation'`, invite);
    const listed = await shownIn(`${TEAM}/invites`, (invites) => invites.length > 0);
    expect(listed).toHaveLength(1);
    const again = await invite();
    expect([again.status, again.body.id]).toEqual([200, listed[0].id]);
    expect((await call('GET', `${TEAM}/invites`)).body).toHaveLength(1);
  }, 180_000);

  it('a role whose edit is stored and not shown yet shows it after the start', async () => {
    const { body: role } = await call('POST', `${TEAM}/roles`, {
      name: 'Caja',
      add: ['read.customers.list'],
    });
    const edit = () => call('PUT', `${TEAM}/roles/${role.id}`, { add: ['read.invoices.list'] });
    await killAt('gateway.organizations', `NEW.team::text LIKE '%read.invoices.list%'`, edit);
    await shownIn(`${TEAM}/roles/${role.id}`, ({ operations }) => `${operations}` === 'read.invoices.list');
    expect((await edit()).status).toBe(200);
    expect(await events('RoleEdited')).toBe(1);
  }, 180_000);

  it('a key that was made and never shown is listed, and can be deleted', async () => {
    const path = '/organizations/{id}/apikeys/live';
    const make = () => call('PUT', path, { name: 'Caja', operations: ['read.invoices.list'] });
    await killAt('gateway.audit_log', `NEW.operation = 'write.api_keys.live_add'`, make);
    const isLost = ({ name }: Json) => name === 'Caja';
    const lost = (await shownIn(path, (keys) => keys.some(isLost))).filter(isLost);
    expect(lost).toHaveLength(1);
    expect((await call('DELETE', `${path}/${lost[0].id}`)).status).toBe(200);
    expect((await make()).status).toBe(200);
  }, 180_000);

  it('mails about security are sent once, however it was killed', async () => {
    const made = await events('LiveKeyAdded');
    const path = '/organizations/{id}/apikeys/live';
    const notices = async () => {
      const { rows } = await stage.db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM gateway.mails WHERE template = 'security-notice'`,
      );
      return rows[0]?.count;
    };
    const untilThereAre = async (count: number) => {
      await until(async () => ((await notices()) ?? 0) >= count, 60_000);
      expect(await notices()).toBe(count);
    };
    // Those of the keys before, too: the next that is written is this one's.
    await untilThereAre(made);
    await killAt('gateway.mails', `NEW.template = 'security-notice'`, async () => {
      await call('PUT', path, { name: 'Otra' });
      // Answered before the mail: the process is held by that.
      await new Promise((_, reject) => setTimeout(() => reject(new Error('killed')), 15_000));
    });
    expect(await events('LiveKeyAdded')).toBe(made + 1);
    await untilThereAre(made + 1);
  }, 180_000);
});
