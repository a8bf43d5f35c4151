import { describe, expect, it } from '@jest/globals';
import type { XmlNode } from '#cfdi';
import { cartaPorteFull } from '#cfdi/complementos/carta-porte/testing/index';
import { sampleInputs } from '#cfdi/testing/documents';
import { dateTime, micros, money } from '#pdf/format';
import { amountInWords, invoiceHtml, type InvoicePdfModel } from '#pdf';
import { textOf } from '#pdf/testing/tools';
import { modelOf } from './testing-documents.js';

const EVERYTHING = {
  ...{ render_carta_porte: true, render_iedu: true, render_hyp_complement: true },
  ...{ render_comercio_exterior: true },
  payroll_options: { tipo_contrato: true, puesto: true, riesgo_puesto: true, antiguedad: true },
};

/**
 * Attributes that are told otherwise: rates as percentages and by the names of taxes, sums beside what they sum or in
 * sums of several payrolls, currencies beside amounts.
 */
const TOLD_OTHERWISE = new Set([
  ...[
    'Version',
    'version',
    'TotalPercepciones',
    'TotalDeducciones',
    'TotalOtrosPagos',
    'TasaOCuotaDR',
    'TasaOCuotaP',
    'CertificadoOrigen',
    'TotalImpuestosRetenidos',
  ],
  ...['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro', 'TasadeTraslado'],
  ...['TasadeRetencion', 'ImpuestoDR', 'ImpuestoP', 'TipoCambioP', 'EquivalenciaDR', 'TotalOtrasDeducciones'],
  ...['TotaldeRetenciones', 'TotaldeTraslados', 'TipoFactorDR', 'TipoFactorP', 'MonedaP', 'MonedaDR'],
]);

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/;
/** A value as a page has it: dates as people write them, white space as a page collapses it. */
const shown = (value: string): string =>
  (DATE.test(value) && !Number.isNaN(Date.parse(value)) ? dateTime(value, 'UTC') : value)
    .replace(/\s+/g, ' ')
    .trim();

const valuesOf = ({ attributes, children, text }: XmlNode): string[] => [
  ...Object.entries(attributes)
    .filter(([name]) => !TOLD_OTHERWISE.has(name) && !name.startsWith('xmlns') && !name.startsWith('xsi:'))
    .map(([, value]) => value),
  ...(text === undefined ? [] : [text]),
  ...children.flatMap(valuesOf),
];

const NUMBER = /^-?\d+(\.\d+)?$/;
/** A number may have been filled up with zeros or lost those behind it. */
const isThere = (text: string, digits: string, value: string): boolean =>
  text.includes(value) ||
  (NUMBER.test(value) && digits.includes(value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')));

describe('every document that the engine builds', () => {
  const pages = sampleInputs().map(([name, input]) => {
    const model: InvoicePdfModel = { ...modelOf(input), pdf_options: EVERYTHING };
    const html = invoiceHtml(model);
    return { name, model, html, text: textOf(html) };
  });

  it('shows every value of its complements, and of those of its lines', () => {
    const missing: string[] = [];
    for (const { name, model, text } of pages) {
      const digits = text.replaceAll(',', '');
      const nodes = [
        ...(model.complementos ?? []),
        ...model.items.flatMap(({ complemento }) => complemento ?? []),
      ];
      for (const value of nodes.flatMap(valuesOf).map(shown))
        if (!isThere(text, digits, value)) missing.push(`${name}: ${value}`);
    }
    expect(pages.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it('shows what an employee gets, of one payroll or of several', () => {
    const payrolls = pages.filter(({ model }) => model.type === 'N');
    expect(payrolls.some(({ model }) => (model.complementos ?? []).length > 1)).toBe(true);
    for (const { model, text } of payrolls)
      expect(text).toContain(`Neto pagado MXN $${money(micros(model.total), 2)}`);
  });

  it('shows what was paid in all, in Mexican pesos', () => {
    for (const { model, text } of pages.filter(({ model: { type } }) => type === 'P')) {
      const [totales] = model.complementos?.[0]?.children ?? [];
      const total = totales?.attributes['MontoTotalPagos'] ?? '';
      expect(text).toContain(`Total pagado MXN $${money(micros(total), 2)}`);
      expect(text).toContain(amountInWords(total, 'MXN'));
    }
  });

  it.each([
    ['01', 'Placas ABC1234, REM1234, REM5678'],
    ['02', 'Embarcación Llantas & <rines> "A", 0301234567, IMO9074729'],
    ['03', 'Aeronave XA-ABC, 139-12345678'],
    ['04', 'Carros FXE-123456'],
  ] as const)('says of a Carta Porte of transport %s its route, driver and plates first', (means, plates) => {
    const text = textOf(invoiceHtml(modelOf(cartaPorteFull(means, 'T'))));
    const first = text.slice(text.indexOf('Folio (IdCCP)'), text.indexOf('Ubicaciones'));
    expect(first).toMatch(
      /^Folio \(IdCCP\) CCC\S{33} Ruta .+ a .+ \(con \d puntos? intermedios?\) Salida 20\/11\/2026/,
    );
    expect(first).toContain('Operador Xochilt Casas Chávez, CACX7605101P8, licencia LIC000001');
    expect(first).toContain(plates);
  });

  it('has no empty heading, no empty table, and nothing undefined', () => {
    for (const { html, text } of pages) {
      expect(html).not.toMatch(/<tbody>\s*<\/tbody>|<h3>\s*<\/h3>|<dd>\s*<\/dd>|<dl class="facts">\s*<\/dl>/);
      expect(text).not.toMatch(/undefined|\bnull\b|\[object|NaN/);
    }
  });
});
