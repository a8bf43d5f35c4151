import { describe, expect, it } from '@jest/globals';
import type { XmlNode } from '#cfdi';
import type { InvoicePdfModel } from './model.js';
import { acuseHtml, invoiceHtml } from './render.js';
import { sampleAcuse, sampleInvoice, sampleItem } from './testing/sample-model.js';
import { textOf } from './testing/tools.js';

const textFor = (values: Partial<InvoicePdfModel> = {}): string => textOf(invoiceHtml(sampleInvoice(values)));

const nodo = (
  nombre: string,
  espacio: string,
  atributos: Record<string, string> = {},
  hijos: readonly XmlNode[] = [],
): XmlNode => ({ name: nombre, namespace: espacio, attributes: atributos, children: hijos });

const everything = (): Partial<InvoicePdfModel> => ({
  related_documents: [{ relationship: '04', documents: ['AAAA'] }],
  global: { periodicity: 'month', months: '11', year: 2026 },
  complementos: [
    nodo('LeyendasFiscales', 'http://www.sat.gob.mx/leyendasFiscales', {}, [
      nodo('Leyenda', '', { disposicionFiscal: 'a', norma: 'b', textoLeyenda: 'c' }),
    ]),
    nodo('Pagos', 'http://www.sat.gob.mx/Pagos20', {}, [
      nodo('Pago', '', { FormaDePagoP: '03', NumOperacion: 'op', MonedaP: 'MXN', Monto: '1' }, [
        nodo('DoctoRelacionado', '', {
          ...{ IdDocumento: 'u', Serie: 's', Folio: 'f', MonedaDR: 'MXN', NumParcialidad: '1' },
          ...{ ImpSaldoAnt: '3', ImpPagado: '1', ImpSaldoInsoluto: '2' },
        }),
      ]),
    ]),
    nodo('Otro', 'urn:otro', { Campo: 'd' }, [
      nodo('Uno', '', { A: 'a', B: 'b' }),
      nodo('Uno', '', { A: 'c' }),
    ]),
  ],
  items: [
    sampleItem('a', {
      product: {
        description: 'a',
        product_key: 'b',
        unit_key: 'c',
        unit_name: 'd',
        sku: 'e',
        taxability: 'f',
      },
      third_party: { legal_name: 'a', tax_id: 'b' },
      customs_keys: ['a'],
      property_tax_account: ['b'],
      parts: [{ description: 'c', product_key: 'k', sku: 's', unit_name: 'u', customs_keys: ['x'] }],
      complemento: nodo('Algo', 'urn:algo', { Campo: 'd' }),
    }),
  ],
  pdf_custom_section: 'a',
});

/** Text whose form the renderer relies on; every other text may be anything that somebody typed. */
const formalNames = new Set(
  (
    'timezone date requested_at acknowledged_at canceled_at issued_at status cancellation_status type motive currency ' +
    'color amount unit_value quantity discount subtotal total exchange rate base factor country pdf_custom_section unit_price ' +
    'nombre espacio MonedaP Monto MonedaDR ImpSaldoAnt ImpPagado ImpSaldoInsoluto'
  ).split(' '),
);

function poisoned<T>(value: T, poison: string, name = ''): T {
  if (typeof value === 'string') return (formalNames.has(name) ? value : poison) as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => poisoned(entry, poison, name)) as T;
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      typeof entry === 'function' ? entry : poisoned(entry, poison, key),
    ]),
  ) as T;
}

