import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DoctoRelacionadoInput, PagoInput } from '#cfdi';
import { arbitraryPagos } from '#cfdi/complementos/pagos/testing/arbitrary';
import { buildOne, pagosOf } from '#cfdi/complementos/pagos/testing/envelope';
import type { InvoiceItemDoc, PaymentDoc, PaymentDocumentDoc, TaxSummaryDoc } from '#contracts';
import { addFigures, FIGURES, type Figure, type Figures } from './figures.js';
import { flowOf, type FlowDocument } from './flow.js';

const DATE = '2026-11-20T18:00:00.000Z';

const documentOf = (fields: Partial<FlowDocument>): FlowDocument => ({
  ...{ type: 'I', payment_method: 'PUE', exchange: 1, date: DATE, items: [], subtotal: 0, discount: 0 },
  ...{ total: 0, taxes: [], complements: [] },
  ...fields,
});

const tax = (fields: Partial<TaxSummaryDoc>): TaxSummaryDoc => ({
  ...{ type: 'IVA', factor: 'Tasa', rate: 0.16, base: 1000, amount: 160, withholding: false, local: false },
  ...fields,
});
const withheld = (type: string, amount: number): TaxSummaryDoc =>
  tax({ type, rate: null, base: null, amount, withholding: true });

describe('a document', () => {
  it('paid at once adds its taxes on its date', () => {
    const taxes = [tax({}), withheld('ISR', 100), withheld('IVA', 106.67)];
    expect(flowOf(documentOf({ taxes, total: 953.33 }))).toEqual([
      {
        ...{ kind: 'contado', at: DATE, paid: [], counted: [] },
        figures: {
          ...{ base16: 100_000n, iva16: 16_000n, isrRetenido: 10_000n, ivaRetenido: 10_667n },
          total: 95_333n,
        },
      },
    ]);
  });

  it.each<[Figure | undefined, Figure | undefined, Partial<TaxSummaryDoc>]>([
    ['base8', 'iva8', { rate: 0.08 }],
    ['base0', undefined, { rate: 0, amount: 0 }],
    ['baseExento', undefined, { factor: 'Exento', rate: null, amount: null }],
    ['baseOtraTasa', 'ivaOtraTasa', { rate: 0.11 }],
    [undefined, 'ieps', { type: 'IEPS', rate: 0.265 }],
    [undefined, 'ieps', { type: 'IEPS', factor: 'Cuota', rate: 6.4555 }],
    [undefined, 'iepsRetenido', { type: 'IEPS', rate: null, base: null, withholding: true }],
    [undefined, 'localesTrasladados', { type: 'ISH', rate: 0.03, base: null, local: true }],
    [
      undefined,
      'localesRetenidos',
      { type: 'Cedular', rate: 0.05, base: null, local: true, withholding: true },
    ],
    // A local tax that has the name of a federal one is local.
    [undefined, 'localesTrasladados', { type: 'IVA', base: null, local: true }],
  ])('has its figures %s and %s', (base, amount, fields) => {
    const [{ figures } = { figures: {} }] = flowOf(documentOf({ taxes: [tax(fields)] }));
    expect(figures).toEqual({ ...(base && { [base]: 100_000n }), ...(amount && { [amount]: 16_000n }) });
  });

  it('is taken off where it is a credit note, however it is paid', () => {
    for (const payment_method of ['PUE', 'PPD'])
      expect(flowOf(documentOf({ type: 'E', payment_method, taxes: [tax({})], total: 1160 }))).toMatchObject([
        { kind: 'nota_de_credito', figures: { base16: -100_000n, iva16: -16_000n, total: -116_000n } },
      ]);
  });

  it.each<Partial<FlowDocument>>([
    { type: 'I', payment_method: 'PPD' },
    { type: 'N', payment_method: 'PUE' },
    { type: 'T', payment_method: null },
  ])('adds nothing where it pays nothing: %j', (fields) =>
    expect(flowOf(documentOf({ ...fields, taxes: [tax({})], total: 1160 }))).toEqual([]),
  );

  it('that takes something off what nobody has paid gives back the rest alone, in proportion', () => {
    const taxes = [tax({}), withheld('ISR', 100)];
    const note = documentOf({ type: 'E', taxes, total: 1060 });
    const half = flowOf(note, { offUnpaid: 530_000_000n });
    expect(half).toMatchObject([
      { figures: { base16: -50_000n, iva16: -8_000n, isrRetenido: -5_000n, total: -53_000n } },
    ]);
    expect(flowOf(note, { offUnpaid: 1_060_000_000n })).toMatchObject([{ figures: {} }]);
    // Each figure is rounded once, from what the document says.
    const third = flowOf(documentOf({ type: 'E', taxes: [tax({})], total: 3 }), { offUnpaid: 1_000_000n });
    expect(third).toMatchObject([{ figures: { base16: -66_667n, iva16: -10_667n, total: -200n } }]);
  });

  it('counts in MXN, rounded once', () => {
    // 99.99 x 18.123456 = 1812.16436544; 16.00 x 18.123456 = 289.975296.
    const taxes = [tax({ base: 99.99, amount: 16 })];
    expect(flowOf(documentOf({ taxes, exchange: 18.123456 }))).toMatchObject([
      { figures: { base16: 181_216n, iva16: 28_998n } },
    ]);
    // Two halves of a centavo are one.
    const halves = [tax({ base: 0.5, amount: 0 }), tax({ base: 0.5, amount: 0 })];
    expect(flowOf(documentOf({ taxes: halves, exchange: 0.01 }))).toMatchObject([
      { figures: { base16: 1n } },
    ]);
  });

  const item = (taxability: string, price: number, quantity = 1, discount = 0): InvoiceItemDoc => ({
    ...{ quantity, discount, parts: [], customs_keys: [], third_party: null, property_tax_account: [] },
    complement: null,
    product: {
      ...{ id: null, description: 'x', product_key: '01010101', unit_key: 'H87', unit_name: null, price },
      ...{ tax_included: true, taxability, taxes: [], local_taxes: [], sku: null },
    },
  });

  it('has a base of what no tax falls on', () => {
    const lines = [item('01', 33.333333, 3, 10), item('02', 500)];
    const figures = (fields: Partial<FlowDocument>) => flowOf(documentOf(fields))[0]?.figures;
    expect(figures({ items: lines })).toEqual({ baseNoObjeto: 9_000n });
    // Where there are no other lines, the document says it itself.
    expect(figures({ items: lines.slice(0, 1), subtotal: 100.01, discount: 10 })).toEqual({
      baseNoObjeto: 9_001n,
    });
    expect(figures({ items: [item('03', 5)] })).toEqual({});
  });
});

