import { describe, expect, it } from '@jest/globals';
import { receiptHtml } from './render.js';
import type { ReceiptPdfModel } from './receipt-model.js';
import { sampleReceipt } from './testing/sample-receipt.js';
import { textOf } from './testing/tools.js';

/** What a reader sees of a receipt on both papers. */
const told = (over: Partial<ReceiptPdfModel> = {}): string[] =>
  (['ticket', 'letter'] as const).map((paper) =>
    textOf(receiptHtml(sampleReceipt(over), paper)).replace(/\s+/g, ' '),
  );
const tells = (over: Partial<ReceiptPdfModel>, ...texts: readonly string[]) => {
  for (const text of told(over)) for (const one of texts) expect(text).toContain(one);
};
const tellsNot = (over: Partial<ReceiptPdfModel>, ...texts: readonly string[]) => {
  for (const text of told(over)) for (const one of texts) expect(text).not.toContain(one);
};

describe('the PDF of a receipt', () => {
  it('tells who sold what, when by the shop’s clock, and for how much', () => {
    tells(
      {},
      ...['Café Azul', 'ESCUELA KEMPER URGATE', 'RFC EKU9003173C9', 'C.P. 06600', '55 1234 5678'],
      ...['1042', '26/11/2026 12:04:05', 'Centro', 'Efectivo', 'Café americano grande', 'SKU CAFE-G'],
      ...['58.00', 'Total MXN', '$116.00', 'CIENTO DIECISÉIS PESOS 00/100 M.N.'],
    );
  });

  it('of prices with taxes tells the taxes after the total', () => {
    tells({}, 'IVA 16% incluido 16.00', 'Importe sin impuestos 100.00');
    const item = { quantity: '1', description: 'Pan', price: '20', discount: '2.5', amount: '20.00' };
    tells({ items: [item] }, 'Descuentos -2.50');
  });

  it('of prices without taxes adds them before it, each rate by itself', () => {
    const taxes = [
      { type: 'IVA', factor: 'Tasa', rate: '0.16', amount: '16.00' },
      { type: 'IEPS', factor: 'Tasa', rate: '0.08', amount: '8.00' },
      { type: 'ISR', rate: '0.0125', amount: '1.25', withholding: true },
    ];
    tells(
      { taxes_included: false, taxes, discount: '5.00' },
      'Subtotal 100.00 Descuento -5.00 IVA 16% 16.00 IEPS 8% 8.00 Ret. ISR 1.25% -1.25 ',
    );
  });

  it('invites to make an invoice of it: link, key in groups, and until when', () => {
    const expected = ['Facture su compra', 'Hasta el 30/11/2026 23:59', 'K7WQ 4MXA'];
    tells({}, ...expected, 'facturas.example.com/cafe-azul/K7WQ4MXA');
    for (const paper of ['ticket', 'letter'] as const) {
      const html = receiptHtml(sampleReceipt(), paper);
      expect(html).toContain('aria-label="Código QR de la página de facturación"');
      expect(html).not.toContain('<a ');
    }
  });

  it('after that time says so, and has no code to scan', () => {
    tells({ is_expired: true }, 'El plazo para facturar ha vencido', 'Venció el 30/11/2026 23:59');
    for (const paper of ['ticket', 'letter'] as const)
      expect(receiptHtml(sampleReceipt({ is_expired: true }), paper)).not.toContain('<svg');
  });

  it('of an invoiced one says so, and where its invoice is', () => {
    tells({ status: 'invoiced_to_customer' }, 'FACTURADO', 'Descargue su factura', 'K7WQ 4MXA');
    tells({ status: 'invoiced_globally' }, 'FACTURADO', 'factura global');
    tellsNot({ status: 'invoiced_globally' }, 'Facture su compra', 'K7WQ 4MXA');
  });

  it('of a canceled one can’t be taken for a good one', () => {
    tells({ status: 'canceled' }, 'CANCELADO');
    tellsNot({ status: 'canceled' }, 'Facture su compra');
  });

  it('of a test can’t either', () => {
    tells({ livemode: false }, 'SIN VALIDEZ');
    tellsNot({}, 'SIN VALIDEZ');
  });

  it('tells what was given back, and what is on its way', () => {
    const refund = { date: '2026-11-27T18:00:00.000Z', total: '58.00' };
    tells(
      {
        refunds: [
          { ...refund, reason: 'Taza rota', isPending: false },
          { ...refund, reason: null, isPending: true },
        ],
      },
      'Devolución del 27/11/2026 · Taza rota',
      'Devolución del 27/11/2026 · en trámite',
    );
  });

  it('of another currency tells which, and its rate', () => {
    tells({ currency: 'USD', exchange: '17.2345' }, 'Total USD', '1 USD = 17.2345 MXN');
  });

  it('makes no markup of what somebody typed', () => {
    const items = [
      { quantity: '1', description: '<script>alert(1)</script>', price: '1', discount: '0', amount: '1.00' },
    ];
    for (const paper of ['ticket', 'letter'] as const)
      expect(receiptHtml(sampleReceipt({ items, branch: '<b>' }), paper)).not.toMatch(
        /<script|<b>(?!CAN|FAC|SIN)/,
      );
  });
});
