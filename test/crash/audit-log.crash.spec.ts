import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bus/testing/until';
import { invoice, ukelele } from '../support/bodies.js';
import { requestOf } from '../support/request.js';
import { seededRandom } from './seed.js';
import { useCrashStage } from './stage.js';

/** An answer that came, by its log id. */
interface Came {
  readonly status: number;
  readonly logId: string;
}

/** Kills the service (kill -9) under load: what it had answered by 2xx is in the audit log. */
describe('kill -9 right after an answer', () => {
  const stage = useCrashStage();

  const send = async (path: string, body: object): Promise<Came> => {
    const { base_url, test_key: key } = await stage.service.facts();
    const answer = await fetch(base_url + path, requestOf('POST', { key, body }));
    const logId = answer.headers.get('x-service-log-id') ?? '';
    return { status: answer.status, logId };
  };
  const logged = async (): Promise<ReadonlySet<string>> => {
    const { rows } = await stage.db.query<{ log_id: string }>('SELECT log_id FROM gateway.audit_log');
    return new Set(rows.map(({ log_id }) => log_id));
  };

  it('finds every change that was answered by 2xx in the log, however many came at once', async () => {
    const random = seededRandom(19);
    const answers: Came[] = [];
    for (let kill = 0; kill < 2; kill += 1) {
      let over = false;
      const before = answers.length;
      const load = Array.from({ length: 8 }, async (_, worker) => {
        while (!over) {
          const asked = worker % 2 === 0 ? send('/products', ukelele) : send('/invoices', invoice());
          const came = await asked.catch(() => undefined);
          if (came) answers.push(came);
        }
      });
      while (answers.length < before + 25) await sleep(10);
      await sleep(random.between(5, 400));
      over = true;
      await stage.service.kill('service');
      await Promise.all(load);
      await stage.service.start();
    }
    const done = answers.filter(({ status }) => status >= 200 && status < 300);
    expect(done.length).toBeGreaterThan(40);
    const known = await logged();
    expect(done.filter(({ logId }) => !known.has(logId))).toEqual([]);
    expect(new Set(done.map(({ logId }) => logId)).size).toBe(done.length);
  }, 120_000);

  it('answers nothing before the entry is written', async () => {
    const held = await stage.hold('gateway.audit_log', "NEW.operation = 'write.products.create'");
    let answer: Came | undefined;
    const asked = send('/products', { ...ukelele, sku: 'HELD' }).then(
      (came) => (answer = came),
      () => undefined,
    );
    await held.reached();
    const made = `SELECT FROM gateway.products WHERE doc->>'sku' = 'HELD'`;
    await until(async () => (await stage.db.query(made)).rowCount === 1);
    await sleep(200);
    expect(answer).toBeUndefined();
    await stage.service.kill('service');
    await held.drop();
    await asked;
    expect(answer).toBeUndefined();
    await stage.service.start();
    expect((await stage.db.query(made)).rowCount).toBe(1);
  }, 180_000);
});
