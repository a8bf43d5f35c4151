import { builtInCatalogues, type LargeCatalogue, type LargeCatalogues } from '#sat';
import type { TestDocument } from '../../../testing/test-xml.js';
import type { RuleContext } from '../../rule.js';

/** Pieces of documents that keep the matrix, each to be broken in one place. */

export const traslados = (...rows: string[]): string =>
  `<cfdi:Traslados>${rows.map((r) => `<cfdi:Traslado ${r}/>`).join('')}</cfdi:Traslados>`;
export const retenciones = (...rows: string[]): string =>
  `<cfdi:Retenciones>${rows.map((r) => `<cfdi:Retencion ${r}/>`).join('')}</cfdi:Retenciones>`;
export const impuestos = (...parts: string[]): string => `<cfdi:Impuestos>${parts.join('')}</cfdi:Impuestos>`;
export const summarize = (totals: string, ...parts: string[]): string =>
  `<cfdi:Impuestos ${totals}>${parts.join('')}</cfdi:Impuestos>`;

export const iva = (base: string, importe: string, tasa = '0.160000'): string =>
  `Base="${base}" Impuesto="002" TipoFactor="Tasa" TasaOCuota="${tasa}" Importe="${importe}"`;
export const sumExento = (base: string): string => `Base="${base}" Impuesto="002" TipoFactor="Exento"`;
export const isr = (base: string, importe: string): string =>
  `Base="${base}" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="${importe}"`;

export const local = (trasladados: string, retenidos: string): string =>
  '<cfdi:Complemento><implocal:ImpuestosLocales xmlns:implocal="http://www.sat.gob.mx/implocal" version="1.0"' +
  ` TotaldeRetenciones="${retenidos}" TotaldeTraslados="${trasladados}"/></cfdi:Complemento>`;

export const withRetention: TestDocument = {
  comprobante: { Total: '106.00' },
  conceptos: [
    { impuestos: impuestos(traslados(iva('100.00', '16.00')), retenciones(isr('100.00', '10.00'))) },
  ],
  resumen: summarize(
    'TotalImpuestosRetenidos="10.00" TotalImpuestosTrasladados="16.00"',
    retenciones('Impuesto="001" Importe="10.00"'),
    traslados(iva('100.00', '16.00')),
  ),
};
export const withDiscount: TestDocument = {
  comprobante: { Descuento: '10.00', Total: '104.40' },
  conceptos: [{ descuento: '10.00', impuestos: impuestos(traslados(iva('90.00', '14.40'))) }],
  resumen: summarize('TotalImpuestosTrasladados="14.40"', traslados(iva('90.00', '14.40'))),
};
export const onlyExempt: TestDocument = {
  comprobante: { Total: '100.00' },
  conceptos: [{ impuestos: impuestos(traslados(sumExento('100.00'))) }],
  resumen: `<cfdi:Impuestos>${traslados(sumExento('100.00'))}</cfdi:Impuestos>`,
};
export const untaxed: TestDocument = {
  comprobante: { Total: '100.00' },
  conceptos: [{ objetoImp: '01' }],
  resumen: '',
};
export const transfer: TestDocument = {
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
export const publico: TestDocument = {
  receptor: {
    Rfc: 'XAXX010101000',
    Nombre: 'PUBLICO EN GENERAL',
    DomicilioFiscalReceptor: '06600',
    RegimenFiscalReceptor: '616',
    UsoCFDI: 'S01',
  },
  informacionGlobal: '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2026"/>',
};

export const foreign: TestDocument = {
  receptor: {
    Rfc: 'XEXX010101000',
    Nombre: 'ACME',
    DomicilioFiscalReceptor: '06600',
    ResidenciaFiscal: 'USA',
    RegimenFiscalReceptor: '616',
    UsoCFDI: 'S01',
  },
};
export const payment: TestDocument = {
  ...transfer,
  comprobante: { ...transfer.comprobante, TipoDeComprobante: 'P' },
  receptor: { UsoCFDI: 'CP01' },
};

/** A complement of foreign trade; its inside is for its own rules. */
export const exterior =
  '<cfdi:Complemento><cce20:ComercioExterior xmlns:cce20="http://www.sat.gob.mx/ComercioExterior20" Version="2.0"/></cfdi:Complemento>';

export const PEDIMENTO = '25  47  3807  5003832';
export const pedimento = (number: string): string =>
  `<cfdi:InformacionAduanera NumeroPedimento="${number}"/>`;
export const parte = (attributes: string, children = ''): string =>
  `<cfdi:Parte ClaveProdServ="01010101" Cantidad="2" Descripcion="Pieza" ${attributes}>${children}</cfdi:Parte>`;
export const tercero = (over: Readonly<Record<string, string>> = {}): string => {
  const attributes = Object.entries({
    RfcACuentaTerceros: 'JUFA7608212V6',
    NombreACuentaTerceros: 'ADRIANA JUAREZ FERNANDEZ',
    RegimenFiscalACuentaTerceros: '601',
    DomicilioFiscalACuentaTerceros: '29133',
    ...over,
  });
  return `<cfdi:ACuentaTerceros ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}/>`;
};

/** A catalogue that lacks one key. */
const without = <C extends LargeCatalogue>(catalogue: C, missing: string): C => ({
  ...catalogue,
  accepts: (key: string) => key !== missing,
});

export const large: LargeCatalogues = {
  ...builtInCatalogues,
  productos: without(builtInCatalogues.productos, '99999999'),
  unidades: without(builtInCatalogues.unidades, 'ZZZ'),
  codigosPostales: without(builtInCatalogues.codigosPostales, '00001'),
};

export const known: Omit<RuleContext, 'root'> = {
  large,
  register: {
    find: (rfc) => {
      if (rfc === 'AAA010101AAA') return 'no_inscrito';
      if (rfc === 'URE180429TM6') return { name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', codigoPostal: '86991' };
      if (rfc === 'JUFA7608212V6') return { name: 'ADRIANA JUAREZ FERNANDEZ', codigoPostal: '29133' };
      return undefined;
    },
  },
};
