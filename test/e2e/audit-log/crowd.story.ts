import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { requestOf } from '../../support/request.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/story.js';

/** What the audit log costs an invoice, and that a crowd of them loses none of its entries. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Counts the statements of the whole process, and those that write the log. */
function countStatements(): { all: number; ofLog: number } {
  const counted = { all: 0, ofLog: 0 };
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const spy = jest.spyOn(pg.Client.prototype, 'query') as unknown as jest.Mock;
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    counted.all += 1;
    const [first] = args as [{ name?: string } | string];
    if (typeof first === 'object' && first.name?.startsWith('audit-log-write')) counted.ofLog += 1;
    return Reflect.apply(query as () => unknown, this, args);
  });
  return counted;
}

const issue = async (): Promise<string> => {
  const answer = await fetch(
    `${app.baseUrl}/invoices`,
    requestOf('POST', { key: app.demo.test_key, body: invoice() }),
  );
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  return answer.headers.get('x-service-log-id') ?? '';
};

describe('an invoice', () => {
  it('by itself takes one more statement for the audit log, and no more', async () => {
    for (let n = 0; n < 5; n += 1) await issue();
    const counted = countStatements();
    for (let n = 0; n < 20; n += 1) await issue();
    expect(counted.ofLog).toBe(20);
  });

  it('of 32 connections shares it with others, and each has its entry, once', async () => {
    const counted = countStatements();
    const ids: string[] = [];
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let n = 0; n < 10; n += 1) ids.push(await issue());
      }),
    );
    expect(counted.ofLog).toBeLessThan(ids.length);
    const { rows } = await app.runtime.pool.query<{ log_id: string }>(
      `SELECT log_id FROM gateway.audit_log WHERE log_id = ANY($1)`,
      [ids],
    );
    expect(rows.map(({ log_id }) => log_id).toSorted()).toEqual(ids.toSorted());
  }, 120_000);
});
