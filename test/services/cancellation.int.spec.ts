import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOOKS_MS } from '#apps/cancellation/src/cancellation/schedule';
import { verifyCancelacion, type EstatusCancelacion } from '#cfdi';
import type { InvoiceRow } from '#contracts';
import { until } from '#platform/testing/bench';
import { statusOf } from '../support/fake-pac.js';
import { openInvoicingBench, ours, type InvoicingBench } from '../support/invoicing-bench.js';

let bench: InvoicingBench;
beforeAll(async () => {
  bench = await openInvoicingBench();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  bench.pac.cancelsAsked.length = 0;
  bench.pac.statusesAsked.length = 0;
});
afterEach(async () => expect(await bench.differences()).toEqual([]));

const at = '2026-11-21T18:00:05.000Z';
const lost = { kind: 'unknown', reason: 'timeout' } as const;
const stands = (status: string) => (row: InvoiceRow) =>
  row.cancellation_status === status && row.outcome?.kind !== 'requested';
const REPLACING = 'AAAAAAAA-0000-4000-8000-000000000002';

async function valid(): Promise<string> {
  const id = await bench.create();
  await bench.until(id, ({ status }) => status === 'valid');
  return id;
}
const cancel = (id: string, motive = '02', substitution: string | null = null) =>
  bench.send('invoicing.cancel', id, { motive, substitution });
type Doc = Record<string, unknown>;
const DAY = 86_400_000;
/** Lets the time of the n-th look at a request come. */
const look = (n: number) => bench.clock.advance((LOOKS_MS[n - 1] ?? 0) - (LOOKS_MS[n - 2] ?? 0));
async function pendingCommands(): Promise<number> {
  const { rows } = await bench.runtime.pool.query('SELECT count(*)::int AS n FROM platform.pending_commands');
  return (rows[0] as { n: number }).n;
}
const refresh = (id: string) => bench.send('invoicing.refresh', id);
/** An invoice whose cancellation waits for its receiver. */
async function pending(): Promise<string> {
  const id = await valid();
  bench.pac.cancelTurns.push({ kind: 'pending', acuse: '<Acuse n="1"/>', at });
  await cancel(id);
  await bench.until(id, stands('pending'));
  return id;
}

