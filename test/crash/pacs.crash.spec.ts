import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import type { Json } from '../support/app.js';
import type { Answer } from './client.js';
import { useCrashStage } from './stage.js';

/** Kills the service (kill -9) at the seams of a change of an organization's PACs, each time just before the next thing is written. */
describe('kill -9 in the middle of a change of PACs', () => {
  const stage = useCrashStage();

  const asked = async (method: 'GET' | 'PUT', body?: object): Promise<Pick<Answer, 'status' | 'body'>> => {
    // The port is another one after each start.
    const { base_url, organization_id, user_key } = await stage.service.facts();
    const headers = { authorization: `Bearer ${user_key}`, 'content-type': 'application/json' };
    const path = `${base_url}/organizations/${organization_id}/pacs`;
    const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const credentials = (user: string) => ({ credentials: { sw: { user, password: `de ${user}` } } });
  const put = (user: string) => asked('PUT', credentials(user));
  const shown = async (): Promise<string | null> => (await asked('GET')).body.credentials.sw.user;
  /** Credentials that lie in the vault, and the settings in force. */
  const lying = async (): Promise<{ credentials: number; inForce: readonly string[] }> => {
    const { rows } = await stage.db.query<{ name: string }>(
      "SELECT name FROM platform.secrets WHERE name LIKE 'pacs/%' ORDER BY name",
    );
    const names = rows.map(({ name }) => name);
    return {
      credentials: names.filter((name) => name.startsWith('pacs/sw/')).length,
      inForce: names.filter((name) => name.startsWith('pacs/in-use/')).map((name) => name.slice(-1)),
    };
  };

  it('after they were kept and before the organization has them: nothing has changed, and the same may come again', async () => {
    await stage.killed('event_store.events', "NEW.type = 'PacsSet'", () => put('perdida@acme.mx'));
    expect(await lying()).toEqual({ credentials: 1, inForce: [] });
    expect(await shown()).toBeNull();
    expect((await put('primera@acme.mx')).status).toBe(200);
    expect(await shown()).toBe('pr***mx');
    // Those of before wait for the sweep.
    expect(await lying()).toEqual({ credentials: 2, inForce: ['1'] });
  }, 180_000);

  it('after the organization has them and before they are in force: they come into force without another change', async () => {
    const when = "NEW.name LIKE 'pacs/in-use/%'";
    await stage.killed('platform.secrets', when, () => put('segunda@acme.mx'));
    await until(async () => (await lying()).inForce.join() === '2');
    // What GET shows is a read model of its own.
    await until(async () => (await shown()) === 'se***mx');
    // Those of before are destroyed once nobody can go on with them.
    expect((await lying()).credentials).toBe(3);
  }, 180_000);
});
