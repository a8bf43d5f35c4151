import { verifyCancelacion, type EstatusCancelacion } from '#cfdi';
import { until } from '#bus/testing/until';
import {
  REPLACING,
  bench,
  cancel,
  look,
  pending,
  refresh,
  stands,
  useCancellationBench,
  valid,
} from '../support/cancellation-bench.js';
import { statusOf } from '../support/fake-pac.js';
import { ours } from '../support/invoicing-bench.js';
import { describe, expect, it } from '../support/story.js';

useCancellationBench();

type Doc = Record<string, unknown>;

describe('a cancellation', () => {
  it('is requested with the identity of the document, and keeps its receipt', async () => {
    const id = await valid();
    expect(await cancel(id, '01', REPLACING)).toMatchObject({ ok: true, value: { data: { number: 1 } } });
    const row = await bench.until(id, ({ status }) => status === 'canceled');
    const [asked] = bench.pac.cancelsAsked;
    expect(asked).toEqual({
      ...{ kind: 'comprobante', requestId: `${id}.1`, account: ours, xml: expect.any(String) },
    });
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

  it('that waits for its receiver is queried until it has an outcome, and leaves no event without news', async () => {
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
