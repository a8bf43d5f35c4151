import { describe, expect, it } from '@jest/globals';
import type { PayableTax } from '#billing';
import type { InvoiceContent, PaymentDocument } from '#contracts';
import { copyPayments, settleInvoice, statedInstallmentsOf } from './settle.js';
import { content } from './testing.js';

const document = (over: Partial<PaymentDocument> = {}): PaymentDocument => ({
  invoice: 'a',
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  amount: '100',
  installment: 1,
  last_balance: '1160',
  taxes: [],
  taxability: '02',
  currency: 'MXN',
  exchange: '1',
  folio_number: null,
  series: null,
  derived: ['installment', 'last_balance', 'taxes'],
  ...over,
});
const nothing = {
  ...{ numOperacion: null, rfcEmisorCtaOrd: null, nomBancoOrdExt: null, ctaOrdenante: null },
  ...{ rfcEmisorCtaBen: null, ctaBeneficiario: null, tipoCadPago: null },
  ...{ certPago: null, cadPago: null, selloPago: null },
};
const paying = (...related_documents: PaymentDocument[]): InvoiceContent =>
  content({
    type: 'P',
    complements: [
      {
        type: 'pago',
        data: [
          { payment_form: '03', currency: 'MXN', exchange: '1', date: null, ...nothing, related_documents },
        ],
      },
    ],
  });
const documents = ({ complements = [] }: InvoiceContent): readonly PaymentDocument[] =>
  complements.flatMap((one) =>
    one.type === 'pago' ? one.data.flatMap((pago) => pago.related_documents) : [],
  );

const standing = { total: '1160', balance: '500', installment: 3, replaces: [] as string[] };
const iva: PayableTax = {
  impuesto: 'IVA',
  tipoFactor: 'Tasa',
  tasa: '0.160000',
  base: '1000',
  importe: '160',
  retencion: false,
};
const taxed = () => Promise.resolve({ currency: 'MXN', taxes: [iva] });
const settle = async (...all: PaymentDocument[]) =>
  documents(await settleInvoice(paying(...all), new Map([['a', standing]]), taxed));

describe('what a payment says of our invoices', () => {
  it('is what others have left of them, one part after the other', async () => {
    expect(await settle(document(), document({ amount: '200' }))).toMatchObject([
      { installment: 3, last_balance: '500', taxes: [{ type: 'IVA', base: '86.20' }] },
      { installment: 4, last_balance: '400', taxes: [{ base: '172.42' }] },
    ]);
  });

  it('is what the caller stated, after which the others go on', async () => {
    const stated = document({ installment: 9, last_balance: '700', derived: [] });
    expect(await settle(stated, document())).toMatchObject([
      { installment: 9, last_balance: '700', taxes: [] },
      { installment: 10, last_balance: '400' },
    ]);
  });

  it('is left alone of what is not ours, and of what was written before this was remembered', async () => {
    const { derived: _, ...old } = document();
    const theirs = document({ invoice: null });
    expect(await settle(theirs, old)).toEqual([theirs, old]);
  });

  it('is the content itself where nothing has moved', async () => {
    const same = paying(document({ installment: 3, last_balance: '500.00' }));
    const never = () => Promise.reject(new Error('its taxes are known already'));
    expect(await settleInvoice(same, new Map([['a', standing]]), never)).toBe(same);
  });

  it('shows in a draft that less is left than it pays', async () => {
    const none = new Map([['a', { ...standing, balance: '0' }]]);
    const [left] = documents(await settleInvoice(paying(document()), none, taxed));
    expect(left).toMatchObject({ installment: 3, last_balance: '0', taxes: [] });
  });

  it('states numbers only where the caller did', () => {
    const stated = document({ installment: 9, derived: ['last_balance'] });
    expect(statedInstallmentsOf(paying(document(), stated, document({ invoice: 'b' })), 'a')).toEqual([
      null,
      9,
    ]);
  });

  it('is not copied, except for its taxes', () => {
    const copy = copyPayments(paying(document({ derived: [] }), document({ invoice: null, derived: [] })));
    expect(documents(copy).map(({ derived }) => derived)).toEqual([['installment', 'last_balance'], []]);
    expect(copyPayments(content())).toEqual(content());
  });
});
