import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '#hosting';
import { until } from '#bus/testing/until';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { invoice } from '../support/bodies.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { NEVER_TOO_MUCH } from '../support/limits.js';

interface Facts {
  readonly base_url: string;
  readonly test_key: string;
}

/** The service as a process of its own, shut down while requests are running. */
describe('SIGTERM', () => {
  let build: Build;
  let database: TestDatabase;
  let dataDir: string;
  let service: ServiceProcess;
  let facts: Facts;
  let pool: pg.Pool;
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
      TIMBRA_DRAIN_MS: '5000',
      ...NEVER_TOO_MUCH,
    });
    await service.prints(/(Timbra is ready)/);
    facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Facts;
    pool = createPool(database.url, { applicationName: 'test', max: 2, onIdleError: () => undefined });
  });
  afterAll(async () => {
    await Promise.all([service.kill(), pool.end()]);
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
  const isValid = { status: 200, body: { status: 'valid' } };
  const heldBack = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND NOT granted`,
    );
    return rows[0]?.count;
  };
  const readiness = async () => {
    const response = await fetch(facts.base_url.replace('/v2', '/readyz'));
    return { status: response.status, body: await response.json() };
  };

  it('takes readiness away first, answers what is under way and what still comes, and ends with 0 in time', async () => {
    await until(async () => (await readiness()).status === 200);
    expect(await create(invoice({ series: 'LATE' }))).toMatchObject(isValid);
    // Whoever wants a folio of this series waits for us.
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM invoicing.folio_counters WHERE series = 'LATE' FOR UPDATE`);
    const underWay = Promise.all(Array.from({ length: 3 }, () => create(invoice({ series: 'LATE' }))));
    // One asks for all of them, or for the first; the rest wait for it in the process.
    await until(async () => (await heldBack()) === 1);
    const ended = service.stop();
    let shown = await readiness();
    await until(async () => shown.status === 503 || (shown = await readiness()).status === 503);
    expect(shown).toMatchObject({ status: 503, body: { ready: false, leaving: true } });
    expect(await create(invoice())).toMatchObject(isValid);
    // What is under way lasts longer than requests are taken.
    await until(() =>
      readiness().then(
        () => false,
        () => true,
      ),
    );
    await holder.query('ROLLBACK');
    holder.release();
    for (const answer of await underWay) expect(answer).toMatchObject(isValid);
    // Later than its deadline, 30 s, it ends with 1.
    expect(await ended).toBe(0);
    await expect(readiness()).rejects.toThrow();
  });
});
