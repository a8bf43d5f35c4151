import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { estadoCancelacion } from '#cfdi';
import { openCancellationBench, type CancellationBench } from './cancellation-bench.js';

/** What documents with a trigger, and faults that a test switches on, do to their cancellation. */

let bench: CancellationBench;
beforeAll(async () => {
  bench = await openCancellationBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.pac.faults.clear());

const refusal = (code: string) => ({ kind: 'refused', code, source: 'sat' });

describe('triggers', () => {
  it.each([
    ['SANDBOX-CANCEL-PENDING', 'pending', 'Vigente', 'En proceso', 'pending'],
    ['SANDBOX-CANCEL-PENDING-ACCEPTED', 'pending', 'Cancelado', 'Cancelado con aceptación', 'accepted'],
    ['SANDBOX-CANCEL-PENDING-SILENCE', 'pending', 'Cancelado', 'Plazo vencido', 'accepted'],
    ['SANDBOX-CANCEL-PENDING-REJECTED', 'pending', 'Vigente', 'Solicitud rechazada', 'rejected'],
    ['SANDBOX-CANCEL-PENDING-EXPIRED', 'pending', 'Vigente', 'Plazo vencido', 'expired'],
    ['SANDBOX-CANCEL-VERIFYING', 'verifying', 'Cancelado', 'Cancelado sin aceptación', 'accepted'],
  ])('%s', async (sku, kind, keyStatus, estatus, state) => {
    const { pac, cancel, status } = bench;
    const key = await bench.triggered(sku);
    expect((await cancel(key, { requestId: sku })).kind).toBe(kind);
    expect(await cancel(key)).toMatchObject(refusal('202'));
    for (let i = 0; i < 2; i += 1) {
      const outcome = await pac.status(key);
      expect(outcome).toMatchObject({ kind: 'status', estado: keyStatus, estatusCancelacion: estatus });
      if (outcome.kind === 'status') expect(estadoCancelacion(outcome, true)).toBe(state);
    }
    if (state === 'rejected' || state === 'expired') {
      expect((await cancel(key, { requestId: sku })).kind).toBe('pending');
      expect((await cancel(key)).kind).toBe('accepted');
      expect((await status(key))[0]).toBe('Cancelado');
    }
  });

  it('SANDBOX-NOT-CANCELABLE: refused with the document that stands in the way', async () => {
    const key = await bench.triggered('SANDBOX-NOT-CANCELABLE');
    const outcome = await bench.cancel(key);
    expect(outcome).toMatchObject(refusal('204'));
    expect(outcome.kind === 'refused' && outcome.related).toEqual([expect.stringMatching(/^[0-9A-F-]{36}$/)]);
    expect(await bench.status(key)).toEqual(['Vigente', 'No cancelable', '']);
  });

  it('SANDBOX-CANCELED-ELSEWHERE: found cancelled, without a receipt', async () => {
    const [looked, asked] = [
      await bench.triggered('SANDBOX-CANCELED-ELSEWHERE'),
      await bench.triggered('SANDBOX-CANCELED-ELSEWHERE'),
    ];
    expect((await bench.status(looked))[0]).toBe('Cancelado');
    expect(await bench.pac.status(looked)).not.toHaveProperty('acuse');
    expect(await bench.cancel(asked)).toMatchObject(refusal('202'));
  });

  it.each([
    ['SANDBOX-CANCEL-RFC-MISMATCH', ['203', '203', '203']],
    ['SANDBOX-CANCEL-NOT-FOUND', ['205', '205', '205']],
    ['SANDBOX-CANCEL-NOT-FOUND-YET', ['205', '205', 'accepted']],
    ['SANDBOX-CANCEL-TOO-LATE', ['210', '210', '210']],
    ['SANDBOX-CANCEL-FAILED', ['304', '304', '304']],
    ['SANDBOX-CANCEL-OUTAGE', ['unavailable', 'unavailable', 'accepted']],
  ])('%s', async (sku, expected) => {
    const key = await bench.triggered(sku);
    const found: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const outcome = await bench.cancel(key);
      found.push(outcome.kind === 'refused' ? outcome.code : outcome.kind);
    }
    expect(found).toEqual(expected);
  });

  it('time-outs: what is certain stays certain', async () => {
    const { cancel, status } = bench;
    const before = await bench.triggered('SANDBOX-CANCEL-TIMEOUT-BEFORE');
    expect((await cancel(before)).kind).toBe('unknown');
    expect((await status(before))[0]).toBe('Vigente');
    expect((await cancel(before)).kind).toBe('accepted');
    const after = await bench.triggered('SANDBOX-CANCEL-TIMEOUT-AFTER');
    expect((await cancel(after, { requestId: 'lost' })).kind).toBe('unknown');
    expect((await status(after))[0]).toBe('Cancelado');
    expect((await cancel(after, { requestId: 'lost' })).kind).toBe('accepted');
  });
});

it('faults switched on by a test', async () => {
  const { pac, cancel } = bench;
  const key = await bench.stamped();
  pac.faults.set('cancel', 'outage', 1);
  pac.faults.set('status', 'outage', 1);
  expect((await cancel(key)).kind).toBe('unavailable');
  expect((await pac.status(key)).kind).toBe('unavailable');
  expect((await cancel(key)).kind).toBe('accepted');
});