describe('escaping', () => {
  const tags = (html: string) => html.match(/<\/?[a-z!][^>]*/gi)?.map((tag) => tag.split(' ')[0]);
  const poisons = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    `" onload="x()' onload='x()`,
    '</style></title><iframe src=http://127.0.0.1/>',
    '{{constructor}} {{{constructor.constructor "return process"}}}',
    '"; } @import url(http://127.0.0.1/); \\',
    ']]><!-- &lt;b&gt; &#60;',
  ];

  it.each(poisons)('%s in every text of an invoice is inert', (poison) => {
    const model = sampleInvoice(everything());
    const html = invoiceHtml({ ...poisoned(model, poison), label: () => poison });
    expect(tags(html)).toEqual(tags(invoiceHtml({ ...poisoned(model, 'inert'), label: () => 'inert' })));
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(style).not.toMatch(/@import|url\(|<|127\.0/);
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);
  });

  it.each(poisons)('%s in every text of an acuse is inert', (poison) => {
    const model = sampleAcuse();
    expect(tags(acuseHtml(poisoned(model, poison)))).toEqual(tags(acuseHtml(poisoned(model, 'inert'))));
  });

  it('shows such text as it was typed', () => {
    expect(textFor({ conditions: `<b>"R&D" 'x' = {{y}}</b>` })).toContain(`<b>"R&D" 'x' = {{y}}</b>`);
  });

  it('refers to nothing outside', () => {
    const html = invoiceHtml(sampleInvoice(everything()));
    expect(html.match(/(?:src|href|url)\s*[=(]\s*["']?[^d"']/gi)).toBeNull();
    expect(html).not.toMatch(/<(?:script|iframe|object|embed|link|base|form|input|img src="h)/i);
  });
});

describe('an invoice in Live', () => {
  it('says what the law asks a printed CFDI to say', () => {
    const text = textFor();
    for (const part of [
      'Factura F-1042',
      'RFC PCN160101AB1',
      '601 - General de Ley Personas Morales',
      '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34',
      'Fecha de emisión 21/11/2026 10:41:05',
      'Fecha de certificación 21/11/2026 10:41:07',
      'Lugar de expedición C.P. 03940',
      'RFC CPH010203XY9',
      'G03 - Gastos en general',
      '03 - Transferencia electrónica de fondos',
      'PUE - Pago en una sola exhibición',
      'Clave 50201706',
      '241.37931',
      'IVA 16%: 1,632.96',
      'Descuento -579.31',
      'IVA 16% 2,320.96',
      '$22,040.75',
      'VEINTIDÓS MIL CUARENTA PESOS 75/100 M.N.',
      'No. de serie del CSD del emisor 00001000000512345678',
      'No. de serie del certificado SAT 00001000000598765432',
      '||1.1|3F2B7A10',
      'Este documento es una representación impresa de un CFDI.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('SIN VALIDEZ');
  });

  it('shows a foreign receiver with the generic RFC and its own number', () => {
    const customer = {
      legal_name: 'ACME INC',
      tax_id: '123456789',
      address: { street: '5th Avenue', exterior: '350', zip: '10118', country: 'USA' },
    };
    const text = textFor({ customer, currency: 'USD', exchange: '18.4321', total: '1000000' });
    expect(text).toContain('RFC XEXX010101000');
    expect(text).toContain('Núm. de registro tributario: 123456789');
    expect(text).toContain('USA - Estados Unidos');
    expect(text).toContain('1 USD = 18.4321 MXN');
    expect(text).toContain('UN MILLÓN DE DÓLARES ESTADOUNIDENSES 00/100 USD');
  });

  it('shows relations, the global period, legends and payments', () => {
    const text = textFor(everything());
    expect(text).toContain('CFDI relacionados: 04 - Sustitución de los CFDI previos AAAA');
    expect(text).toContain('04 - Mensual, 11 - Noviembre, 2026');
    expect(text).toContain('Leyenda, a, b c');
    expect(text).toContain(
      'Pago recibido Forma de pago 03 - Transferencia electrónica de fondos Monto 1.00 MXN',
    );
    expect(text).toContain('s-f MXN 1 3.00 1.00 2.00');
    expect(text).toContain('Otro Campo d Uno A B a b c');
    expect(text).toContain('Algo: Campo: d');
    expect(text).toContain('Incluye: c (Clave k, SKU s, Pedimento x)');
    expect(text).toContain('Por cuenta de terceros: a (b)');
    expect(text).toContain('Cuenta predial: b');
  });
});

describe('small print', () => {
  it('names the object of tax in words, and its key alone only where it has none', () => {
    expect(textFor()).toContain('Clave 50201706 SKU CAF-1KG-M 02 - Sí objeto de impuesto IVA 0%: 0.00');
    expect(textFor({ label: () => undefined })).toContain(
      'Clave 50201706 SKU CAF-1KG-M Objeto de impuesto 02',
    );
  });

  it('has nothing between its parts that could be left over at the end of a line', () => {
    const html = invoiceHtml(sampleInvoice(everything())).replace(/<(title|style)>[\s\S]*?<\/\1>/g, '');
    expect(html).not.toContain('·');
    expect(html.replace(/&[^;]*;/g, '')).not.toMatch(/[,;:]\s*<|>\s*[,;:]/);
  });

  it('names a complement without values by its name only', () => {
    const empty = sampleItem('a', { complemento: nodo('Algo', 'urn:algo') });
    expect(invoiceHtml(sampleInvoice({ items: [empty] }))).toContain('<small class="note">Algo</small>');
  });
});

describe('marks', () => {
  it.each([
    [false, 'valid', ['SIN VALIDEZ FISCAL']],
    [true, 'draft', ['BORRADOR']],
    [false, 'draft', ['BORRADOR', 'SIN VALIDEZ FISCAL']],
    [true, 'canceled', ['CANCELADO']],
    [true, 'pending', ['EN PROCESO']],
    [true, 'failed', ['NO TIMBRADO']],
  ] as const)('livemode %p, %s', (livemode, status, words) => {
    const html = invoiceHtml(sampleInvoice({ livemode, status }));
    for (const word of words) {
      expect(html).toContain(`<div>${word}</div>`);
      expect(/<div class="banner [\s\S]*?<\/div>/.exec(html)?.[0]).toContain(word);
    }
  });

  it('a canceled one names the motive and what replaces it, as far as they are known', () => {
    const banner = (cancellation: InvoicePdfModel['cancellation']) =>
      /CANCELADO (.*) Factura/.exec(textFor({ status: 'canceled', cancellation: cancellation ?? null }))?.[1];
    const substitutionUUID = 'AAAAAAAA-9C4E-4D81-B7A5-6E0D9C1F2A34';
    expect(banner({ motive: '01', substitutionUUID })).toContain(
      'fue cancelado ante el SAT. Motivo: 01 - Comprobante emitido con errores con relación. ' +
        `Lo sustituye el CFDI con folio fiscal ${substitutionUUID}.`,
    );
    expect(banner({ motive: '03', substitutionUUID: null })).toMatch(
      /SAT\. Motivo: 03 - No se llevó a cabo la operación\. NA/,
    );
    expect(banner({ motive: null, substitutionUUID: null })).toMatch(/SAT\. NA/);
  });

  it('a draft claims neither a fiscal folio nor to be a CFDI', () => {
    const text = textFor({
      status: 'draft',
      stamp: null,
      verification_url: null,
      uuid: 'not-a-real-one',
      customer: null,
    });
    expect(text).not.toContain('not-a-real-one');
    expect(text).toContain('no es una representación impresa de un CFDI');
    expect(text).toContain('Sin receptor');
  });

  it('an acuse in Test is marked too', () => {
    const text = textOf(acuseHtml({ ...sampleAcuse(), livemode: false }));
    expect(text).toContain('SIN VALIDEZ FISCAL');
    expect(text).toContain('01 - Comprobante emitido con errores con relación');
    expect(text).toContain('201 - Solicitud de cancelación recibida');
  });
});
