import { LOOKS_MS } from '#apps/cancellation/src/cancellation/schedule';
import type { EstatusCancelacion } from '#cfdi';
import { until } from '#bus/testing/until';
import {
  DAY,
  bench,
  cancel,
  lost,
  pending,
  pendingCommands,
  refresh,
  stands,
  useCancellationBench,
  valid,
} from '../support/cancellation-bench.js';
import { statusOf } from '../support/fake-pac.js';
import { ours } from '../support/invoicing-bench.js';
import { describe, expect, it } from '../support/story.js';

/** Requests to cancel whose answer is lost, late or odd, and processes that die meanwhile. */

useCancellationBench();

describe('a request without an answer', () => {
  it('that arrived all the same is not sent again', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push(lost);
    await cancel(id);
    await bench.until(id, stands('verifying'));
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Cancelado sin aceptación'));
    await refresh(id);
    await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked).toHaveLength(1);
  });

  it('that got lost is sent again under the same name', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push(lost);
    await cancel(id);
    await bench.until(id, stands('verifying'));
    bench.clock.advance(5_000);
    await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked.map(({ requestId }) => requestId)).toEqual([`${id}.1`, `${id}.1`]);
  });

  it('may be refused in the end, which frees the invoice', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push(lost, {
      kind: 'refused',
      code: '204',
      message: 'No cancelable',
      source: 'sat',
    });
    await cancel(id);
    await bench.until(id, stands('verifying'));
    await refresh(id);
    await bench.until(id, stands('none'));
    expect(await cancel(id, '03')).toMatchObject({ ok: true });
    await bench.until(id, ({ status }) => status === 'canceled');
  });

  it('is not taken for the one before it, which was rejected', async () => {
    const id = await pending();
    bench.pac.statusTurns.push(statusOf('Vigente', 'Solicitud rechazada'));
    await refresh(id);
    await bench.until(id, stands('rejected'));
    bench.pac.cancelTurns.push(lost);
    await cancel(id, '03');
    await bench.until(id, stands('verifying'));
    // The status still speaks of the first request: the second was never seen.
    bench.pac.statusTurns.push(statusOf('Vigente', 'Solicitud rechazada'));
    await refresh(id);
    await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked.map(({ requestId }) => requestId)).toEqual([
      ...[`${id}.1`, `${id}.2`, `${id}.2`],
    ]);
  });

  it('is taken up by the next process', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push(lost);
    await cancel(id);
    await bench.until(id, stands('verifying'));
    await bench.dieAndRestart();
    bench.clock.advance(5_000);
    await bench.until(id, ({ status }) => status === 'canceled');
  });
});

describe('a document that the tax authority', () => {
  const unknown = { kind: 'refused', code: '205', message: 'No existe.', source: 'sat' } as const;

  it('does not know yet is queried again until it does', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push(unknown, unknown);
    await cancel(id);
    await bench.until(id, stands('verifying'));
    bench.clock.advance(5_000);
    await until(async () => (await bench.events(`cancellation-${id}`)).length === 3);
    bench.clock.advance(30_000);
    await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked.map(({ requestId }) => requestId)).toEqual([
      ...[`${id}.1`, `${id}.1`, `${id}.1`],
    ]);
  });

  it.each<[string, 'Vigente' | 'Cancelado', EstatusCancelacion | '', string]>([
    ['cancelled before', 'Cancelado', 'Cancelado sin aceptación', 'accepted'],
    ['was asked to cancel elsewhere', 'Vigente', 'En proceso', 'pending'],
    ['says it had a request for', 'Vigente', '', 'verifying'],
  ])('%s (202) stands as its status says', async (_, estado, estatus, expected) => {
    const id = await valid();
    bench.pac.cancelTurns.push({ kind: 'refused', code: '202', message: 'Previa.', source: 'sat' });
    bench.pac.statusTurns.push(statusOf(estado, estatus));
    await cancel(id);
    await bench.until(id, stands(expected));
    expect(bench.pac.cancelsAsked).toHaveLength(1);
  });
});

describe('a process that dies', () => {
  it('between the tax authority’s answer and its record queries the status and does not send again', async () => {
    const id = await valid();
    bench.pac.hangsAfterCancel = 1;
    await cancel(id);
    await until(() => bench.pac.cancelsAsked.length === 1);
    expect(await bench.events(`cancellation-${id}`)).toEqual(['CancellationStarted']);
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Cancelado sin aceptación', '<Acuse n="9"/>'));
    await bench.dieAndRestart();
    const row = await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked).toHaveLength(1);
    expect((await bench.runtime.contents.get(ours, row.receipt_key ?? ''))?.toString()).toBe(
      '<Acuse n="9"/>',
    );
  });

  it('before the tax authority saw the request sends it again, under the same name', async () => {
    const id = await valid();
    bench.pac.hangsAfterCancel = 1;
    await cancel(id);
    await until(() => bench.pac.cancelsAsked.length === 1);
    await bench.dieAndRestart();
    await bench.until(id, ({ status }) => status === 'canceled');
    expect(bench.pac.cancelsAsked.map(({ requestId }) => requestId)).toEqual([`${id}.1`, `${id}.1`]);
  });
});

/** They end the spec: documents are old afterwards. */
describe('in the long run', () => {
  const looksAt = async (id: string): Promise<number> => {
    const row = await bench.row(id);
    return bench.pac.statusesAsked.filter(({ uuid }) => uuid === row?.uuid).length;
  };

  it('a decided request is not queried any more', async () => {
    const id = await pending();
    bench.pac.statusTurns.push(statusOf('Vigente', 'Solicitud rechazada'));
    await refresh(id);
    await bench.until(id, stands('rejected'));
    bench.clock.advance(30 * DAY);
    await until(async () => (await pendingCommands()) === 0);
    expect(await looksAt(id)).toBe(1);
  });

  it('one that waits forever is queried a limited number of times, and after that on request', async () => {
    const id = await pending();
    bench.clock.advance(300 * DAY);
    // None is pending also where they are not planned yet.
    await until(async () => (await looksAt(id)) >= LOOKS_MS.length);
    await until(async () => (await pendingCommands()) === 0);
    expect(await looksAt(id)).toBe(LOOKS_MS.length);
    expect(await bench.events(`cancellation-${id}`)).toHaveLength(2);
    expect(await bench.row(id)).toMatchObject({ status: 'valid', cancellation_status: 'pending' });
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Plazo vencido'));
    await refresh(id);
    await bench.until(id, ({ status }) => status === 'canceled');
  });

  it('what the tax authority does not know after three days is not found', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push({ kind: 'refused', code: '205', message: 'No existe.', source: 'sat' });
    await cancel(id);
    expect(await bench.until(id, ({ outcome }) => outcome?.kind === 'refused')).toMatchObject({
      cancellation_status: 'none',
      outcome: { code: 'invoice_cancellation_not_found', details: [{ code: '205', source: 'sat' }] },
    });
  });
});
