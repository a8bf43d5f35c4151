import { describe, expect, it } from '@jest/globals';
import { field } from '#kernel';
import type { ComprobanteInput, ConceptoInput } from '#cfdi';
import { apiPath, inApiWords } from './paths.js';

/**
 * A document with every field that the engine knows, which is all that it can complain about: the types say so,
 * and a new field has to be named here.
 */
const concepto: Required<Omit<ConceptoInput, 'complemento'>> = {
  claveProdServ: '',
  noIdentificacion: '',
  cantidad: '',
  claveUnidad: '',
  unidad: '',
  descripcion: '',
  precio: '',
  impuestosIncluidos: false,
  descuento: '',
  objetoImp: '',
  impuestos: [
    { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '', base: '', retencion: false, iepsMode: 'unit' },
  ],
  impuestosLocales: [{ nombre: '', tasa: '', base: '', retencion: false }],
  aCuentaTerceros: { rfc: '', nombre: '', regimenFiscal: '', domicilioFiscal: '' },
  informacionAduanera: [''],
  cuentaPredial: [''],
  partes: [
    {
      claveProdServ: '',
      noIdentificacion: '',
      cantidad: '',
      unidad: '',
      descripcion: '',
      valorUnitario: '',
      informacionAduanera: [''],
    },
  ],
};
const document: Required<
  Omit<ComprobanteInput, 'confirmacion' | 'complementos' | 'addenda' | 'espacios' | 'aCuentaTerceros'>
> = {
  tipo: 'I',
  serie: '',
  folio: '',
  fecha: '',
  formaPago: '',
  metodoPago: '',
  condicionesDePago: '',
  moneda: '',
  decimalesMoneda: 2,
  tipoCambio: '',
  exportacion: '',
  lugarExpedicion: '',
  emisor: { rfc: '', nombre: '', regimenFiscal: '' },
  receptor: {
    rfc: '',
    nombre: '',
    domicilioFiscal: '',
    regimenFiscal: '',
    usoCfdi: '',
    residenciaFiscal: '',
    numRegIdTrib: '',
  },
  informacionGlobal: { periodicidad: '', meses: '', anio: 2026 },
  cfdiRelacionados: [{ tipoRelacion: '', uuids: [''] }],
  conceptos: [concepto],
};

/** The path of every value in it, and of every list and group. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [path];
  const below = Array.isArray(value)
    ? value.flatMap((entry, index) => pathsOf(entry, `${path}[${index}]`))
    : Object.entries(value).flatMap(([name, entry]) =>
        pathsOf(entry, path === '' ? name : `${path}.${name}`),
      );
  return path === '' ? below : [path, ...below];
}

/** Paths that nothing is ever wrong with: flags, and groups that only their fields can be wrong in. */
const SILENT = [
  'conceptos[0].impuestosIncluidos',
  'conceptos[0].impuestosLocales[0].retencion',
  'conceptos[0].aCuentaTerceros',
  'conceptos[0].partes',
  'conceptos[0].partes[0]',
  'emisor',
  'receptor',
  'cfdiRelacionados',
  'cfdiRelacionados[0]',
];

/** Words of the engine's own language, none of which may be left in a path of the API. */
const SPANISH = /[a-z][A-Z]|concepto|impuesto|receptor|emisor|tasa|clave|cantidad|precio|uuids|partes/;

describe('paths of the engine', () => {
  it.each(pathsOf(document).filter((path) => !SILENT.includes(path)))('%s has a name in the API', (path) => {
    const named = apiPath(path);
    expect(named).toBeDefined();
    expect(named).not.toMatch(SPANISH);
  });

  it('are told apart, line by line and tax by tax', () => {
    expect(apiPath('conceptos[12].impuestos[3].tasa')).toBe('items[12].product.taxes[3].rate');
    expect(apiPath('conceptos[12].impuestos[3].base')).toBe('items[12].product.taxes[3].base');
    expect(apiPath('conceptos[12].impuestos[3]')).toBe('items[12].product.taxes[3]');
    expect(apiPath('conceptos[12].impuestos')).toBe('items[12].product.taxes');
    expect(apiPath('conceptos[0].impuestosLocales[1].base')).toBe('items[0].product.local_taxes[1].base');
    expect(apiPath('conceptos[0].partes[1].informacionAduanera[2]')).toBe(
      'items[0].parts[1].customs_keys[2]',
    );
    expect(apiPath('conceptos[0].cuentaPredial[2]')).toBe('items[0].property_tax_account[2]');
    expect(apiPath('conceptos[0]')).toBe('items[0]');
    expect(apiPath('cfdiRelacionados[1].uuids[2]')).toBe('related_documents[1].documents[2]');
    expect(apiPath('receptor.numRegIdTrib')).toBe('customer.tax_id');
  });

  it('that are none stay unknown', () => {
    expect(apiPath('xml')).toBeUndefined();
    expect(inApiWords(field('xml', 'invalid_value')).path).toBe('xml');
    expect(inApiWords({ code: '301', source: 'pac' })).toEqual({
      code: '301',
      source: 'pac',
      location: 'body',
    });
  });

  it('go over with everything else that the problem says', () => {
    const detail = field('conceptos[0].descuento', 'too_large', { params: { max: 1 } });
    expect(inApiWords(detail)).toEqual({ ...detail, path: 'items[0].discount' });
  });
});
