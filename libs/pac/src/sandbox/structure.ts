import type { Nodo } from '#cfdi';
import { CFDI } from './nodes.js';

/**
 * The shape of a CFDI 4.0 (Anexo 20, cfdv40.xsd): elements in their order, attributes and their patterns.
 * Complements are free here: each has its own standard. Catalogues that are short are checked by value, the
 * others by form.
 */

type Patterns = Readonly<Record<string, RegExp>>;
interface Forma {
  readonly requeridos: Patterns;
  readonly opcionales?: Patterns;
  /** Children in order: name with `?` at most one, `*` any number, `+` at least one; none: exactly one. */
  readonly hijos?: readonly string[];
  /** Any elements inside: Complemento, Addenda, ComplementoConcepto. */
  readonly libre?: true;
}

const text = (max: number) => new RegExp(`^[^|]{1,${max}}$`, 'u');
const IMPORTE = /^\d{1,18}(\.\d{1,6})?$/;
const POSITIVO = /^(?=.*[1-9])\d{1,18}(\.\d{1,6})?$/;
const TASA = /^\d{1,12}(\.\d{1,6})?$/;
const RFC = /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/;
const CP = /^\d{5}$/;
const REGIMEN = /^(60[135-8]|61[0-24-6]|62[0-6])$/;
/** Far beyond a certificate or a seal of 4096 bits. */
const BASE64 = /^[A-Za-z0-9+/]{1,10000}={0,2}$/;
const IMPUESTO = /^00[123]$/;
const FACTOR = /^(Tasa|Cuota|Exento)$/;
const PEDIMENTO = /^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/;

const formas: Readonly<Record<string, Forma>> = {
  Comprobante: {
    requeridos: {
      Version: /^4\.0$/,
      Fecha: /^20[1-9]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
      Sello: BASE64,
      NoCertificado: /^\d{20}$/,
      Certificado: BASE64,
      SubTotal: IMPORTE,
      Moneda: /^[A-Z]{3}$/,
      Total: IMPORTE,
      TipoDeComprobante: /^[IETNP]$/,
      Exportacion: /^0[1-4]$/,
      LugarExpedicion: CP,
    },
    opcionales: {
      Serie: text(25),
      Folio: text(40),
      FormaPago: /^(0[1-68]|1[2-57]|2[3-9]|3[01]|99)$/,
      CondicionesDePago: text(1000),
      Descuento: IMPORTE,
      TipoCambio: POSITIVO,
      MetodoPago: /^(PUE|PPD)$/,
      Confirmacion: /^[0-9a-zA-Z]{5}$/,
    },
    hijos: [
      'InformacionGlobal?',
      'CfdiRelacionados*',
      'Emisor',
      'Receptor',
      'Conceptos',
      'Impuestos?',
      'Complemento?',
      'Addenda?',
    ],
  },
  InformacionGlobal: {
    requeridos: { Periodicidad: /^0[1-5]$/, Meses: /^(0[1-9]|1[0-8])$/, Año: /^20\d{2}$/ },
  },
  CfdiRelacionados: { requeridos: { TipoRelacion: /^0[1-7]$/ }, hijos: ['CfdiRelacionado+'] },
  CfdiRelacionado: { requeridos: { UUID: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/ } },
  Emisor: {
    requeridos: { Rfc: RFC, Nombre: text(300), RegimenFiscal: REGIMEN },
    opcionales: { FacAtrAdquirente: /^\d{10}$/ },
  },
  Receptor: {
    requeridos: {
      Rfc: RFC,
      Nombre: text(300),
      DomicilioFiscalReceptor: CP,
      RegimenFiscalReceptor: REGIMEN,
      UsoCFDI: /^(G0[1-3]|I0[1-8]|D(0[1-9]|10)|S01|CP01|CN01)$/,
    },
    opcionales: { ResidenciaFiscal: /^[A-Z]{3}$/, NumRegIdTrib: /^.{1,40}$/u },
  },
  Conceptos: { requeridos: {}, hijos: ['Concepto+'] },
  Concepto: {
    requeridos: {
      ClaveProdServ: /^\d{8}$/,
      Cantidad: POSITIVO,
      ClaveUnidad: /^[A-Za-z0-9]{1,3}$/,
      Descripcion: text(1000),
      ValorUnitario: IMPORTE,
      Importe: IMPORTE,
      ObjetoImp: /^0[1-8]$/,
    },
    opcionales: { NoIdentificacion: text(100), Unidad: text(20), Descuento: IMPORTE },
    hijos: [
      'Impuestos?',
      'ACuentaTerceros?',
      'InformacionAduanera*',
      'CuentaPredial*',
      'ComplementoConcepto?',
      'Parte*',
    ],
  },
  'Concepto/Impuestos': { requeridos: {}, hijos: ['Traslados?', 'Retenciones?'] },
  'Concepto/Traslados': { requeridos: {}, hijos: ['Traslado+'] },
  'Concepto/Retenciones': { requeridos: {}, hijos: ['Retencion+'] },
  'Concepto/Traslado': {
    requeridos: { Base: IMPORTE, Impuesto: IMPUESTO, TipoFactor: FACTOR },
    opcionales: { TasaOCuota: TASA, Importe: IMPORTE },
  },
  'Concepto/Retencion': {
    requeridos: { Base: IMPORTE, Impuesto: IMPUESTO, TipoFactor: FACTOR, TasaOCuota: TASA, Importe: IMPORTE },
  },
  ACuentaTerceros: {
    requeridos: {
      RfcACuentaTerceros: RFC,
      NombreACuentaTerceros: text(300),
      RegimenFiscalACuentaTerceros: REGIMEN,
      DomicilioFiscalACuentaTerceros: CP,
    },
  },
  InformacionAduanera: { requeridos: { NumeroPedimento: PEDIMENTO } },
  CuentaPredial: { requeridos: { Numero: /^[0-9a-zA-Z]{1,150}$/ } },
  ComplementoConcepto: { requeridos: {}, libre: true },
  Parte: {
    requeridos: { ClaveProdServ: /^\d{8}$/, Cantidad: POSITIVO, Descripcion: text(1000) },
    opcionales: { NoIdentificacion: text(100), Unidad: text(20), ValorUnitario: IMPORTE, Importe: IMPORTE },
    hijos: ['InformacionAduanera*'],
  },
  Impuestos: {
    requeridos: {},
    opcionales: { TotalImpuestosRetenidos: IMPORTE, TotalImpuestosTrasladados: IMPORTE },
    hijos: ['Retenciones?', 'Traslados?'],
  },
  Retenciones: { requeridos: {}, hijos: ['Retencion+'] },
  Traslados: { requeridos: {}, hijos: ['Traslado+'] },
  Retencion: { requeridos: { Impuesto: IMPUESTO, Importe: IMPORTE } },
  Traslado: {
    requeridos: { Base: IMPORTE, Impuesto: IMPUESTO, TipoFactor: FACTOR },
    opcionales: { TasaOCuota: TASA, Importe: IMPORTE },
  },
  Complemento: { requeridos: {}, libre: true },
  Addenda: { requeridos: {}, libre: true },
};

