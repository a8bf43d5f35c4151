import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { createLogger, loadConfig } from '#hosting';
import { ensureDemo, type Demo } from '#apps/standalone/src/demo';
import { startStandalone, type Standalone } from '#apps/standalone/src/standalone';
import { invoice } from '../support/bodies.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { PATIENT } from '../support/limits.js';
import { requestOf } from '../support/request.js';

/** The database dies under the service, which stays. */
describe('the embedded database is killed', () => {
  let dataDir: string;
  let service: Standalone;
  let demo: Demo;
  const said: string[] = [];
  let lost: string | undefined;

  beforeAll(async () => {
    dataDir = await temporaryDataFolder();
    service = await startStandalone({
      config: loadConfig({ TIMBRA_DATA: dataDir, TIMBRA_PORT: '0', ...PATIENT }),
      log: createLogger({ level: 'error', to: { write: (line) => void said.push(line) } }),
      onDatabaseLost: (message) => (lost = message),
    });
    demo = await ensureDemo(service.runtime, `${service.url}/v2`);
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await removeDataFolder(dataDir);
  });

  const ask = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
    fetch(demo.base_url + path, requestOf(method, { key: demo.test_key, body, headers }));
  const killDatabase = async (): Promise<void> => {
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'));
    process.kill(pid, 'SIGKILL');
  };

  it('and is back at once: until then 503 with Retry-After, and afterwards work as before', async () => {
    const before = (await (await ask('POST', '/invoices', invoice())).json()) as { uuid: string; id: string };
    expect(before.uuid).toMatch(/^[0-9A-F-]{36}$/i);
    await killDatabase();
    const seen = new Set<number>();
    await until(async () => {
      const answer = await ask('GET', `/invoices/${before.id}`);
      seen.add(answer.status);
      const { code } = (await answer.json()) as { code?: string };
      if (answer.status === 200) return said.length > 0;
      expect([answer.status, code]).toEqual([503, 'service_unavailable']);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]$/);
      return false;
    });
    expect(seen).toContain(200);
    // Another part of the service may notice a moment later: like any client, we ask again until it does.
    let after: unknown;
    await until(async () => {
      const answer = await ask('POST', '/invoices', invoice(), { 'idempotency-key': 'after' });
      after = await answer.json();
      return answer.status !== 503;
    });
    expect(after).toMatchObject({ status: 'valid', folio_number: 2 });
    expect(lost).toBeUndefined();
    // Told once, and nothing was taken for a bug.
    const lines = said.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(lines.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('bug'))).toEqual([]);
  }, 120_000);
});
