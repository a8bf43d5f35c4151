import { describe, expect, it } from '@jest/globals';
import { cartaPorteMinimal } from '#cfdi/complementos/carta-porte/testing/index';
import { sampleInputs } from '#cfdi/testing/documents';
import type { ComprobanteInput } from '#cfdi';
import { smallestPago } from '#cfdi/complementos/pagos/testing/samples';
import type { Complement, InvoiceContent, InvoiceDoc, OrganizationDoc, UnstampedDocument } from '#contracts';
import { preview } from '#apps/invoicing/src/invoice/prepare';
import { NOW, at, content, issuer, item } from '#apps/invoicing/src/invoice/testing';
import { invoiceHtml } from '#pdf';
import { textOf } from '#pdf/testing/tools';
import { toStampedModel, toUnstampedModel } from './models.js';
import { stampedXml } from './testing-documents.js';

const organization = {
  ...{ id: 'o', timezone: 'America/Mexico_City' },
  legal: { ...issuer, name: 'Kemper', phone: null, website: null, support_email: null },
  customization: { color: 'B4532A', pdf_extra: {} },
} as unknown as OrganizationDoc;

/** The page that is printed of a draft. */
function pageOf(over: Partial<InvoiceContent>): string {
  const draft = content(over);
  const { series, folio_number } = draft;
  const { totals } = preview(draft, issuer, NOW);
  const unstamped: UnstampedDocument = {
    ...{ content: draft, totals, issuer: null, series, folio_number },
    ...{ livemode: true, status: 'draft', date: null, created_at: at },
  };
  // What travels is JSON.
  const travelled = JSON.parse(JSON.stringify(unstamped)) as UnstampedDocument;
  return textOf(invoiceHtml(toUnstampedModel({ unstamped: travelled, organization })));
}

