import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '#kernel';
import type { AskCustomerInvoice, CustomerSnapshot } from '#contracts';
import { check, comprobanteXml, parseComprobante } from '#cfdi';
import { verify } from '#cfdi/testing';
import { judgeInvoice } from '../invoices/judge.js';
import { customerInvoiceOf } from './customer-invoice.js';
import type { ReceiptToInvoice } from './receipt.js';
import {
  NOW,
  arbitraryReceipts,
  askCustomer,
  issuer,
  item,
  receipt,
  resico,
  sale,
  tax,
  university,
} from './testing.js';

const seed = Number(process.env['FC_SEED'] ?? 22);
const UNSIGNED = { noCertificado: '0'.repeat(20), certificado: 'MIIA', sello: 'MIIA' };

function invoiceOf(
  receipts: readonly ReceiptToInvoice[],
  over: Partial<AskCustomerInvoice> = {},
  by = issuer,
) {
  const content = customerInvoiceOf(askCustomer(receipts, over), receipts, by, NOW);
  if (!content.ok) throw new Error(JSON.stringify(content.refusal, null, 1));
  const judged = judgeInvoice(content.value, by, NOW);
  if (!judged.ok) throw new Error(JSON.stringify(judged.refusal, null, 1));
  return { content: content.value, ...judged.value };
}
const refusalOf = (receipts: readonly ReceiptToInvoice[], over: Partial<AskCustomerInvoice> = {}) => {
  const content = customerInvoiceOf(askCustomer(receipts, over), receipts, issuer, NOW);
  return content.ok ? undefined : content.refusal;
};
const sumOf = (receipts: readonly ReceiptToInvoice[]): bigint =>
  receipts.reduce((sum, { totals }) => sum + decimal(totals.total), 0n);

describe('a customer invoice of any receipts', () => {
  it('comes to the sum of them, to the cent, and obeys the error matrix', () => {
    fc.assert(
      fc.property(arbitraryReceipts(true, 12), (receipts) => {
        const { content, comprobante, totals } = invoiceOf(receipts);
        expect(decimal(totals.total)).toBe(sumOf(receipts));
        const xml = comprobanteXml(comprobante, UNSIGNED);
        expect(verify(xml, 2)).toEqual([]);
        const parsed = parseComprobante(xml);
        expect(parsed.ok && check(parsed.value.root).map(({ code }) => code)).toEqual([]);
        expect(content.items).toHaveLength(receipts.flatMap((one) => one.content.items).length);
      }),
      { numRuns: 60, seed },
    );
  });

  it('has every item as it was sold where nothing is to be carried', () => {
    const receipts = [receipt(sale(), 1), receipt(sale({ items: [item({ price: '1.99' })] }), 2)];
    const { content, totals } = invoiceOf(receipts);
    expect(content.items).toEqual(receipts.flatMap((one) => one.content.items));
    expect(totals.total).toBe('117.99');
  });

  it('carries the cents that each receipt rounded, in the receipts that lost them', () => {
    // Given three sales of 0.33 and IVA, each of which rounds 0.3828 to 0.38
    const one = sale({ items: [item({ price: '0.33', tax_included: false })] });
    const receipts = [1, 2, 3].map((n) => receipt(one, n));
    // When they are one invoice, whose IVA on 0.99 would make it 1.15
    const { content, totals } = invoiceOf(receipts);
    // Then it is three times 0.38, by a line that costs a cent less and has the same IVA
    expect(totals.total).toBe('1.14');
    expect(content.items.map(({ product }) => product.price)).toEqual(['0.32', '0.33', '0.33']);
  });
});

