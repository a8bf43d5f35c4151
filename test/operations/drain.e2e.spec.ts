import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bus/testing/until';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { invoice, triggered } from '../support/bodies.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

interface Facts {
  readonly base_url: string;
  readonly test_key: string;
}

/** The service as a process of its own, told to go while requests are under way. */
describe('SIGTERM', () => {
  let build: Build;
  let database: TestDatabase;
  let dataDir: string;
  let service: ServiceProcess;
  let facts: Facts;
  beforeAll(async () => {
    [build, database, dataDir] = await Promise.all([
      buildServices(),
      freshDatabase(),
      mkdtemp(join(tmpdir(), 'timbra-drain-')),
    ]);
    service = new ServiceProcess('standalone', build.program('apps/standalone/src/main'), {
      DATABASE_URL: database.url,
      TIMBRA_DATA: dataDir,
      TIMBRA_PORT: '0',
      TIMBRA_DRAIN_MS: '1500',
    });
    await service.prints(/(sk_test_\w+)/);
    facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Facts;
  }, 90_000);
  afterAll(async () => {
    await service.kill();
    await Promise.all([build.remove(), database.drop(), rm(dataDir, { recursive: true, force: true })]);
  });

  const create = async (body: unknown) => {
    const response = await fetch(`${facts.base_url}/invoices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${facts.test_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { readonly status?: string } };
  };
  const readiness = async () => {
    const response = await fetch(facts.base_url.replace('/v2', '/readyz'));
    return { status: response.status, body: await response.json() };
  };

  it('takes readiness away first, answers what is under way and what still comes, and ends with 0 in time', async () => {
    await until(async () => (await readiness()).status === 200);
    expect(await create(invoice())).toMatchObject({ status: 200, body: { status: 'valid' } });
    // Answered by the PAC after three seconds: longer than requests are taken.
    const underWay = Array.from({ length: 3 }, () => create(triggered('SANDBOX-SLOW')));
    await sleep(500);
    const since = Date.now();
    const ended = service.stop();
    await sleep(200);
    expect(await readiness()).toMatchObject({ status: 503, body: { ready: false, leaving: true } });
    expect(await create(invoice())).toMatchObject({ status: 200, body: { status: 'valid' } });
    expect(Date.now() - since).toBeLessThan(1_500);
    for (const answer of await Promise.all(underWay))
      expect(answer).toMatchObject({ status: 200, body: { status: 'valid' } });
    expect(await ended).toBe(0);
    expect(Date.now() - since).toBeLessThan(12_000);
    await expect(readiness()).rejects.toThrow();
  }, 60_000);
});
