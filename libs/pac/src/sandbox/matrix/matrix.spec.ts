import { describe, expect, it } from '@jest/globals';
import { readXml, type Nodo } from '#cfdi';
import { structureProblem } from '../structure.js';
import { testXml, type TestDocument } from '../testing.js';
import { matrixProblem } from './index.js';

function raiz(xml: string): Nodo {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}

function code(document: TestDocument): string | undefined {
  const root = raiz(testXml(document));
  expect(structureProblem(root)).toBeUndefined();
  return matrixProblem(root)?.codigo;
}

const traslados = (...rows: string[]): string =>
  `<cfdi:Traslados>${rows.map((r) => `<cfdi:Traslado ${r}/>`).join('')}</cfdi:Traslados>`;
const retenciones = (...rows: string[]): string =>
  `<cfdi:Retenciones>${rows.map((r) => `<cfdi:Retencion ${r}/>`).join('')}</cfdi:Retenciones>`;
const impuestos = (...parts: string[]): string => `<cfdi:Impuestos>${parts.join('')}</cfdi:Impuestos>`;
const resumen = (totals: string, ...parts: string[]): string =>
  `<cfdi:Impuestos ${totals}>${parts.join('')}</cfdi:Impuestos>`;

const iva = (base: string, importe: string, tasa = '0.160000'): string =>
  `Base="${base}" Impuesto="002" TipoFactor="Tasa" TasaOCuota="${tasa}" Importe="${importe}"`;
const exento = (base: string): string => `Base="${base}" Impuesto="002" TipoFactor="Exento"`;
const isr = (base: string, importe: string): string =>
  `Base="${base}" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="${importe}"`;

const local = (trasladados: string, retenidos: string): string =>
  '<cfdi:Complemento><implocal:ImpuestosLocales xmlns:implocal="http://www.sat.gob.mx/implocal" version="1.0"' +
  ` TotaldeRetenciones="${retenidos}" TotaldeTraslados="${trasladados}"/></cfdi:Complemento>`;

const withRetention: TestDocument = {
  comprobante: { Total: '106.00' },
  conceptos: [
    { impuestos: impuestos(traslados(iva('100.00', '16.00')), retenciones(isr('100.00', '10.00'))) },
  ],
  resumen: resumen(
    'TotalImpuestosRetenidos="10.00" TotalImpuestosTrasladados="16.00"',
    retenciones('Impuesto="001" Importe="10.00"'),
    traslados(iva('100.00', '16.00')),
  ),
};
const withDiscount: TestDocument = {
  comprobante: { Descuento: '10.00', Total: '104.40' },
  conceptos: [{ descuento: '10.00', impuestos: impuestos(traslados(iva('90.00', '14.40'))) }],
  resumen: resumen('TotalImpuestosTrasladados="14.40"', traslados(iva('90.00', '14.40'))),
};
const onlyExempt: TestDocument = {
  comprobante: { Total: '100.00' },
  conceptos: [{ impuestos: impuestos(traslados(exento('100.00'))) }],
  resumen: `<cfdi:Impuestos>${traslados(exento('100.00'))}</cfdi:Impuestos>`,
};
const untaxed: TestDocument = {
  comprobante: { Total: '100.00' },
  conceptos: [{ objetoImp: '01' }],
  resumen: '',
};
const transfer: TestDocument = {
  comprobante: {
    TipoDeComprobante: 'T',
    Moneda: 'XXX',
    SubTotal: '0',
    Total: '0',
    FormaPago: undefined,
    MetodoPago: undefined,
  },
  conceptos: [{ objetoImp: '01', valorUnitario: '0', importe: '0' }],
  resumen: '',
};
const publico: TestDocument = {
  receptor: {
    Rfc: 'XAXX010101000',
    Nombre: 'PUBLICO EN GENERAL',
    DomicilioFiscalReceptor: '06600',
    RegimenFiscalReceptor: '616',
    UsoCFDI: 'S01',
  },
  informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2026"/>',
};

describe('error matrix: documents that keep it', () => {
  it.each<[string, TestDocument]>([
    ['IVA 16%', {}],
    ['a retention', withRetention],
    ['a discount', withDiscount],
    ['only exempt', onlyExempt],
    ['no object of tax', untaxed],
    ['a transfer', transfer],
    ['a global invoice', publico],
    ['local taxes', { comprobante: { Total: '118.50' }, complemento: local('3.00', '0.50') }],
    ['dollars', { comprobante: { Moneda: 'USD', TipoCambio: '18.5' } }],
    [
      'a thousand at a third of a cent',
      {
        ...untaxed,
        comprobante: { SubTotal: '3.33', Total: '3.33' },
        conceptos: [{ objetoImp: '01', cantidad: '1000', valorUnitario: '0.003333', importe: '3.333' }],
      },
    ],
    [
      'a price with six decimals that the total rounds',
      {
        ...untaxed,
        comprobante: { SubTotal: '0.01', Total: '0.01' },
        conceptos: [{ objetoImp: '01', valorUnitario: '0.005', importe: '0.005' }],
      },
    ],
  ])('%s', (_, document) => expect(code(document)).toBeUndefined());
});

