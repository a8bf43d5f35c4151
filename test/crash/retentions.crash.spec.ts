import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { retention } from '../support/bodies.js';
import type { Answer, StampDoc } from './client.js';
import { retentionComplaints, type RetentionDoc } from './retention-checks.js';
import { useCrashStage } from './stage.js';

const EVENTS = 'event_store.events';
const ROWS = 'gateway.retentions';

/** Kills the service (kill -9) at each thing that is written of a retention, from its creation to its stamp and its cancellation. */
describe('kill -9 on the way of a retention', () => {
  const stage = useCrashStage();

  const made: string[] = [];
  const read = async (id: string): Promise<RetentionDoc> =>
    (await stage.client.send(`GET /retentions/${id}`)).body as RetentionDoc;
  /** Refreshed until it is in the state: what was asked for comes to its end by whoever is up. */
  const becomes = (id: string, status: RetentionDoc['status']): Promise<void> =>
    until(async () => {
      await stage.client.send(`PUT /retentions/${id}/status`);
      return (await read(id)).status === status;
    }, 180_000);
  /** Makes it as a client does that was not answered: the same request again, which finds it or makes it. */
  const make = async (key: string): Promise<string> => {
    const { status, body } = await stage.client.send('POST /retentions', bodyOf(key));
    if (status !== 409) {
      expect([200, 202]).toContain(status);
      return body.id as string;
    }
    expect(body.code).toBe('idempotency_key_in_use');
    return body.resource_id as string;
  };
  const bodyOf = (key: string): object => retention({ idempotency_key: key });

  it.each([
    ['before its key is claimed', 'invoicing.retention_keys', 'TRUE'],
    ['between the claim and the retention', EVENTS, "NEW.type = 'RetentionIssued'"],
    ['before it is sealed', EVENTS, "NEW.type = 'ComprobanteSealed'"],
    ['between the provider and what is known of it', EVENTS, "NEW.type = 'ComprobanteStamped'"],
    ['before it hears of its stamp', EVENTS, "NEW.type = 'RetentionStamped'"],
    ['before its row shows it', ROWS, "NEW.status = 'valid'"],
  ] as const)(
    'it is stamped once: %s',
    async (step, table, when) => {
      await stage.killed(table, when, () => stage.client.once('POST /retentions', bodyOf(step)));
      const id = await make(step);
      made.push(id);
      await becomes(id, 'valid');
    },
    180_000,
  );

  it.each([
    ['before it is asked for', EVENTS, "NEW.type = 'RetentionCancellationRequested'"],
    ['before the tax authority is asked', EVENTS, "NEW.type = 'CancellationStarted'"],
    ['between the authority and what is known of it', EVENTS, "NEW.type = 'CancellationAnswered'"],
    ['before the retention hears of it', EVENTS, "NEW.type = 'RetentionCanceled'"],
    ['before its row shows it', ROWS, "NEW.status = 'canceled'"],
  ] as const)(
    'it is canceled once: %s',
    async (step, table, when) => {
      const id = await make(`cancel ${step}`);
      made.push(id);
      await becomes(id, 'valid');
      await stage.killed(table, when, () => stage.client.once(`DELETE /retentions/${id}`));
      const { status, body }: Answer = await stage.client.send(`DELETE /retentions/${id}`);
      if (status === 409)
        expect(['retention_not_cancelable', 'invoice_cancellation_in_progress']).toContain(body.code);
      await becomes(id, 'canceled');
    },
    180_000,
  );

  it('each is there, with one stamp in the ledger of the provider, and no stamp is of none', async () => {
    const retentions = await stage.client.allByCursor<RetentionDoc>('/retentions');
    expect(retentions.map(({ id }) => id).sort()).toEqual([...new Set(made)].sort());
    const stamps = await stage.client.all<StampDoc>('/sandbox/stamps');
    expect(retentionComplaints(retentions, stamps)).toEqual([]);
    expect(stamps).toHaveLength(made.length);
  }, 120_000);
});
