import type { TestDocument } from '../../../testing/test-xml.js';
import type { Case } from './header-cases.js';
import {
  sumExento,
  impuestos,
  iva,
  local,
  onlyExempt,
  payment,
  summarize,
  retenciones,
  transfer,
  traslados,
  withDiscount,
  withRetention,
} from './documents.js';

/** The document with IVA and a withheld ISR, its summary changed. */
const withRetencion = (before: string, after: string, total = '106.00'): TestDocument => ({
  ...withRetention,
  comprobante: { Total: total },
  resumen: withRetention.resumen?.replace(before, after) ?? '',
});
/** The document with IVA alone, its summary another. */
const withTraslados = (total: string, ...rows: string[]): TestDocument => ({
  resumen: summarize(`TotalImpuestosTrasladados="${total}"`, traslados(...rows)),
});

export const totalesCases: readonly Case[] = [
  ['CFDI40107', { comprobante: { SubTotal: '100.000' } }],
  ['CFDI40107', { ...payment, comprobante: { ...payment.comprobante, SubTotal: '0.0' } }],
  ['CFDI40108', { comprobante: { SubTotal: '100.01', Total: '116.01' } }],
  ['CFDI40109', { ...payment, comprobante: { ...payment.comprobante, SubTotal: '1', Total: '1' } }],
  ['CFDI40110', { ...withDiscount, comprobante: { Descuento: '100.01', Total: '14.39' } }],
  ['CFDI40111', { ...withDiscount, comprobante: { Descuento: '9.99', Total: '104.41' } }],
  ['CFDI40111', { ...withDiscount, comprobante: { Total: '114.40' } }],
  ['CFDI40111', { comprobante: { Descuento: '0.00' } }],
  ['CFDI40111', { ...transfer, comprobante: { ...transfer.comprobante, Descuento: '0' } }],
  ['CFDI40112', { ...withDiscount, comprobante: { Descuento: '10.000', Total: '104.40' } }],
  ['CFDI40119', { comprobante: { Total: '116.01' } }],
  ['CFDI40119', { comprobante: { Total: '116.00' }, complemento: local('3.00', '0.00') }],
  ['CFDI40119', { comprobante: { Total: '119.00' }, complemento: local('3.00', '0.50') }],
  ['CFDI40201', { ...transfer, resumen: '<cfdi:Impuestos/>' }],
  ['CFDI40202', withRetencion('Retenidos="10.00"', 'Retenidos="10.000"')],
  ['CFDI40203', withRetencion('Retenidos="10.00"', 'Retenidos="10.01"', '105.99')],
  [
    'CFDI40204',
    { resumen: summarize('TotalImpuestosTrasladados="16.000"', traslados(iva('100.00', '16.00'))) },
  ],
  ['CFDI40205', { comprobante: { Total: '116.01' }, ...withTraslados('16.01', iva('100.00', '16.00')) }],
  ['CFDI40206', withRetencion('TotalImpuestosRetenidos="10.00" ', '', '116.00')],
  [
    'CFDI40207',
    withRetencion(
      '</cfdi:Retenciones>',
      '<cfdi:Retencion Impuesto="009" Importe="0.00"/></cfdi:Retenciones>',
    ),
  ],
  [
    'CFDI40208',
    withRetencion(
      '</cfdi:Retenciones>',
      '<cfdi:Retencion Impuesto="001" Importe="0.00"/></cfdi:Retenciones>',
    ),
  ],
  ['CFDI40210', withRetencion('Impuesto="001" Importe="10.00"', 'Impuesto="001" Importe="10.000"')],
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
      resumen: summarize('TotalImpuestosTrasladados="16.00"', traslados(iva('100.00', '16.00'))),
    },
  ],
  ['CFDI40212', { comprobante: { Total: '100.00' }, resumen: impuestos(traslados(iva('100.00', '16.00'))) }],
  [
    'CFDI40212',
    { ...onlyExempt, resumen: summarize('TotalImpuestosTrasladados="0.00"', traslados(sumExento('100.00'))) },
  ],
  ['CFDI40213', { ...onlyExempt, resumen: impuestos(traslados(`${sumExento('100.00')} Importe="0.00"`)) }],
  [
    'CFDI40213',
    withTraslados(
      '16.00',
      iva('100.00', '16.00'),
      'Base="0.00" Impuesto="003" TipoFactor="Tasa" TasaOCuota="0.080000"',
    ),
  ],
  ['CFDI40214', withTraslados('16.00', iva('100.000', '16.00'))],
  ['CFDI40215', withTraslados('16.00', iva('99.99', '16.00'))],
  ['CFDI40216', { ...onlyExempt, resumen: impuestos(traslados(sumExento('99.99'))) }],
  ['CFDI40217', withTraslados('16.00', iva('100.00', '16.00'), sumExento('0.00').replace('"002"', '"009"'))],
  ['CFDI40218', withTraslados('16.00', iva('100.00', '16.00'), iva('0.00', '0.00', '0.16'))],
  ['CFDI40219', withTraslados('16.00', iva('100.00', '16.00'), iva('0.00', '0.00', '0.170000'))],
  ['CFDI40220', withTraslados('16.00', iva('100.00', '16.000'))],
  ['CFDI40221', { comprobante: { Total: '116.01' }, ...withTraslados('16.01', iva('100.00', '16.01')) }],
  ['CFDI40221', { comprobante: { Total: '100.00' }, resumen: '' }],
  [
    'CFDI40221',
    {
      comprobante: { Total: '90.00' },
      conceptos: withRetention.conceptos ?? [],
      resumen: summarize('TotalImpuestosRetenidos="10.00"', retenciones('Impuesto="001" Importe="10.00"')),
    },
  ],
];