describe('a cancellation', () => {
  it('is asked for with what the document is known by, and keeps its receipt', async () => {
    const id = await valid();
    expect(await cancel(id, '01', REPLACING)).toMatchObject({ ok: true, value: { data: { number: 1 } } });
    const row = await bench.until(id, ({ status }) => status === 'canceled');
    const [asked] = bench.pac.cancelsAsked;
    expect(asked).toEqual({ requestId: `${id}.1`, account: ours, xml: expect.any(String) });
    expect(verifyCancelacion(asked?.xml ?? '', { at: bench.clock.now() })).toMatchObject({
      ok: true,
      value: {
        rfcEmisor: 'EKU9003173C9',
        // 18:00 in UTC, by the tax authority's clock.
        fecha: '2026-11-21T12:00:00',
        folios: [{ uuid: row.uuid, motivo: '01', folioSustitucion: REPLACING }],
        certificado: { rfc: 'EKU9003173C9', noCertificado: (row.doc['stamp'] as Doc)['issuer_cert_number'] },
      },
    });
    expect((await bench.runtime.contents.get(ours, row.receipt_key ?? ''))?.toString()).toBe('<Acuse/>');
  });

  it('that waits for its receiver is looked at until it has its outcome, and leaves no event for nothing new', async () => {
    const id = await pending();
    for (const n of [1, 2, 3]) {
      bench.pac.statusTurns.push(statusOf('Vigente', 'En proceso'));
      look(n);
      await until(() => bench.pac.statusesAsked.length === n);
    }
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Cancelado con aceptación', '<Acuse n="2"/>'));
    look(4);
    const row = await bench.until(id, ({ status }) => status === 'canceled');
    expect((await bench.runtime.contents.get(ours, row.receipt_key ?? ''))?.toString()).toBe(
      '<Acuse n="2"/>',
    );
    expect(await bench.events(`cancellation-${id}`)).toEqual([
      ...['CancellationStarted', 'CancellationAnswered', 'CancellationAnswered'],
    ]);
    expect(await bench.events(`invoice-${id}`)).toEqual([
      ...[
        'InvoiceIssued',
        'InvoiceStamped',
        'CancellationRequested',
        'CancellationUpdated',
        'InvoiceCanceled',
      ],
    ]);
  });

  it('shows what it showed, while the tax authority does not answer', async () => {
    const id = await pending();
    bench.pac.statusTurns.push({ kind: 'unavailable', reason: 'outage' });
    expect(await refresh(id)).toMatchObject({
      ok: false,
      refusal: { code: 'invoice_cancellation_service_unavailable' },
    });
    bench.pac.statusTurns.push({ kind: 'unavailable', reason: 'outage' });
    look(1);
    await until(() => bench.pac.statusesAsked.length === 2);
    bench.pac.statusTurns.push(statusOf('Vigente', 'Solicitud rechazada'));
    look(2);
    await bench.until(id, stands('rejected'));
    expect(await bench.events(`cancellation-${id}`)).toHaveLength(3);
  });

  it.each<[string, EstatusCancelacion]>([
    ['rejected', 'Solicitud rechazada'],
    ['expired', 'Plazo vencido'],
  ])('that is %s leaves the invoice valid, and can be asked for again', async (status, words) => {
    const id = await pending();
    bench.pac.statusTurns.push(statusOf('Vigente', words));
    await refresh(id);
    expect(await bench.until(id, stands(status))).toMatchObject({ status: 'valid' });
    expect(await cancel(id, '03')).toMatchObject({ ok: true, value: { data: { number: 2 } } });
    await bench.until(id, (row) => row.status === 'canceled');
    expect(bench.pac.cancelsAsked.map(({ requestId }) => requestId)).toEqual([`${id}.1`, `${id}.2`]);
  });

  it('that is refused leaves the invoice as it was, with the reason for who asked', async () => {
    const id = await valid();
    bench.pac.cancelTurns.push({
      kind: 'refused',
      code: '204',
      message: 'No cancelable',
      source: 'sat',
      related: [REPLACING],
    });
    await cancel(id);
    expect(await bench.until(id, ({ outcome }) => outcome?.kind === 'refused')).toMatchObject({
      status: 'valid',
      cancellation_status: 'none',
      outcome: {
        code: 'invoice_not_cancelable_by_sat',
        details: [
          { code: '204', message: 'No cancelable', source: 'sat' },
          { code: 'related_document', message: REPLACING, source: 'sat' },
        ],
      },
      doc: { cancellation: null, cancellation_status: 'none' },
    });
  });
});

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

  it('does not know yet is asked for again until it does', async () => {
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
  it('between the tax authority’s answer and its record asks how it stands, not again', async () => {
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

describe('a refresh', () => {
  it('finds what was canceled elsewhere', async () => {
    const id = await valid();
    bench.pac.statusTurns.push(statusOf('Cancelado', 'Cancelado sin aceptación'));
    expect(await refresh(id)).toMatchObject({ ok: true });
    expect(await bench.until(id, ({ status }) => status === 'canceled')).toMatchObject({
      doc: { cancellation: { motive: null, status: 'accepted' } },
    });
    expect(await refresh(id)).toMatchObject({ ok: true });
    expect(bench.pac.cancelsAsked).toHaveLength(0);
  });

  it('of a draft is refused', async () => {
    const id = await bench.draft();
    expect(await refresh(id)).toMatchObject({ ok: false, refusal: { code: 'invoice_not_stamped' } });
  });

  it('keeps a receipt once, however often it is handed out', async () => {
    const id = await pending();
    for (let n = 0; n < 3; n += 1) {
      bench.pac.statusTurns.push(statusOf('Vigente', 'En proceso', '<Acuse n="1"/>'));
      await refresh(id);
    }
    const row = await bench.row(id);
    const { rows } = await bench.runtime.pool.query('SELECT key FROM platform.contents WHERE key LIKE $1', [
      `acuse/${row?.uuid}/%`,
    ]);
    expect(rows).toEqual([{ key: row?.receipt_key }]);
  });
});

/** They end the spec: documents are old afterwards. */
describe('in the long run', () => {
  const looksAt = async (id: string): Promise<number> => {
    const row = await bench.row(id);
    return bench.pac.statusesAsked.filter(({ uuid }) => uuid === row?.uuid).length;
  };

  it('a request that is decided is not looked at any more', async () => {
    const id = await pending();
    bench.pac.statusTurns.push(statusOf('Vigente', 'Solicitud rechazada'));
    await refresh(id);
    await bench.until(id, stands('rejected'));
    bench.clock.advance(30 * DAY);
    await until(async () => (await pendingCommands()) === 0);
    expect(await looksAt(id)).toBe(1);
  });

  it('one that waits for ever is looked at a bounded number of times, and then when somebody asks', async () => {
    const id = await pending();
    bench.clock.advance(300 * DAY);
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
