import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import { stampingKey, surplusKey, type FiscalDocument, type InvoiceStamp } from '#contracts';
import { newId } from '#kernel';
import { until } from '#bus/testing/until';
import { statusOf } from '../support/fake-pac.js';
import { openFiscalBench, type FiscalBench } from '../support/fiscal-bench.js';
import { ours } from '../support/invoicing-bench.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../support/story.js';

/** The second stamp of a document: it is cancelled in a stream of its own, and its stamping hears what became of it. */

const NOW = new Date('2026-11-21T18:00:00.000Z');
let bench: FiscalBench;
beforeAll(async () => {
  bench = await openFiscalBench(NOW);
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.pac.cancelsAsked.length = 0;
  bench.pac.statusesAsked.length = 0;
});

/** A stamped document, and a second stamp of it that was found. */
async function found(uuid: string): Promise<string> {
  const key = stampingKey({ kind: 'retention', id: newId() }, 1);
  const fechaExp = new Date(bench.clock.now().getTime() - 7 * 3_600_000).toISOString().slice(0, 19);
  const document = mustBuildRetencion(retencion({ fechaExp }));
  await bench.send('stamping.stamp', key, { retencion: document }, `ask-${key}`);
  const events = await bench.until(`stamping-${key}`, 'ComprobanteStamped');
  const { stamp } = events.at(-1)?.data as { stamp: InvoiceStamp };
  const cancel: FiscalDocument = {
    ...{ kind: 'retention', uuid, issuer_rfc: 'EKU9003173C9', receiver_rfc: 'CACX7605101P8' },
    ...{ total: '1000.00', sello_tail: stamp.signature.slice(-8), stamped_at: stamp.date, pac: 'fake' },
  };
  const at = bench.clock.now().toISOString();
  const data = { uuid, pac: 'fake', stamp: { ...stamp, uuid }, at, cancel };
  await bench.runtime.store.append(
    `stamping-${key}`,
    events.length - 1,
    [{ id: crypto.randomUUID(), type: 'SurplusStampFound', data }],
    { ...ours, commandId: crypto.randomUUID(), actor: 'test', correlationId: 'c' },
  );
  return key;
}
const settled = async (key: string) =>
  (await bench.until(`stamping-${key}`, 'SurplusStampSettled'))
    .map(({ type, data }) => ({ type, data }))
    .at(-1)?.data;

describe('a surplus stamp', () => {
  it('is cancelled with motive 02 through its PAC, and the document keeps its own', async () => {
    const uuid = 'AAAAAAAA-0000-4000-8000-0000000000AA';
    const key = await found(uuid);
    expect(await settled(key)).toMatchObject({ uuid, pac: 'fake', outcome: 'canceled' });
    const [asked] = bench.pac.cancelsAsked;
    expect(asked?.requestId).toBe(`${surplusKey({ stamping: key, uuid })}.1`);
    expect(asked?.xml).toContain(`UUID="${uuid}"`);
    expect(asked?.xml).toContain('Motivo="02"');
    const events = await bench.runtime.store.read(`cancellation-${surplusKey({ stamping: key, uuid })}`);
    expect(events.map(({ type }) => type)).toEqual(['CancellationStarted', 'CancellationAnswered']);
  });

  it('is pending while nobody knows, and canceled by a look that nobody asked for', async () => {
    const uuid = 'AAAAAAAA-0000-4000-8000-0000000000AB';
    bench.pac.cancelTurns.push({ kind: 'unknown', reason: 'timeout' });
    const key = await found(uuid);
    expect(await settled(key)).toMatchObject({ uuid, outcome: 'pending' });
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Cancelado sin aceptación'));
    bench.clock.advance(5_000);
    await bench.until(`cancellation-${surplusKey({ stamping: key, uuid })}`, 'CancellationAnswered');
    const outcomes = async () =>
      (await bench.runtime.store.read(`stamping-${key}`))
        .filter(({ type }) => type === 'SurplusStampSettled')
        .map(({ data }) => (data as { outcome: string }).outcome);
    await until(async () => (await outcomes()).length === 2);
    expect(await outcomes()).toEqual(['pending', 'canceled']);
    expect(bench.pac.cancelsAsked).toHaveLength(1);
  });

  it('that may not be cancelled is told as refused', async () => {
    const uuid = 'AAAAAAAA-0000-4000-8000-0000000000AC';
    bench.pac.cancelTurns.push({ kind: 'refused', code: '204', message: 'No', source: 'sat' });
    expect(await settled(await found(uuid))).toMatchObject({ uuid, outcome: 'refused' });
  });
});