const payment = (fields: Partial<PaymentDoc>): PaymentDoc => ({
  ...{ payment_form: '03', currency: 'MXN', exchange: 1, date: DATE, related_documents: [] },
  ...{ numOperacion: null, rfcEmisorCtaOrd: null, nomBancoOrdExt: null, ctaOrdenante: null },
  ...{ rfcEmisorCtaBen: null, ctaBeneficiario: null, tipoCadPago: null, certPago: null, cadPago: null },
  selloPago: null,
  ...fields,
});

const toDoc = (pagos: readonly PagoInput[]): FlowDocument =>
  documentOf({
    type: 'P',
    complements: [
      {
        type: 'pago',
        data: pagos.map(({ moneda, tipoCambio = '1', documentos }) =>
          payment({
            currency: moneda,
            exchange: Number(tipoCambio),
            related_documents: documentos.map(toRelated),
          }),
        ),
      },
    ],
  });

const toRelated = (document: DoctoRelacionadoInput): PaymentDocumentDoc => ({
  ...{ invoice: null, uuid: document.idDocumento, amount: Number(document.importePagado) },
  ...{ installment: document.numParcialidad, last_balance: Number(document.saldoAnterior) },
  ...{
    currency: document.moneda,
    exchange: Number(document.equivalencia ?? 1),
    folio_number: null,
    series: null,
  },
  taxability: document.objetoImp ?? (document.impuestos.length > 0 ? '02' : '01'),
  taxes: document.impuestos.map(({ impuesto, tipoFactor, tasa, base, importe, retencion }) => ({
    ...{ type: impuesto, factor: tipoFactor, base: Number(base), withholding: retencion },
    ...{
      rate: tasa === undefined ? null : Number(tasa),
      amount: importe === undefined ? null : Number(importe),
    },
  })),
});

