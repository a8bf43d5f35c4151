import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ReceiptPdfModel } from '../receipt-model.js';
import { printEscPos } from '../testing/escpos.js';
import { sampleLines, sampleReceipt } from '../testing/sample-receipt.js';
import { TICKET_COLUMNS } from './layout.js';
import { printable } from './printable.js';
import { ticketEscPos, ticketText } from './ticket.js';

const GOLDEN = `\
                  SIN VALIDEZ
  Emitido en el ambiente de pruebas: no ampara
                 ninguna venta.
------------------------------------------------
                   Café Azul
             ESCUELA KEMPER URGATE
                RFC EKU9003173C9
          Av. Reforma 222, Col. Juárez
    C.P. 06600, Cuauhtémoc, Ciudad de México
                  55 1234 5678
             hola@cafeazul.example
                cafeazul.example
------------------------------------------------
Recibo                                      1042
Fecha                        26/11/2026 12:04:05
Sucursal                                  Centro
Forma de pago                           Efectivo
------------------------------------------------
Café americano grande
SKU CAFE-G
  2 Pieza x 58.00                         116.00
Pan
  1 x 20.00                                20.00
  Descuento                                -2.50
------------------------------------------------
Descuentos                                 -2.50
Total MXN                                $116.00
Importe sin impuestos                     100.00
IVA 16% incluido                           16.00
CIENTO DIECISÉIS PESOS 00/100 M.N.
------------------------------------------------
               Facture su compra
       Hasta el 30/11/2026 23:59, visite:
    facturas.example.com/cafe-azul/K7WQ4MXA
              Clave de facturación
                   K7WQ 4MXA
------------------------------------------------
Este recibo no es un comprobante fiscal (CFDI).
`;

const NARROW = `\
           Café Azul
     ESCUELA KEMPER URGATE
        RFC EKU9003173C9
  Av. Reforma 222, Col. Juárez
 C.P. 06600, Cuauhtémoc, Ciudad
           de México
          55 1234 5678
     hola@cafeazul.example
        cafeazul.example
--------------------------------
Recibo                      1042
Fecha        26/11/2026 12:04:05
Sucursal                  Centro
Forma de pago           Efectivo
--------------------------------
Café americano grande
SKU CAFE-G
  2 Pieza x 58.00         116.00
--------------------------------
Total MXN                $116.00
Importe sin impuestos     100.00
IVA 16% incluido           16.00
CIENTO DIECISÉIS PESOS 00/100
M.N.
--------------------------------
       Facture su compra
   Hasta el 30/11/2026 23:59,
            visite:
facturas.example.com/cafe-azul/K
            7WQ4MXA
      Clave de facturación
           K7WQ 4MXA
--------------------------------
Este recibo no es un comprobante
         fiscal (CFDI).
`;

const pan = { quantity: '1', description: 'Pan', price: '20', discount: '2.5', amount: '20.00' };
const withItem = (over: Partial<ReceiptPdfModel['items'][number]>): ReceiptPdfModel =>
  sampleReceipt({ items: [{ ...pan, ...over }] });
/** Everything that somebody types, or may. */
const typedBy = (text: string): ReceiptPdfModel =>
  sampleReceipt({
    ...{ branch: text, items: [{ ...pan, description: text, unit: text, sku: text }] },
    customer: { legal_name: text, tax_id: text },
    refunds: [{ date: '2026-11-27T18:00:00.000Z', total: '58.00', reason: text, isPending: true }],
    organization: { ...sampleReceipt().organization, name: text, phone: text, website: text },
  });

