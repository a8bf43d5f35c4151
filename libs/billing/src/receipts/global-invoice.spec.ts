import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '#kernel';
import { check, comprobanteXml, parseComprobante, type ConceptoAmounts } from '#cfdi';
import { verify } from '#cfdi/testing';
import { judgeInvoice } from '../invoices/judge.js';
import { globalInvoiceOf } from './global-invoice.js';
import type { ReceiptToInvoice } from './receipt.js';
import { readyTickets } from './ticket.js';
import { NOW, arbitraryReceipts, askGlobal, issuer, item, receipt, sale, tax } from './testing.js';

/** The same cases in every run; another seed explores others. */
const seed = Number(process.env['FC_SEED'] ?? 21);

function invoiceOf(receipts: readonly ReceiptToInvoice[], ask = askGlobal()) {
  const content = globalInvoiceOf(ask, receipts, issuer, NOW);
  if (!content.ok) throw new Error(JSON.stringify(content.refusal, null, 1));
  const judged = judgeInvoice(content.value, issuer, NOW);
  if (!judged.ok) throw new Error(JSON.stringify(judged.refusal, null, 1));
  return { content: content.value, ...judged.value };
}

const sumOf = (receipts: readonly ReceiptToInvoice[]): bigint =>
  receipts.reduce((sum, { totals }) => sum + decimal(totals.total), 0n);
/** What a receipt comes to without its local taxes, which are not on lines. */
const totalAt = (receipts: readonly ReceiptToInvoice[], at: number): bigint => {
  const { total = '0', taxes = [] } = receipts[at]?.totals ?? {};
  return taxes
    .filter(({ local }) => local)
    .reduce((sum, tax) => sum - decimal(tax.amount ?? '0'), decimal(total));
};
const lineTotal = ({ importe, descuento, traslados }: ConceptoAmounts): bigint =>
  traslados.reduce(
    (sum, tax) => sum + decimal(tax.importe ?? '0'),
    decimal(importe) - decimal(descuento ?? '0'),
  );
const UNSIGNED = { noCertificado: '0'.repeat(20), certificado: 'MIIA', sello: 'MIIA' };

describe('a global invoice of any receipts', () => {
  it('comes to the sum of them, to the cent, and obeys the error matrix', () => {
    fc.assert(
      fc.property(
        arbitraryReceipts().filter((receipts) => sumOf(receipts) > 0n),
        (receipts) => {
          const { content, comprobante, totals } = invoiceOf(receipts);
          expect(decimal(totals.total)).toBe(sumOf(receipts));
          const xml = comprobanteXml(comprobante, UNSIGNED);
          expect(verify(xml, 2)).toEqual([]);
          const parsed = parseComprobante(xml);
          expect(parsed.ok && check(parsed.value.root).map(({ code }) => code)).toEqual([]);
          // Each line is its receipt's total; one or two carry what the header rounds.
          const missed = comprobante.conceptos.map((line, at) => lineTotal(line) - totalAt(receipts, at));
          expect(missed.filter((by) => by > 30_000n || by < -30_000n)).toEqual([]);
          expect(content.items.map(({ product }) => product.sku)).toEqual(
            receipts.map(({ folio_number }) => String(folio_number)),
          );
        },
      ),
      { numRuns: 80, seed },
    );
  });
});

describe('the Concepto of a receipt', () => {
  it('is one ACT "Venta" under its folio, with its taxes summed by rate', () => {
    // Given a sale with two lines at 16 %, one at 0 % and one exempt
    const content = sale({
      items: [
        item({ price: '116' }),
        item({ price: '100', tax_included: false }, { quantity: '2', discount: '20' }),
        item({ price: '50', taxes: [tax({ rate: '0' })] }),
        item({ price: '30', taxes: [tax({ factor: 'Exento', rate: '0' })] }),
      ],
    });
    // When it is invoiced globally
    const { content: invoice, comprobante } = invoiceOf([receipt(content, 77)]);
    // Then one line has all of it
    expect(invoice.items).toHaveLength(1);
    expect(invoice.items[0]).toMatchObject({
      quantity: '1',
      discount: '20',
      product: {
        ...{ description: 'Venta', product_key: '01010101', unit_key: 'ACT', unit_name: null, sku: '77' },
        ...{ price: '380', tax_included: false, taxability: '02' },
      },
    });
    expect(comprobante.conceptos[0]?.traslados).toEqual([
      { base: '280.00', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: '0.160000', importe: '44.80' },
      { base: '50.00', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: '0.000000', importe: '0.00' },
      { base: '30.00', impuesto: '002', tipoFactor: 'Exento', tasaOCuota: undefined, importe: undefined },
    ]);
    expect(comprobante.total).toBe('404.80');
  });

  it('has the IEPS by litre with its litres, and IVA on top of it', () => {
    // Given 40 litres of diesel, whose price has a quota of 0.1 for each
    const diesel = item(
      {
        ...{ price: '20', tax_included: false },
        taxes: [tax({ type: 'IEPS', factor: 'Cuota', rate: '0.1', base: '1' }), tax()],
      },
      { quantity: '40' },
    );
    const { comprobante } = invoiceOf([receipt(sale({ items: [diesel] }))]);
    expect(comprobante.conceptos[0]?.traslados).toEqual([
      { base: '40.00', impuesto: '003', tipoFactor: 'Cuota', tasaOCuota: '0.100000', importe: '4.00' },
      { base: '804.00', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: '0.160000', importe: '128.64' },
    ]);
    expect(comprobante.total).toBe('932.64');
  });

  it('loses no cent of 5,000 sales of 1.99, and charges them their exact IVA', () => {
    const one = receipt(sale({ items: [item({ price: '1.99' })] }));
    const receipts = Array.from({ length: 5000 }, (_, index) => ({ ...one, folio_number: index + 1 }));
    // Each receipt says 1.72 and 0.27: five thousand times that would be 22 pesos of IVA too little.
    const { totals } = invoiceOf(receipts);
    expect(totals).toMatchObject({ subtotal: '8577.58', total: '9950.00' });
    expect(totals.taxes).toMatchObject([{ base: '8577.59', amount: '1372.42' }]);
  });
});

