import type { Comprobante, Retencion, Traslado } from '../comprobante.js';
import { buildImpuestosLocales } from '../document/implocal.js';
import type { Seals } from '../document/seals.js';
import { toComplemento } from '../schemas/write.js';
import { iedu } from '../schemas/standards/conceptos/iedu.js';

/** A value with all of its fields: a new field of the model is missing here until somebody gives it a value. */
type Complete<T> = T extends readonly (infer U)[]
  ? readonly Complete<U>[]
  : T extends object
    ? { readonly [K in keyof T]-?: Complete<Exclude<T[K], undefined>> }
    : T;

const traslado: Complete<Traslado> = {
  ...{ base: '1010.01', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: '0.160000', importe: '161.60' },
};
const retencion: Complete<Retencion> = {
  ...{ base: '1010.02', impuesto: '001', tipoFactor: 'Cuota', tasaOCuota: '0.100000', importe: '101.00' },
};
const locales = {
  ...{ totalRetenciones: '30.01', totalTraslados: '50.02' },
  retenciones: [{ nombre: 'Cedular & "más"', tasa: '3.00', importe: '30.30' }],
  traslados: [{ nombre: 'Hospedaje', tasa: '5.00', importe: '50.50' }],
};

/**
 * A comprobante with every attribute and every element that CFDI 4.0 has, each of which says something else than its
 * neighbours. No document is like it (a sale is no global invoice of a foreign receiver): it is for what writes and
 * reads, not for the rules.
 */
export const full: Complete<Comprobante> = {
  ...{ tipo: 'I', serie: 'A & B', folio: '<12>', fecha: '2026-11-20T10:30:00', formaPago: '03' },
  ...{ metodoPago: 'PUE', condicionesDePago: 'A "30" días', subTotal: '2000.10', descuento: '20.20' },
  ...{ moneda: 'USD', tipoCambio: '18.5', total: '2040.70', exportacion: '02', lugarExpedicion: '06300' },
  confirmacion: 'ECVH1',
  emisor: {
    ...{ rfc: 'E&E9003173C9', nombre: "O'KEMPER", regimenFiscal: '601', facAtrAdquirente: '0123456789' },
  },
  receptor: {
    ...{ rfc: 'XEXX010101000', nombre: 'ACME & CO', domicilioFiscal: '86991', regimenFiscal: '616' },
    ...{ usoCfdi: 'S01', residenciaFiscal: 'USA', numRegIdTrib: '12 & 34' },
  },
  informacionGlobal: { periodicidad: '04', meses: '11', anio: 2026 },
  cfdiRelacionados: [
    { tipoRelacion: '01', uuids: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'] },
    {
      tipoRelacion: '04',
      uuids: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    },
  ],
  ...{ totalImpuestosTrasladados: '323.20', totalImpuestosRetenidos: '202.00' },
  traslados: [
    { ...traslado, base: '2020.01', importe: '323.21' },
    { ...traslado, base: '2020.02', tasaOCuota: '0.080000', importe: '161.61' },
  ],
  retenciones: [
    { impuesto: '001', importe: '101.01' },
    { impuesto: '003', importe: '101.02' },
  ],
  impuestosLocales: locales,
  conceptos: [
    {
      ...{ claveProdServ: '60131324', noIdentificacion: 'SKU <1>', cantidad: '2', claveUnidad: 'H87' },
      ...{ unidad: 'Pieza & más', descripcion: 'Ukelele "tenor"', valorUnitario: '1010.05' },
      ...{ importe: '2020.10', descuento: '10.10', objetoImp: '02' },
      traslados: [traslado, { ...traslado, impuesto: '003', importe: '80.80', tasaOCuota: '0.080000' }],
      retenciones: [retencion, { ...retencion, impuesto: '002', importe: '107.70' }],
      aCuentaTerceros: {
        ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT & CASAS', regimenFiscal: '612' },
        domicilioFiscal: '36257',
      },
      informacionAduanera: ['15  48  3009  0001234', '15  48  3009  0001235'],
      cuentaPredial: ['15956011002', 'A1'],
      complemento: toComplemento(iedu, {
        ...{ name: 'instEducativas', namespace: iedu.namespace, children: [] },
        attributes: {
          ...{ version: '1.0', nombreAlumno: 'Zoë & <Ñoño>', CURP: 'XEXX010101HNEXXXA4' },
          ...{ nivelEducativo: 'Primaria', autRVOE: '201587PRIM', rfcPago: 'CACX7605101P8' },
        },
      }),
      partes: [
        {
          ...{ claveProdServ: '60131325', noIdentificacion: 'P & 1', cantidad: '0.5', unidad: 'm' },
          ...{ descripcion: "Cuerda 'mi'", valorUnitario: '10', importe: '5' },
          informacionAduanera: ['15  48  3009  0001236'],
        },
      ],
    },
  ],
  complementos: [buildImpuestosLocales(locales)],
  addenda: '<mi:Pedido numero="7"/>',
  espacios: [{ prefijo: 'mi', uri: 'urn:mi', esquema: 'urn:mi.xsd' }],
};

export const FULL_SEALS: Seals = {
  ...{ noCertificado: '30001000000500003416', certificado: 'QUJD', sello: 'REVG' },
};