const payment = (amount: string, installment: number): Complement => ({
  type: 'pago',
  data: [
    {
      ...{ payment_form: '03', currency: 'MXN', exchange: '1', date: '2026-11-20T18:00:00.000Z' },
      related_documents: [
        {
          ...{ invoice: null, uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF', amount, installment },
          ...{ last_balance: '1160', taxability: '02', currency: 'MXN', exchange: '1' },
          ...{ folio_number: '12', series: 'A' },
          taxes: [
            { base: '500', type: 'IVA', factor: 'Tasa', rate: '0.16', withholding: false, amount: null },
          ],
        },
      ],
      ...{ numOperacion: null, rfcEmisorCtaOrd: null, nomBancoOrdExt: null, ctaOrdenante: null },
      ...{ rfcEmisorCtaBen: null, ctaBeneficiario: null, tipoCadPago: null, certPago: null },
      ...{ cadPago: null, selloPago: null },
    },
  ],
});
const ofType = (type: InvoiceContent['type'], complement: Complement): Partial<InvoiceContent> => ({
  ...{ type, items: [], payment_form: null, payment_method: null, complements: [complement] },
});

/** What no document without a currency of its own says. */
const PESOS = /Moneda MXN|Total MXN|Tipo de cambio/;

describe('a stamped document', () => {
  it.each([
    ['P', smallestPago(), 'Uso del CFDI CP01 - Pagos'],
    ['T', cartaPorteMinimal('01', 'T'), 'Uso del CFDI S01'],
  ] as const)('of type %s says what it says, not what its caller left out', (type, input, use) => {
    const invoice = {
      ...{ type, status: 'valid', uuid: 'U', issuer_info: issuer, customer: null, items: [], taxes: [] },
      ...{ currency: 'MXN', exchange: 1, use: 'G03', payment_form: null, payment_method: null, stamp: null },
    } as unknown as InvoiceDoc;
    const parts = { invoice, xml_key: null, timbre_xml: null, receipt_key: null, organization };
    const text = textOf(invoiceHtml(toStampedModel(parts, stampedXml(input))));
    expect(text).toContain(use);
    expect(text).not.toMatch(PESOS);
  });
});

describe('a received document', () => {
  const [, input] = sampleInputs()[0] as [string, ComprobanteInput];
  const received = (over: object = {}) => {
    const invoice = {
      ...{ type: 'I', status: 'valid', uuid: 'U', customer: null, items: [], taxes: [], stamp: null },
      ...{ issuer_type: 'receiving', series: 'A', folio_number: null, currency: 'MXN' },
      issuer_info: { ...issuer, legal_name: 'PROVEEDORA DEL BAJÍO', tax_id: 'PBA010101AB1' },
    } as unknown as InvoiceDoc;
    const parts = { invoice: { ...invoice, ...over }, xml_key: null, timbre_xml: '', receipt_key: null };
    const xml = stampedXml(input).replace(/(<cfdi:Comprobante\b[^>]*?)\sFolio="[^"]*"/, '$1');
    return (folio: string) =>
      toStampedModel(
        { ...parts, organization },
        xml.replace('<cfdi:Comprobante ', `<cfdi:Comprobante Folio="${folio}" `),
        undefined,
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      );
  };

  it('wears its issuer’s name, and nothing of the look of its receiver', () => {
    const model = received()('7');
    expect(model.organization).toEqual({ name: null, color: null, logo: null });
    const text = textOf(invoiceHtml(model));
    expect(text).toContain('PROVEEDORA DEL BAJÍO');
    expect(text).not.toContain('Kemper');
    expect(received({ issuer_type: 'issuing' })('7').organization).toMatchObject({ color: 'B4532A' });
  });

  it('shows a complement that nobody here knows, by its names and values', () => {
    const invoice = {
      ...{ type: 'I', status: 'valid', uuid: 'U', customer: null, items: [], taxes: [], stamp: null },
      ...{ issuer_type: 'receiving', issuer_info: issuer, currency: 'MXN' },
    } as unknown as InvoiceDoc;
    const strange =
      '<zzz:Peaje xmlns:zzz="http://example.com/peaje" Version="9.9" Caseta="Tepotzotlán"><zzz:Cruce Carril="4"/></zzz:Peaje>';
    const xml = stampedXml(input).replace('<tfd:TimbreFiscalDigital', `${strange}<tfd:TimbreFiscalDigital`);
    const parts = { invoice, xml_key: null, timbre_xml: '', receipt_key: null, organization };
    const text = textOf(invoiceHtml(toStampedModel(parts, xml)));
    for (const part of ['Peaje', 'Tepotzotlán', 'Cruce 4']) expect(text).toContain(part);
  });

  it('without Serie and Folio has neither', () => {
    const invoice = {
      ...{ type: 'I', status: 'valid', uuid: 'U', customer: null, items: [], taxes: [], stamp: null },
      ...{ issuer_type: 'receiving', issuer_info: issuer, currency: 'MXN', series: null, folio_number: null },
    } as unknown as InvoiceDoc;
    const xml = stampedXml(input).replace(/\s(Serie|Folio)="[^"]*"/g, '');
    const parts = { invoice, xml_key: null, timbre_xml: '', receipt_key: null, organization };
    expect(toStampedModel(parts, xml)).toMatchObject({ series: null, folio_number: null });
  });

  it('is named as its XML names it, also where its folio is no number', () => {
    expect(textOf(invoiceHtml(received()('WEB/2026-0001-B')))).toContain('WEB/2026-0001-B');
  });
});

describe('a draft', () => {
  it('shows the amounts that its document will have', () => {
    const text = pageOf({ items: [{ ...item, quantity: '3', discount: '16' }] });
    expect(text).toContain('Este documento no ha sido timbrado');
    expect(text).toContain('IVA 16%: 45.79');
    expect(text).toContain('Total MXN $332.00');
  });

  it('shows amounts that no float can hold, to their last digit', () => {
    const untaxed = { ...item.product, tax_included: false, taxability: '01', taxes: [] };
    const text = pageOf({
      items: [
        { ...item, product: { ...untaxed, price: '876543210987654.33' } },
        { ...item, quantity: '0.000001', product: { ...untaxed, price: '123456789012.123457' } },
      ],
    });
    expect(text).toContain('876,543,210,987,654.33');
    expect(text).toContain('123,456,789,012.123457');
    expect(text).toContain('0.000001');
    // With 123456.79, the amount of the second line.
    expect(text).toContain('Total MXN $876,543,211,111,111.12');
    const floats = JSON.parse('[876543210987654.33, 123456789012.123457, 876543211111111.12]') as number[];
    expect(floats.map(String)).toEqual(['876543210987654.4', '123456789012.12346', '876543211111111.1']);
  });

  it('of a payment shows its documents and totals', () => {
    const text = pageOf(ofType('P', payment('580', 2)));
    expect(text).toContain('Pago recibido Fecha de pago 20/11/2026 12:00:00');
    expect(text).toContain('A-12 MXN 2 1,160.00 580.00 580.00');
    expect(text).toContain('IVA 16%, base 500.00, 80.00');
    expect(text).toContain('Total pagado MXN $580.00');
    expect(text).not.toMatch(PESOS);
  });

  it('of a payment that cannot be stamped yet shows the data it has', () => {
    const text = pageOf({ ...ofType('P', payment('2000', 2)), customer: null });
    expect(text).toContain('A-12 MXN 2 1,160.00 2,000.00');
    expect(text).not.toContain('Total pagado');
    expect(text).not.toMatch(PESOS);
  });

  it('of a payroll that lacks half of it shows the other half', () => {
    const text = pageOf(
      ofType('N', {
        type: 'nomina',
        data: {
          num_dias_pagados: 15,
          receptor: { num_empleado: '7', curp: 'XEXX010101HNEXXXA4', sindicalizado: false },
          percepciones: {
            percepcion: [
              { tipo_percepcion: '001', clave: '001', concepto: 'Sueldo', importe_gravado: 'mucho' },
              {
                tipo_percepcion: '019',
                clave: '019',
                concepto: 'Extra',
                importe_gravado: 100.5,
                importe_exento: 0,
              },
            ],
          },
          deducciones: [{ tipo_deduccion: '002', clave: '002', concepto: 'ISR', importe: 10 }],
        },
      }),
    );
    expect(text).toContain('Días pagados 15');
    expect(text).toContain('No. de empleado 7');
    expect(text).toContain('Sindicalizado No');
    expect(text).toContain('019 019 Extra 100.50 0.00');
    expect(text).toContain('002 002 ISR 10.00');
    expect(text).not.toMatch(/Neto pagado|Total MXN|Importe con letra/);
  });

  it('of a Carta Porte that lacks half of it shows the other half, without its QR', () => {
    const text = pageOf({
      complements: [
        {
          type: 'carta_porte',
          data: {
            TranspInternac: 'No',
            TotalDistRec: 12.5,
            Ubicaciones: [
              { TipoUbicacion: 'Origen', IDUbicacion: 'OR000001', Domicilio: { Estado: 'JAL', Pais: 'MEX' } },
            ],
            Mercancias: { Mercancia: { Descripcion: 'Llantas', Cantidad: 4, PesoEnKg: 'x' } },
            FiguraTransporte: [{ TipoFigura: '01', NombreFigura: 'Ana' }],
          },
        },
      ],
      pdf_options: { render_carta_porte: true },
    });
    expect(text).toContain('Distancia total (km) 12.5');
    expect(text).toContain('Origen OR000001 JAL - Jalisco, MEX - México');
    expect(text).toContain('Llantas 4');
    expect(text).toContain('01 - Operador Ana');
    expect(text).not.toContain('Verificación de la Carta Porte');
  });

  it('that nothing can be computed of is a page all the same', () => {
    const text = pageOf({
      customer: null,
      items: [{ ...item, product: { ...item.product, product_key: '1', taxability: '07' } }],
      complements: [{ type: 'custom', data: '<not xml' }],
    });
    expect(text).toContain('Taza de cerámica');
    expect(text).toContain('Sin receptor');
  });
});