describe('error matrix: the code of each broken rule', () => {
  it.each<[string, TestDocument]>([
    ['CFDI40103', { ...transfer, comprobante: { ...transfer.comprobante, FormaPago: '01' } }],
    ['CFDI40105', { comprobante: { MetodoPago: 'PPD' } }],
    ['CFDI40107', { comprobante: { SubTotal: '100.000', Moneda: 'USD', TipoCambio: '18' } }],
    ['CFDI40108', { comprobante: { SubTotal: '100.01' } }],
    ['CFDI40109', { ...transfer, comprobante: { ...transfer.comprobante, SubTotal: '1', Total: '1' } }],
    ['CFDI40110', { ...withDiscount, comprobante: { Descuento: '100.01', Total: '104.40' } }],
    ['CFDI40111', { ...withDiscount, comprobante: { Descuento: '9.99', Total: '104.41' } }],
    ['CFDI40111', { ...withDiscount, comprobante: { Total: '114.40' } }],
    ['CFDI40111', { comprobante: { Descuento: '0.00' } }],
    ['CFDI40112', { ...withDiscount, comprobante: { Descuento: '10.000', Total: '104.40' } }],
    ['CFDI40114', { comprobante: { TipoCambio: '18.5' } }],
    ['CFDI40115', { comprobante: { Moneda: 'USD' } }],
    ['CFDI40116', { ...transfer, comprobante: { ...transfer.comprobante, TipoCambio: '1' } }],
    ['CFDI40119', { comprobante: { Total: '116.01' } }],
    ['CFDI40119', { comprobante: { Total: '116.00' }, complemento: local('3.00', '0.00') }],
    ['CFDI40122', { comprobante: { Exportacion: '02' } }],
    ['CFDI40125', { ...transfer, comprobante: { ...transfer.comprobante, MetodoPago: 'PUE' } }],
    ['CFDI40130', { ...publico, informacionGlobal: '' }],
    [
      'CFDI40132',
      { ...publico, informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="05" Meses="13" Año="2026"/>' },
    ],
    [
      'CFDI40134',
      { ...publico, informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="01" Meses="13" Año="2026"/>' },
    ],
    [
      'CFDI40135',
      {
        ...publico,
        emisor: { Rfc: 'CACX7605101P8', RegimenFiscal: '621' },
        informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="05" Meses="12" Año="2026"/>',
      },
    ],
    [
      'CFDI40136',
      { ...publico, informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2024"/>' },
    ],
    ['CFDI40141', { emisor: { RegimenFiscal: '612' } }],
    ['CFDI40146', { receptor: { Nombre: 'PUBLICO EN GENERAL' } }],
    ['CFDI40149', { ...publico, receptor: { ...publico.receptor, DomicilioFiscalReceptor: '86991' } }],
    ['CFDI40151', { receptor: { ResidenciaFiscal: 'USA' } }],
    [
      'CFDI40152',
      {
        ...publico,
        receptor: { ...publico.receptor, Rfc: 'XEXX010101000', Nombre: 'ACME', ResidenciaFiscal: 'MEX' },
      },
    ],
    [
      'CFDI40153',
      {
        ...publico,
        receptor: { ...publico.receptor, Rfc: 'XEXX010101000', Nombre: 'ACME', NumRegIdTrib: '123456789' },
      },
    ],
    ['CFDI40154', { receptor: { NumRegIdTrib: '123456789' } }],
    ['CFDI40158', { receptor: { RegimenFiscalReceptor: '612' } }],
    ['CFDI40159', { ...publico, receptor: { ...publico.receptor, RegimenFiscalReceptor: '601' } }],
    ['CFDI40161', { receptor: { UsoCFDI: 'D01' } }],
    [
      'CFDI40166',
      {
        ...untaxed,
        comprobante: { SubTotal: '0', Total: '0' },
        conceptos: [{ objetoImp: '01', valorUnitario: '0', importe: '0' }],
      },
    ],
    ['CFDI40167', { conceptos: [{ importe: '151.00', valorUnitario: '100.00' }] }],
    ['CFDI40168', { ...withDiscount, conceptos: [{ descuento: '10.000' }] }],
    ['CFDI40169', { ...withDiscount, conceptos: [{ descuento: '100.01' }] }],
    ['CFDI40171', { conceptos: [{ impuestos: '' }] }],
    [
      'CFDI40172',
      { conceptos: [{ objetoImp: '01', impuestos: impuestos(traslados(iva('100.00', '16.00'))) }] },
    ],
    ['CFDI40173', { conceptos: [{ impuestos: '<cfdi:Impuestos/>' }] }],
    ['CFDI40174', { conceptos: [{ impuestos: impuestos(traslados(iva('0', '0'))) }] }],
    ['CFDI40177', { conceptos: [{ impuestos: impuestos(traslados(`${exento('100.00')} Importe="0"`)) }] }],
    [
      'CFDI40178',
      { conceptos: [{ impuestos: impuestos(traslados('Base="100" Impuesto="002" TipoFactor="Tasa"')) }] },
    ],
    ['CFDI40180', { conceptos: [{ impuestos: impuestos(traslados(iva('100.00', '16.02'))) }] }],
    ['CFDI40181', { conceptos: [{ impuestos: impuestos(retenciones(isr('0', '0'))) }] }],
    [
      'CFDI40184',
      { conceptos: [{ impuestos: impuestos(retenciones(isr('100', '10').replace('Tasa"', 'Exento"'))) }] },
    ],
    ['CFDI40186', { conceptos: [{ impuestos: impuestos(retenciones(isr('100.00', '10.02'))) }] }],
    ['CFDI40201', { ...transfer, resumen: '<cfdi:Impuestos/>' }],
    [
      'CFDI40202',
      {
        ...withRetention,
        resumen: withRetention.resumen?.replace('Retenidos="10.00"', 'Retenidos="10.000"') ?? '',
      },
    ],
    [
      'CFDI40203',
      {
        ...withRetention,
        comprobante: { Total: '105.99' },
        resumen: withRetention.resumen?.replace('Retenidos="10.00"', 'Retenidos="10.01"') ?? '',
      },
    ],
    [
      'CFDI40204',
      { resumen: resumen('TotalImpuestosTrasladados="16.000"', traslados(iva('100.00', '16.00'))) },
    ],
    [
      'CFDI40205',
      {
        comprobante: { Total: '116.01' },
        resumen: resumen('TotalImpuestosTrasladados="16.01"', traslados(iva('100.00', '16.00'))),
      },
    ],
    [
      'CFDI40206',
      {
        ...withRetention,
        comprobante: { Total: '116.00' },
        resumen: withRetention.resumen?.replace('TotalImpuestosRetenidos="10.00" ', '') ?? '',
      },
    ],
    [
      'CFDI40208',
      {
        ...withRetention,
        resumen:
          withRetention.resumen?.replace(
            '<cfdi:Retencion Impuesto="001" Importe="10.00"/>',
            '<cfdi:Retencion Impuesto="001" Importe="5.00"/>'.repeat(2),
          ) ?? '',
      },
    ],
    [
      'CFDI40210',
      {
        ...withRetention,
        resumen:
          withRetention.resumen?.replace(
            'Impuesto="001" Importe="10.00"',
            'Impuesto="001" Importe="10.000"',
          ) ?? '',
      },
    ],
    [
      'CFDI40211',
      {
        ...withRetention,
        comprobante: { Total: '106.01' },
        resumen: withRetention.resumen?.replaceAll('10.00"', '9.99"') ?? '',
      },
    ],
    [
      'CFDI40211',
      {
        ...withRetention,
        comprobante: { Total: '116.00' },
        resumen: resumen('TotalImpuestosTrasladados="16.00"', traslados(iva('100.00', '16.00'))),
      },
    ],
    [
      'CFDI40212',
      {
        comprobante: { Total: '100.00' },
        resumen: `<cfdi:Impuestos>${traslados(iva('100.00', '16.00'))}</cfdi:Impuestos>`,
      },
    ],
    [
      'CFDI40212',
      { ...onlyExempt, resumen: resumen('TotalImpuestosTrasladados="0.00"', traslados(exento('100.00'))) },
    ],
    [
      'CFDI40213',
      {
        ...onlyExempt,
        resumen: `<cfdi:Impuestos>${traslados(`${exento('100.00')} Importe="0.00"`)}</cfdi:Impuestos>`,
      },
    ],
    [
      'CFDI40214',
      { resumen: resumen('TotalImpuestosTrasladados="16.00"', traslados(iva('100.000', '16.00'))) },
    ],
    [
      'CFDI40215',
      { resumen: resumen('TotalImpuestosTrasladados="16.00"', traslados(iva('99.99', '16.00'))) },
    ],
    [
      'CFDI40216',
      { ...onlyExempt, resumen: `<cfdi:Impuestos>${traslados(exento('99.99'))}</cfdi:Impuestos>` },
    ],
    [
      'CFDI40218',
      {
        resumen: resumen(
          'TotalImpuestosTrasladados="16.00"',
          traslados(iva('50.00', '8.00'), iva('50.00', '8.00', '0.16')),
        ),
      },
    ],
    [
      'CFDI40220',
      { resumen: resumen('TotalImpuestosTrasladados="16.00"', traslados(iva('100.00', '16.000'))) },
    ],
    [
      'CFDI40221',
      {
        comprobante: { Total: '116.01' },
        resumen: resumen('TotalImpuestosTrasladados="16.01"', traslados(iva('100.00', '16.01'))),
      },
    ],
    ['CFDI40221', { comprobante: { Total: '100.00' }, resumen: '' }],
  ])('%s', (expected, document) => expect(code(document)).toBe(expected));

  it('says in which concepto', () => {
    const root = raiz(testXml({ conceptos: [{}, { importe: '151.00' }] }));
    expect(matrixProblem(root)?.texto).toMatch(/\(concepto 2\)/);
  });
});
