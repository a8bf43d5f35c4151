import type { TestConcepto, TestDocument } from '../../../testing/test-xml.js';
import type { Case } from './header-cases.js';
import {
  sumExento,
  exterior,
  foreign,
  impuestos,
  isr,
  iva,
  parte,
  PEDIMENTO,
  pedimento,
  summarize,
  retenciones,
  tercero,
  transfer,
  traslados,
  untaxed,
  withDiscount,
} from './documents.js';

const lineOf = (concepto: TestConcepto): TestDocument => ({ conceptos: [concepto] });
const withoutImpuestos = (concepto: TestConcepto): TestDocument => ({
  ...untaxed,
  conceptos: [{ objetoImp: '01', ...concepto }],
});
const withComercioExterior: TestDocument = {
  receptor: { ...foreign.receptor, NumRegIdTrib: '123456789' },
  comprobante: { Exportacion: '02' },
  complemento: exterior,
};

/** One line with a tax, and the summary and the Total that go with it. */
const trasladado = (impuesto: string, row: string, importe: string, total: string): TestDocument => ({
  comprobante: { Total: total },
  conceptos: [{ impuestos: impuestos(traslados(impuesto)) }],
  resumen: summarize(`TotalImpuestosTrasladados="${importe}"`, traslados(row)),
});
const sumRetenido = (impuesto: string, key: string, importe: string, total: string): TestDocument => ({
  comprobante: { Total: total },
  conceptos: [{ impuestos: impuestos(retenciones(impuesto)) }],
  resumen: summarize(
    `TotalImpuestosRetenidos="${importe}"`,
    retenciones(`Impuesto="${key}" Importe="${importe}"`),
  ),
});
const withObjetoImp = (objetoImp: string, document: TestDocument): TestDocument => ({
  ...document,
  conceptos: (document.conceptos ?? [{}]).map((concepto) => ({ ...concepto, objetoImp })),
});
const ieps = 'Base="100.00" Impuesto="003" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="8.00"';

const FUEL = { ClaveProdServ: '15101505', ClaveUnidad: 'LTR' };
const ofLine = (complement: string): string =>
  `<cfdi:ComplementoConcepto>${complement}</cfdi:ComplementoConcepto>`;
const SCHOOL = '<iedu:instEducativas xmlns:iedu="http://www.sat.gob.mx/iedu" version="1.0"/>';
const PERMIT =
  '<h:HidroYPetro xmlns:h="http://www.sat.gob.mx/hidrocarburospetroliferos" Version="1.0" TipoPermiso="PER01"' +
  ' NumeroPermiso="PL/10001/EXP/ES/2015" ClaveHYP="15101505" SubProductoHYP="SP18"/>';

