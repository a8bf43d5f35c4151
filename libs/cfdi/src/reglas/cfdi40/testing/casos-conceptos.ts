import type { TestConcepto, TestDocument } from '../../../testing/xml-de-prueba.js';
import type { Caso } from './casos-encabezado.js';
import {
  exento,
  exterior,
  foreign,
  impuestos,
  isr,
  iva,
  parte,
  PEDIMENTO,
  pedimento,
  resumen,
  retenciones,
  tercero,
  traslados,
  untaxed,
  withDiscount,
} from './documentos.js';

const linea = (concepto: TestConcepto): TestDocument => ({ conceptos: [concepto] });
const sinImpuestos = (concepto: TestConcepto): TestDocument => ({
  ...untaxed,
  conceptos: [{ objetoImp: '01', ...concepto }],
});
const conExterior: TestDocument = {
  receptor: { ...foreign.receptor, NumRegIdTrib: '123456789' },
  comprobante: { Exportacion: '02' },
  complemento: exterior,
};

/** One line with a tax, and the summary and the Total that go with it. */
const trasladado = (impuesto: string, fila: string, importe: string, total: string): TestDocument => ({
  comprobante: { Total: total },
  conceptos: [{ impuestos: impuestos(traslados(impuesto)) }],
  resumen: resumen(`TotalImpuestosTrasladados="${importe}"`, traslados(fila)),
});
const retenido = (impuesto: string, clave: string, importe: string, total: string): TestDocument => ({
  comprobante: { Total: total },
  conceptos: [{ impuestos: impuestos(retenciones(impuesto)) }],
  resumen: resumen(
    `TotalImpuestosRetenidos="${importe}"`,
    retenciones(`Impuesto="${clave}" Importe="${importe}"`),
  ),
});
const conObjeto = (objetoImp: string, documento: TestDocument): TestDocument => ({
  ...documento,
  conceptos: (documento.conceptos ?? [{}]).map((concepto) => ({ ...concepto, objetoImp })),
});
const ieps = 'Base="100.00" Impuesto="003" TipoFactor="Tasa" TasaOCuota="0.080000" Importe="8.00"';

export const casosDeConceptos: readonly Caso[] = [
  ['CFDI40162', linea({ atributos: { ClaveProdServ: '99999999' } })],
  ['CFDI40165', linea({ atributos: { ClaveUnidad: 'ZZZ' } })],
  [
    'CFDI40166',
    {
      ...sinImpuestos({ valorUnitario: '0', importe: '0' }),
      comprobante: { SubTotal: '0', Total: '0' },
    },
  ],
  [
    'CFDI40167',
    { ...sinImpuestos({ importe: '151.00' }), comprobante: { SubTotal: '151.00', Total: '151.00' } },
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
  ['CFDI40170', sinImpuestos({ objetoImp: '09' })],
  // 06 to 08 began on 2024-12-13.
  [
    'CFDI40170',
    { ...sinImpuestos({ objetoImp: '06' }), comprobante: { Total: '100.00', Fecha: '2024-12-12T09:00:00' } },
  ],
  ['CFDI40171', sinImpuestos({ objetoImp: '02', impuestos: '' })],
  ['CFDI40172', linea({ objetoImp: '01', impuestos: impuestos(traslados(iva('100.00', '16.00'))) })],
  ['CFDI40172', linea({ objetoImp: '05', impuestos: impuestos(traslados(iva('100.00', '16.00'))) })],
  ['CFDI40173', sinImpuestos({ objetoImp: '02', impuestos: '<cfdi:Impuestos/>' })],
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
      conceptos: [{ impuestos: impuestos(traslados(`${exento('100.00')} Importe="0"`)) }],
      resumen: impuestos(traslados(exento('100.00'))),
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
  ['CFDI40181', retenido(isr('0', '0'), '001', '0.00', '100.00')],
  ['CFDI40182', retenido(isr('100.00', '10.00').replace('"001"', '"009"'), '009', '10.00', '90.00')],
  ['CFDI40184', retenido(isr('100.00', '10.00').replace('Tasa"', 'Exento"'), '001', '10.00', '90.00')],
  ['CFDI40185', retenido(isr('100.00', '36.00').replace('0.100000', '0.360000'), '001', '36.00', '64.00')],
  ['CFDI40186', retenido(isr('100.00', '10.02'), '001', '10.02', '89.98')],
  ['CFDI40187', linea({ hijos: tercero({ RfcACuentaTerceros: 'AAA010101AAA' }) })],
  ['CFDI40188', linea({ hijos: tercero({ RfcACuentaTerceros: 'EKU9003173C9' }) })],
  ['CFDI40190', linea({ hijos: tercero({ NombreACuentaTerceros: 'ADRIANA JUAREZ' }) })],
  ['CFDI40191', linea({ hijos: tercero({ RegimenFiscalACuentaTerceros: '609' }) })],
  ['CFDI40193', linea({ hijos: tercero({ DomicilioFiscalACuentaTerceros: '29134' }) })],
  ['CFDI40194', linea({ hijos: pedimento(PEDIMENTO.replace('  47  ', '  99  ')) })],
  ['CFDI40194', linea({ hijos: pedimento(PEDIMENTO.replace('25', '15')) })],
  ['CFDI40195', { ...conExterior, conceptos: [{ hijos: pedimento(PEDIMENTO) }] }],
  ['CFDI40196', linea({ hijos: parte('').replace('01010101', '99999999') })],
  ['CFDI40197', linea({ hijos: parte('ValorUnitario="0" Importe="0"') })],
  ['CFDI40198', linea({ hijos: parte('ValorUnitario="1.50" Importe="4.00"') })],
  ['CFDI40199', linea({ hijos: parte('', pedimento(PEDIMENTO.replace('  47  ', '  99  '))) })],
  ['CFDI40200', { ...conExterior, conceptos: [{ hijos: parte('', pedimento(PEDIMENTO)) }] }],
  [
    'CFDI40226',
    conObjeto('06', trasladado(iva('100.00', '16.00'), iva('100.00', '16.00'), '16.00', '116.00')),
  ],
  [
    'CFDI40226',
    conObjeto('08', retenido(isr('100.00', '10.00').replace('"001"', '"002"'), '002', '10.00', '90.00')),
  ],
  ['CFDI40227', sinImpuestos({ objetoImp: '07' })],
  [
    'CFDI40227',
    conObjeto('07', trasladado(iva('100.00', '16.00'), iva('100.00', '16.00'), '16.00', '116.00')),
  ],
  ['CFDI40227', conObjeto('07', retenido(isr('100.00', '10.00'), '001', '10.00', '90.00'))],
];

export const conceptosValidos: readonly (readonly [string, TestDocument])[] = [
  [
    'a withheld ISR with ObjetoImp 06',
    conObjeto('06', retenido(isr('100.00', '10.00'), '001', '10.00', '90.00')),
  ],
  ['no taxes with ObjetoImp 08', sinImpuestos({ objetoImp: '08' })],
  ['IEPS with ObjetoImp 07', conObjeto('07', trasladado(ieps, ieps, '8.00', '108.00'))],
  ['a third party', linea({ hijos: tercero() })],
  ['a customs number', linea({ hijos: pedimento(PEDIMENTO) })],
  ['parts', linea({ hijos: parte('ValorUnitario="1.50" Importe="3.00"', pedimento(PEDIMENTO)) })],
  ['foreign trade', conExterior],
];