/** Which attribute of Totales has which figure. */
const TOTALES: Readonly<Partial<Record<Figure, string>>> = {
  ivaRetenido: 'TotalRetencionesIVA',
  isrRetenido: 'TotalRetencionesISR',
  iepsRetenido: 'TotalRetencionesIEPS',
  base16: 'TotalTrasladosBaseIVA16',
  iva16: 'TotalTrasladosImpuestoIVA16',
  base8: 'TotalTrasladosBaseIVA8',
  iva8: 'TotalTrasladosImpuestoIVA8',
  base0: 'TotalTrasladosBaseIVA0',
  baseExento: 'TotalTrasladosBaseIVAExento',
};

describe('payments', () => {
  it('add the taxes of what they pay, each on its own date, and together what Totales has', () => {
    const related = (base: number): PaymentDocumentDoc =>
      toRelated({
        ...{ idDocumento: 'a', moneda: 'USD', equivalencia: '3', numParcialidad: 1, saldoAnterior: '9' },
        ...{ importePagado: '1', objetoImp: '02' },
        impuestos: [
          { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', base: String(base), retencion: false },
        ],
      });
    // 0.01 / 3 is 0.003333 each: one centavo in three payments, and it comes with the second.
    const data = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) =>
      payment({ date: `${day}T18:00:00.000Z`, related_documents: [related(0.01)] }),
    );
    const entries = flowOf(documentOf({ type: 'P', complements: [{ type: 'pago', data }] }));
    expect(entries.map(({ at, kind, paid }) => [at.slice(0, 10), kind, paid])).toEqual([
      ['2026-11-01', 'pago', ['a']],
      ['2026-11-02', 'pago', ['a']],
      ['2026-11-03', 'pago', ['a']],
    ]);
    expect(entries.map(({ figures }) => figures.base16)).toEqual([undefined, 1n, undefined]);
  });

  it('have a base of what no tax falls on', () => {
    const untaxed = toRelated({
      ...{ idDocumento: 'a', moneda: 'MXN', numParcialidad: 1, saldoAnterior: '9', importePagado: '5.55' },
      impuestos: [],
    });
    const data = [payment({ currency: 'MXN', related_documents: [untaxed] })];
    expect(flowOf(documentOf({ type: 'P', complements: [{ type: 'pago', data }] }))).toMatchObject([
      { figures: { baseNoObjeto: 555n, total: 555n } },
    ]);
  });

  it('add nothing of what counts by itself, and all of the rest', () => {
    const paying = (uuid: string, amount: number): PaymentDocumentDoc =>
      toRelated({
        ...{ idDocumento: uuid, moneda: 'MXN', numParcialidad: 1, saldoAnterior: '999', objetoImp: '02' },
        importePagado: String(amount * 1.16),
        impuestos: [
          { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', base: String(amount), retencion: false },
        ],
      });
    const data = [
      payment({ related_documents: [paying('pue', 100), paying('ppd', 50)] }),
      payment({ related_documents: [paying('pue', 25)] }),
    ];
    const entries = flowOf(documentOf({ type: 'P', complements: [{ type: 'pago', data }] }), {
      isCounted: (uuid) => uuid === 'pue',
    });
    expect(entries.map(({ figures, paid, counted }) => [figures, paid, counted])).toEqual([
      [{ base16: 5_000n, iva16: 800n, total: 5_800n }, ['pue', 'ppd'], ['pue']],
      [{}, ['pue'], ['pue']],
    ]);
  });

  it('are to the centavo what the engine writes into Totales, whatever the currencies', () => {
    fc.assert(
      fc.property(arbitraryPagos(), (input) => {
        const pagos = pagosOf(input);
        // JSON numbers of answers have 15 digits.
        const texts = pagos.flatMap(({ documentos }) =>
          documentos.map(({ equivalencia = '1' }) => equivalencia),
        );
        fc.pre(texts.every((text) => text.replace(/^0\.0*|\./g, '').length <= 15));
        const { node } = buildOne(input);
        const totales = node.children.find(({ name }) => name.endsWith('Totales'))?.attributes ?? {};
        const sum = flowOf(toDoc(pagos)).reduce<Figures>((all, { figures }) => addFigures(all, figures), {});
        for (const figure of FIGURES) {
          const attribute = TOTALES[figure];
          if (attribute === undefined) continue;
          const written = totales[attribute] ?? '0.00';
          expect([figure, sum[figure] ?? 0n]).toEqual([figure, BigInt(written.replace('.', ''))]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