interface Compiled {
  readonly patterns: ReadonlyMap<string, RegExp>;
  readonly required: readonly string[];
  readonly libre: boolean;
  readonly hijos: readonly { nombre: string; min: number; max: number }[];
}

const compiled = new Map<string, Compiled>(
  Object.entries(formas).map(([name, forma]) => [
    name,
    {
      patterns: new Map(Object.entries({ ...forma.requeridos, ...forma.opcionales })),
      required: Object.keys(forma.requeridos),
      libre: forma.libre ?? false,
      hijos: (forma.hijos ?? []).map((entry) => ({
        nombre: entry.replace(/[?*+]$/, ''),
        min: /[?*]$/.test(entry) ? 0 : 1,
        max: /[*+]$/.test(entry) ? Infinity : 1,
      })),
    },
  ]),
);

/** What is wrong with the structure, in Spanish, or nothing. */
export function structureProblem(raiz: Nodo): string | undefined {
  if (raiz.nombre !== 'Comprobante' || raiz.espacio !== CFDI)
    return `el elemento raíz no es Comprobante de ${CFDI}`;
  return problemOf(raiz, false);
}

/** Inside a Concepto the tax elements have the same names as in the summary, and other attributes. */
function problemOf(nodo: Nodo, inConcepto: boolean): string | undefined {
  const forma =
    (inConcepto ? compiled.get(`Concepto/${nodo.nombre}`) : undefined) ?? compiled.get(nodo.nombre);
  if (!forma) return `no se esperaba el elemento ${nodo.nombre}`;
  for (const name in nodo.atributos) {
    const pattern = forma.patterns.get(name);
    if (pattern) {
      if (!pattern.test(nodo.atributos[name] ?? ''))
        return `el valor de ${nodo.nombre}/@${name} no es válido`;
    } else if (!name.startsWith('xmlns') && name !== 'xsi:schemaLocation')
      return `no se esperaba el atributo ${nodo.nombre}/@${name}`;
  }
  for (const name of forma.required)
    if (nodo.atributos[name] === undefined) return `falta el atributo ${nodo.nombre}/@${name}`;
  return forma.libre ? undefined : childrenProblem(nodo, forma, inConcepto || nodo.nombre === 'Concepto');
}

/** Children must come in the order of the standard, each as often as it may. */
function childrenProblem(nodo: Nodo, forma: Compiled, inConcepto: boolean): string | undefined {
  let at = 0;
  for (const slot of forma.hijos) {
    let count = 0;
    for (
      let child = nodo.hijos[at];
      child?.nombre === slot.nombre && child.espacio === CFDI;
      child = nodo.hijos[++at]
    ) {
      if (++count > slot.max) return `${nodo.nombre} tiene más de un ${slot.nombre}`;
      const problem = problemOf(child, inConcepto);
      if (problem) return problem;
    }
    if (count < slot.min) return `falta ${slot.nombre} en ${nodo.nombre}`;
  }
  const extra = nodo.hijos[at];
  return extra && `no se esperaba ${extra.nombre} en ${nodo.nombre}`;
}