export const conceptosCases: readonly Case[] = [
  ['CFDI40162', lineOf({ attributes: { ClaveProdServ: '99999999' } })],
  ['CFDI40163', lineOf({ attributes: FUEL })],
  [
    'CFDI40163',
    { ...lineOf({ attributes: FUEL, children: ofLine(SCHOOL) }), comprobante: { TipoDeComprobante: 'E' } },
  ],
  ['CFDI40165', lineOf({ attributes: { ClaveUnidad: 'ZZZ' } })],
  [
    'CFDI40166',
    {
      ...withoutImpuestos({ valorUnitario: '0', importe: '0' }),
      comprobante: { SubTotal: '0', Total: '0' },
    },
  ],
  [
    'CFDI40167',
    { ...withoutImpuestos({ importe: '151.00' }), comprobante: { SubTotal: '151.00', Total: '151.00' } },
  ],
  [
    'CFDI40168',
    {
      ...withDiscount,
      conceptos: [{ descuento: '10.000', impuestos: impuestos(traslados(iva('90.00', '14.40'))) }],
    },
  ],
  [
    'CFDI40169',
    {
      ...untaxed,
      comprobante: { SubTotal: '200.00', Descuento: '100.01', Total: '99.99' },
      conceptos: [{ objetoImp: '01', descuento: '100.01' }, { objetoImp: '01' }],
    },
  ],
  ['CFDI40170', withoutImpuestos({ objetoImp: '09' })],
  // 06 to 08 began on 2024-12-13.
  [
    'CFDI40170',
    {
      ...withoutImpuestos({ objetoImp: '06' }),
      comprobante: { Total: '100.00', Fecha: '2024-12-12T09:00:00' },
    },
  ],
  ['CFDI40171', withoutImpuestos({ objetoImp: '02', impuestos: '' })],
  ['CFDI40172', lineOf({ objetoImp: '01', impuestos: impuestos(traslados(iva('100.00', '16.00'))) })],
  ['CFDI40172', lineOf({ objetoImp: '05', impuestos: impuestos(traslados(iva('100.00', '16.00'))) })],
  ['CFDI40173', withoutImpuestos({ objetoImp: '02', impuestos: '<cfdi:Impuestos/>' })],
  ['CFDI40174', trasladado(iva('0', '0'), iva('0.00', '0.00'), '0.00', '100.00')],
  [
    'CFDI40175',
    trasladado(
      iva('100.00', '16.00').replace('002', '009'),
      iva('100.00', '16.00').replace('002', '009'),
      '16.00',
      '116.00',
    ),
  ],
  [
    'CFDI40177',
    {
      comprobante: { Total: '100.00' },
      conceptos: [{ impuestos: impuestos(traslados(`${sumExento('100.00')} Importe="0"`)) }],
      resumen: impuestos(traslados(sumExento('100.00'))),
    },
  ],
  [
    'CFDI40178',
    {
      ...untaxed,
      conceptos: [{ impuestos: impuestos(traslados('Base="100" Impuesto="002" TipoFactor="Tasa"')) }],
    },
  ],
  [
    'CFDI40179',
    trasladado(iva('100.00', '15.00', '0.150000'), iva('100.00', '15.00', '0.150000'), '15.00', '115.00'),
  ],
  // ISR is only withheld.
  ['CFDI40179', trasladado(isr('100.00', '10.00'), isr('100.00', '10.00'), '10.00', '110.00')],
  ['CFDI40180', trasladado(iva('100.00', '16.02'), iva('100.00', '16.02'), '16.02', '116.02')],
  ['CFDI40181', sumRetenido(isr('0', '0'), '001', '0.00', '100.00')],
  ['CFDI40182', sumRetenido(isr('100.00', '10.00').replace('"001"', '"009"'), '009', '10.00', '90.00')],
  ['CFDI40184', sumRetenido(isr('100.00', '10.00').replace('Tasa"', 'Exento"'), '001', '10.00', '90.00')],
  ['CFDI40185', sumRetenido(isr('100.00', '36.00').replace('0.100000', '0.360000'), '001', '36.00', '64.00')],
  ['CFDI40186', sumRetenido(isr('100.00', '10.02'), '001', '10.02', '89.98')],
  ['CFDI40187', lineOf({ children: tercero({ RfcACuentaTerceros: 'AAA010101AAA' }) })],
  ['CFDI40188', lineOf({ children: tercero({ RfcACuentaTerceros: 'EKU9003173C9' }) })],
  ['CFDI40190', lineOf({ children: tercero({ NombreACuentaTerceros: 'ADRIANA JUAREZ' }) })],
  ['CFDI40191', lineOf({ children: tercero({ RegimenFiscalACuentaTerceros: '609' }) })],
  ['CFDI40193', lineOf({ children: tercero({ DomicilioFiscalACuentaTerceros: '29134' }) })],
  ['CFDI40194', lineOf({ children: pedimento(PEDIMENTO.replace('  47  ', '  99  ')) })],
  ['CFDI40194', lineOf({ children: pedimento(PEDIMENTO.replace('25', '15')) })],
  ['CFDI40195', { ...withComercioExterior, conceptos: [{ children: pedimento(PEDIMENTO) }] }],
  ['CFDI40196', lineOf({ children: parte('').replace('01010101', '99999999') })],
  ['CFDI40197', lineOf({ children: parte('ValorUnitario="0" Importe="0"') })],
  ['CFDI40198', lineOf({ children: parte('ValorUnitario="1.50" Importe="4.00"') })],
  ['CFDI40199', lineOf({ children: parte('', pedimento(PEDIMENTO.replace('  47  ', '  99  '))) })],
  ['CFDI40200', { ...withComercioExterior, conceptos: [{ children: parte('', pedimento(PEDIMENTO)) }] }],
  [
    'CFDI40226',
    withObjetoImp('06', trasladado(iva('100.00', '16.00'), iva('100.00', '16.00'), '16.00', '116.00')),
  ],
  [
    'CFDI40226',
    withObjetoImp(
      '08',
      sumRetenido(isr('100.00', '10.00').replace('"001"', '"002"'), '002', '10.00', '90.00'),
    ),
  ],
  ['CFDI40227', withoutImpuestos({ objetoImp: '07' })],
  [
    'CFDI40227',
    withObjetoImp('07', trasladado(iva('100.00', '16.00'), iva('100.00', '16.00'), '16.00', '116.00')),
  ],
  ['CFDI40227', withObjetoImp('07', sumRetenido(isr('100.00', '10.00'), '001', '10.00', '90.00'))],
];

export const validConceptos: readonly (readonly [string, TestDocument])[] = [
  [
    'a withheld ISR with ObjetoImp 06',
    withObjetoImp('06', sumRetenido(isr('100.00', '10.00'), '001', '10.00', '90.00')),
  ],
  ['no taxes with ObjetoImp 08', withoutImpuestos({ objetoImp: '08' })],
  ['IEPS with ObjetoImp 07', withObjetoImp('07', trasladado(ieps, ieps, '8.00', '108.00'))],
  ['a third party', lineOf({ children: tercero() })],
  ['a customs number', lineOf({ children: pedimento(PEDIMENTO) })],
  ['parts', lineOf({ children: parte('ValorUnitario="1.50" Importe="3.00"', pedimento(PEDIMENTO)) })],
  ['foreign trade', withComercioExterior],
  ['fuel with its permit', lineOf({ attributes: FUEL, children: ofLine(PERMIT) })],
  [
    'fuel sold before its permit had to be named',
    { ...lineOf({ attributes: FUEL }), comprobante: { Fecha: '2026-04-23T23:59:59' } },
  ],
  ['fuel that is only moved', { ...transfer, conceptos: [{ ...transfer.conceptos?.[0], attributes: FUEL }] }],
];
