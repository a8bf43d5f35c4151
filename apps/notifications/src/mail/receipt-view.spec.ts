import { describe, expect, it } from '@jest/globals';
import { printed } from '../render/testing-receipts.js';
import { receiptView } from './receipt-view.js';
import { look } from './testing-mails.js';

const ZONE = 'America/Mexico_City';
const view = (
  over: Parameters<typeof printed>[0] = {},
  given: Partial<ReturnType<typeof printed>> = {},
  style = look(),
) => receiptView({ ...printed(over), ...given }, style, ZONE);

describe('the mail of a receipt', () => {
  it('says what was sold, for how much, and leads to its invoice', () => {
    const { subject, heading, notice, facts, total, button } = view();
    expect([subject, heading, notice]).toEqual(['Recibo 1042 de Panadería Peña', 'Recibo 1042', null]);
    expect(facts).toEqual([
      { label: 'Recibo', value: '1042' },
      { label: 'Fecha', value: '26/11/2026 12:04:05' },
      { label: 'Sucursal', value: 'Centro' },
      { label: 'Clave de facturación', value: 'K7WQ 4MXA' },
    ]);
    expect(total).toEqual({ label: 'Total', value: '$116.00 MXN' });
    expect(button).toEqual({
      label: 'Facturar mi compra',
      href: 'https://facturas.example.com/cafe-azul/K7WQ4MXA',
    });
  });

  it('says until when, in both languages', () => {
    expect(view().paragraphs[1]).toContain('hasta el 30/11/2026 23:59');
    const english = view({}, {}, look({ language: 'en' }));
    expect(english.subject).toBe('Receipt 1042 from Panadería Peña');
    expect(english.paragraphs[1]).toContain('until 30/11/2026 23:59');
    expect(english.button?.label).toBe('Get my invoice');
  });

  it('of one that is too late leads nowhere, and says whom to ask', () => {
    const { button, paragraphs, facts, notes } = view({}, { is_expired: true });
    expect([button, notes]).toEqual([null, []]);
    expect(paragraphs[1]).toContain('venció el 30/11/2026');
    expect(facts.map(({ label }) => label)).not.toContain('Clave de facturación');
  });

  it('of an invoiced one leads to the invoice; of one in a global invoice there is none', () => {
    expect(view({ status: 'invoiced_to_customer' }).button?.label).toBe('Descargar mi factura');
    expect(view({ status: 'invoiced_globally' }).button).toBeNull();
  });

  it('of a canceled one, or of a test, says so first', () => {
    expect(view({ status: 'canceled' }).notice).toContain('cancelado');
    const test = view({ livemode: false });
    expect(test.subject).toBe('[Prueba] Recibo 1042 de Panadería Peña');
    expect(test.notice).toContain('prueba');
  });

  it('has no link that is none of the web', () => {
    expect(view({}, { self_invoice_url: 'javascript:alert(1)' }).button).toBeNull();
  });
});