describe('a ticket in text', () => {
  it('has 48 columns: who sold what for how much, and how to get the invoice', () => {
    const items = [...sampleReceipt().items, pan];
    expect(ticketText(sampleReceipt({ livemode: false, items }), 48)).toBe(GOLDEN);
  });

  it('or 32, on the paper of small printers', () => {
    expect(ticketText(sampleReceipt(), 32)).toBe(NARROW);
  });

  it('says of one that is canceled, invoiced or late what it is, and invites to nothing that is not possible', () => {
    const canceled = ticketText(sampleReceipt({ status: 'canceled' }), 48);
    expect(canceled).toMatch(/^ +CANCELADO\n/);
    expect(canceled).not.toContain('K7WQ');
    expect(ticketText(sampleReceipt({ status: 'invoiced_to_customer' }), 48)).toMatch(
      /FACTURADO[^]*Descargue su factura\n +Visite:[^]*K7WQ 4MXA/,
    );
    expect(ticketText(sampleReceipt({ is_expired: true }), 48)).toContain('Venció el 30/11/2026 23:59.');
  });

  it('keeps the lines of a description, and breaks words that are longer than the paper', () => {
    expect(ticketText(withItem({ description: 'Torta\nsin cebolla' }), 48)).toContain(
      '\nTorta\nsin cebolla\n',
    );
    const text = ticketText(sampleReceipt({ items: sampleLines(8) }), 32);
    expect(text.replace(/\n/g, '')).toContain('Supercalifragilístico'.repeat(6));
  });

  it('puts a value that does not fit beside its label below it', () => {
    const branch = 'Plaza Comercial Las Américas, local 14';
    expect(ticketText(sampleReceipt({ branch }), 32)).toContain(
      'Sucursal\n   Plaza Comercial Las Américas,\n                        local 14\n',
    );
  });

  it.each([
    ['accents, and letters of Western Europe', 'Piñón Ágil ÜÑÉ ¿¡ç ßØ', 'Piñón Ágil ÜÑÉ ¿¡ç ßØ'],
    ['accents that are characters of their own', 'Cafe\u0301', 'Café'],
    ['signs of typesetters', '“Uno” – ‘dos’… l’eau', "\"Uno\" - 'dos'... l'eau"],
    ['letters that printers know without their mark alone', 'Őzi Škoda', 'Ozi Skoda'],
    ['one question mark for each sign that they don’t know', '☕ té 🇲🇽 👩‍👩‍👧 漢字 €5', '? té ? ? ?? €5'],
    ['nothing of what nobody sees', 'a\u200bb\u202ec\ufeff\u00adz', 'abcz'],
    ['no command of a printer', 'a\x1bp\x00\x19\xfab\x1d(kc\r\nd\x7f\x9be', 'a p úb (kc d e'],
  ])('prints %s', (_, typed, expected) => {
    expect(printable(typed)).toBe(expected);
  });

  it('whatever was typed: no line is wider than the paper, and nothing but line feeds is no character', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.string({ unit: 'binary', minLength: 1 }),
            fc.constantFrom(' ', '\n', '\x1b', 'é', '☕'),
          ),
          maxLength: 60,
        }),
        fc.constantFrom(...TICKET_COLUMNS),
        (typed, columns) => {
          const text = ticketText(typedBy(typed), columns);
          expect(text).toMatch(/^[\n\x20-\x7e\u00a1-\u00ff€]+$/);
          for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
        },
      ),
      { seed: 22, numRuns: 80 },
    );
  });
});

describe('a ticket as commands of a printer', () => {
  it('starts afresh, chooses its letters, and cuts the paper', () => {
    const { commands } = printEscPos(ticketEscPos(sampleReceipt(), 48));
    expect(commands.slice(0, 3)).toEqual(['ESC @', 'ESC t 16', 'ESC a 0']);
    expect(commands.slice(-2)).toEqual(['ESC d 2', 'GS V 66 0']);
  });

  it('prints the name of the shop in double size, and the total in double height', () => {
    const { commands } = printEscPos(ticketEscPos(sampleReceipt(), 48));
    expect(commands.filter((command) => command.startsWith('GS !'))).toEqual([
      ...['GS ! 17', 'GS ! 0', 'GS ! 1', 'GS ! 0'],
    ]);
  });

  it('has the code of the page that invoices it: model 2, error correction M', () => {
    const { codes, commands, text } = printEscPos(ticketEscPos(sampleReceipt(), 48));
    expect(codes).toEqual(['https://facturas.example.com/cafe-azul/K7WQ4MXA']);
    expect(commands.filter((command) => command.startsWith('GS ( k'))).toEqual([
      ...['GS ( k 65 50 0', 'GS ( k 67 6', 'GS ( k 69 49', 'GS ( k 80 …', 'GS ( k 81 48'],
    ]);
    expect(text).toContain('escanee el código o');
    expect(printEscPos(ticketEscPos(sampleReceipt({ is_expired: true }), 48)).codes).toEqual([]);
    expect(printEscPos(ticketEscPos(sampleReceipt({ status: 'canceled' }), 48)).codes).toEqual([]);
  });

  it('prints no code of an address that is none', () => {
    const self_invoice_url = 'https://x\x1b@\x1dV\x00';
    expect(printEscPos(ticketEscPos(sampleReceipt({ self_invoice_url }), 48)).codes).toEqual([]);
  });

  it('has letters of the code page: one byte each', () => {
    const bytes = ticketEscPos(withItem({ description: 'Ñandú 5 €' }), 48);
    expect(bytes.includes(Buffer.from([0xd1, 0x61, 0x6e, 0x64, 0xfa, 0x20, 0x35, 0x20, 0x80, 0x0a]))).toBe(
      true,
    );
  });

  it('whatever was typed: the printer gets the commands of the ticket, and no others', () => {
    const usual = printEscPos(ticketEscPos(typedBy('Normal'), 32)).commands;
    const evil = [
      '\x1b@',
      '\x1dV\x00',
      '\x1bp\x00\x19\xfa',
      '\x10\x04\x01',
      '\x1d(k\x03\x001Q0',
      '\x0c',
      '\x7f',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...evil)), { maxLength: 8 }),
        (parts) => {
          const typed = `N${parts.join('')}`;
          const { commands, text } = printEscPos(ticketEscPos(typedBy(typed), 32));
          const plain = (all: readonly string[]) => [...new Set(all)];
          expect(plain(commands)).toEqual(plain(usual));
          for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(32);
        },
      ),
      { seed: 22, numRuns: 80 },
    );
  });
});