describe('an invoice of receipts', () => {
  const other: CustomerSnapshot = { ...university, id: '66f0c0c0c0c0c0c0c0c0c002' };

  it('has the form of the largest receipt, and of equals the first, or the one asked for', () => {
    const receipts = [
      receipt(sale({ payment_form: '01' }), 1),
      receipt(sale({ payment_form: '04', items: [item({ price: '500' })] }), 2),
      receipt(sale({ payment_form: '28', items: [item({ price: '500' })] }), 3),
    ];
    expect(invoiceOf(receipts).content.payment_form).toBe('04');
    expect(invoiceOf(receipts, { payment_form: '03' }).content.payment_form).toBe('03');
  });

  it('is to the customer asked for, or to that of the receipts', () => {
    const own = receipt(sale({ customer: other }), 1);
    expect(invoiceOf([own]).content.customer).toEqual(university);
    expect(invoiceOf([own, receipt(sale(), 2)], { customer: null }).content.customer).toEqual(other);
    expect(refusalOf([receipt()], { customer: null })).toMatchObject({
      ...{ code: 'invalid_request', path: 'customer' },
      details: [{ path: 'customer', code: 'required' }],
    });
  });

  it('refuses receipts of several customers, places and currencies, each at its key', () => {
    const first = receipt(sale({ customer: university }), 1);
    const customers = [first, receipt(sale({ customer: other }), 2)];
    expect(refusalOf(customers, { customer: null })).toMatchObject({
      ...{ code: 'receipt_invoicing_customer_mismatch', path: 'keys[0]' },
    });
    const branch = { ...issuer.address, zip: '06300' };
    expect(refusalOf([first, receipt(sale({ address: branch }), 2)])).toMatchObject({
      ...{ code: 'receipt_invoicing_address_mismatch', path: 'keys[1]' },
    });
    // The organization's own address, written out, is no other.
    expect(refusalOf([first, receipt(sale({ address: issuer.address }), 2)])).toBeUndefined();
    const dollars = receipt(sale({ currency: 'USD', exchange: '18.5' }), 2);
    expect(refusalOf([first, dollars])).toMatchObject({
      ...{ code: 'invalid_request', details: [{ path: 'keys[1]', code: 'invalid_value' }] },
    });
  });

  it('finds a key in any case, and one that is there twice', () => {
    const [one, two] = [receipt(sale(), 1), receipt(sale(), 2)];
    const keys = [one.key.toLowerCase(), one.key, ` ${two.key.toLowerCase()}`];
    const expired = { ...two, expires_at: '2026-11-20T05:59:59.999Z' };
    expect(refusalOf([one, expired], { receipts: { by: 'key', keys }, refuse_expired: true })).toMatchObject({
      code: 'receipt_expired',
      path: 'keys[2]',
    });
    // Only the portal refuses it.
    expect(refusalOf([one, expired], { receipts: { by: 'key', keys } })).toBeUndefined();
  });

  it('has at most 5,000 items, and some', () => {
    const many = {
      ...receipt(sale(), 1),
      content: sale({ items: Array.from({ length: 3000 }, () => item()) }),
    };
    expect(refusalOf([many, many])).toMatchObject({ code: 'receipt_invoicing_too_many_items', path: 'keys' });
    const empty = { ...receipt(sale(), 1), content: sale({ items: [] }) };
    expect(refusalOf([empty])).toMatchObject({ code: 'receipt_not_open', path: 'keys[0]' });
    // Whose id is in the address has no place in the body.
    const receipts = { by: 'id', ids: [empty.id] } as const;
    expect(refusalOf([empty], { receipts })).toEqual({ code: 'receipt_not_open' });
  });

  it('is S01 for who has no other use, and never to the public in general', () => {
    const anybody = { ...university, tax_id: 'XAXX010101000', legal_name: 'VARIOS', tax_system: '616' };
    expect(invoiceOf([receipt()], { customer: anybody }).content.use).toBe('S01');
    const publico = { ...anybody, legal_name: 'Público en general' };
    expect(refusalOf([receipt()], { customer: publico })).toMatchObject({ path: 'customer.legal_name' });
  });

  it('withholds ISR of 1.25 % where a legal entity buys from a person under RESICO', () => {
    const content = sale({
      items: [item(), item({ price: '50', taxability: '01', taxes: [], tax_included: false })],
    });
    const isr = tax({ type: 'ISR', rate: '0.0125', withholding: true });
    const { content: invoice, totals } = invoiceOf([receipt(content)], { apply_resico_isr: true }, resico);
    expect(invoice.items.map(({ product }) => product.taxes)).toEqual([[tax(), isr], []]);
    expect(totals.total).toBe('164.75');
    // Not by who is no legal entity, nor from who is not under RESICO, nor where it is not asked for.
    const person = {
      ...university,
      tax_id: 'CACX7605101P8',
      legal_name: 'XOCHILT CASAS CHAVEZ',
      tax_system: '612',
    };
    const asked = { apply_resico_isr: true };
    expect(invoiceOf([receipt()], { ...asked, customer: person }, resico).totals.total).toBe('116.00');
    expect(invoiceOf([receipt()], asked).totals.total).toBe('116.00');
    expect(invoiceOf([receipt()], {}, resico).totals.total).toBe('116.00');
  });
});