describe('thousands of receipts', () => {
  it('are added up some at a time', async () => {
    const one = receipt();
    const receipts = Array.from({ length: 1200 }, () => ({ ...one }));
    let pauses = 0;
    await readyTickets(receipts, async () => (pauses += 1));
    expect(pauses).toBe(2);
  });
});

describe('a global invoice', () => {
  it('is to PUBLICO EN GENERAL, S01, PUE, in the form of its largest receipt, the first of equals', () => {
    const receipts = [
      receipt(sale({ payment_form: '01' }), 1),
      receipt(sale({ payment_form: '04', items: [item({ price: '500' })] }), 2),
      receipt(sale({ payment_form: '28', items: [item({ price: '500' })] }), 3),
    ];
    const { content, comprobante } = invoiceOf(receipts);
    expect(content).toMatchObject({
      ...{ type: 'I', use: 'S01', payment_method: 'PUE', payment_form: '04', currency: 'MXN', export: '01' },
      global: { periodicity: 'month', months: '11', year: 2026 },
    });
    expect(comprobante.receptor).toMatchObject({
      ...{ rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', regimenFiscal: '616' },
      domicilioFiscal: '42501',
    });
  });

  it('has the date asked for while the tax authority still takes it', () => {
    const ask = askGlobal({ date: '2026-11-20T05:59:59.000Z' });
    const dated = (now: string) => globalInvoiceOf(ask, [receipt()], issuer, new Date(now));
    expect(dated('2026-11-21T18:00:00Z')).toMatchObject({ value: { date: '2026-11-20T05:59:59.000Z' } });
    expect(dated('2026-11-23T06:00:00Z')).toMatchObject({ value: { date: null } });
  });

  it('refuses receipts that withhold or are in another currency, by name', () => {
    const plain = receipt(sale(), 1);
    const withheld = receipt(
      sale({ items: [item({ taxes: [tax(), tax({ type: 'ISR', rate: '0.1', withholding: true })] })] }),
      2,
    );
    const dollars = receipt(sale({ currency: 'USD', exchange: '18.5' }), 3);
    const receipts = [plain, withheld, dollars];
    const named = askGlobal({ receipts: receipts.map(({ id }) => id) });
    expect(globalInvoiceOf(named, receipts, issuer, NOW)).toMatchObject({
      refusal: {
        code: 'invalid_request',
        details: [
          { path: 'receipts[1]', code: 'not_allowed', params: { folio: 2 } },
          { path: 'receipts[2]', code: 'not_allowed', params: { folio: 3, currency: 'USD' } },
        ],
      },
    });
    expect(globalInvoiceOf(askGlobal(), receipts, issuer, NOW)).toMatchObject({
      refusal: { details: [{ path: 'receipts' }, { path: 'receipts' }] },
    });
  });

  it('leaves out receipts of which everything was given back, or refuses those that are named', () => {
    const empty = { ...receipt(sale(), 1), content: sale({ items: [] }) };
    expect(globalInvoiceOf(askGlobal(), [empty], issuer, NOW)).toMatchObject({
      refusal: { code: 'receipt_not_found' },
    });
    expect(globalInvoiceOf(askGlobal({ receipts: [empty.id] }), [empty], issuer, NOW)).toMatchObject({
      refusal: { details: [{ path: 'receipts[0]', code: 'receipt_not_open' }] },
    });
    const { content } = invoiceOf([empty, receipt(sale(), 2)]);
    expect(content.items).toHaveLength(1);
  });

  it('is issued where its receipts were, or by the organization where they were in several places', () => {
    const branch = { ...issuer.address, zip: '06300' };
    const there = receipt(sale({ address: branch }), 1);
    expect(invoiceOf([there]).content.address).toEqual(branch);
    expect(invoiceOf([there, receipt(sale(), 2)]).content.address).toBeNull();
  });
});
