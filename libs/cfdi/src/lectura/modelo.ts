import { field, ok, refuseFields, type Result } from '#kernel';
import type {
  ClaveImpuesto,
  Complemento,
  Comprobante,
  Concepto,
  ImpuestoLocal,
  ImpuestosLocales,
  Parte,
  Retencion,
  TimbreFiscalDigital,
  Traslado,
} from '../comprobante.js';
import type { Sellado } from '../documento/xml.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { implocal } from '../formas/estandares/complementos/implocal.js';
import { defectosDe } from '../formas/revisar.js';
import type { TipoDeComprobante } from '../input.js';
import type { Nodo, ParsedComprobante, ParsedConcepto, ParsedImpuesto } from '../parsed.js';
import { collapse } from '../text.js';
import { TFD } from '../timbre/timbre.js';
import { children, parseComprobante } from './comprobante.js';
import {
  addendaDe,
  complementoLeido,
  complementosLeidos,
  esDelSello,
  espaciosDe,
  rechazoDe,
} from './partes.js';

export interface ComprobanteLeido {
  readonly comprobante: Comprobante;
  readonly sellado: Sellado;
  readonly timbre?: TimbreFiscalDigital;
}

const TIPOS = new Set(['I', 'E', 'P', 'N', 'T']);
const MAX_DEFECTOS = 100;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Reads a CFDI 4.0 of any issuer and of any type, stamped or not, sealed or not, into the model that
 * `buildComprobante` gives: `leerComprobante(comprobanteXml(x, sellado))` is x. White space of texts is collapsed, as
 * it counts in the cadena original. Refuses (invalid_request) what parseComprobante refuses, a structure that does not
 * hold (Anexo 20's schema), complements that no table knows, and lines with several complements of their own.
 */
export function leerComprobante(xml: string): Result<ComprobanteLeido> {
  const read = parseComprobante(xml);
  if (!read.ok) return read;
  const { raiz, sello, certificado, noCertificado, timbre } = read.value;
  const defectos = defectosDe(cfdi40.raiz, raiz, MAX_DEFECTOS).filter((uno) => !esDelSello(uno, raiz));
  const rechazo = rechazoDe(defectos) ?? tipoDesconocido(raiz);
  if (rechazo) return rechazo;
  const complementos = complementosLeidos(read.value.complementos, 'comprobante');
  if (!complementos.ok) return complementos;
  const conceptos: Concepto[] = [];
  for (const concepto of read.value.conceptos) {
    const leido = conceptoDe(concepto);
    if (!leido.ok) return leido;
    conceptos.push(leido.value);
  }
  const propios = [...complementos.value, ...conceptos.flatMap(({ complemento }) => complemento ?? [])];
  const espacios = espaciosDe(
    raiz,
    new Set([cfdi40.espacio, XSI, TFD, ...propios.map(({ espacio }) => espacio)]),
  );
  const addenda = addendaDe(xml);
  return ok({
    comprobante: {
      ...encabezadoDe(read.value),
      conceptos,
      complementos: complementos.value,
      ...(addenda !== undefined && { addenda }),
      ...((addenda !== undefined || espacios.length > 0) && { espacios }),
    },
    sellado: { noCertificado, certificado, sello },
    ...(timbre && { timbre }),
  });
}

const tipoDesconocido = ({ atributos }: Nodo): Result<never> | undefined =>
  TIPOS.has(atributos['TipoDeComprobante'] ?? '')
    ? undefined
    : refuseFields([
        field('Comprobante.TipoDeComprobante', 'invalid_value', { params: { values: 'I, E, P, N, T' } }),
      ]);

/** Attributes of an element as fields, collapsed, those that are there; a pedimento's double spaces are not text. */
function leer<T>(
  atributos: Readonly<Record<string, string | undefined>>,
  campos: Readonly<Record<string, string>>,
): T {
  const out: Record<string, string> = {};
  for (const name in campos) {
    const valor = atributos[name];
    if (valor !== undefined) out[campos[name] as string] = collapse(valor);
  }
  return out as T;
}

const ENCABEZADO = {
  ...{ Serie: 'serie', Folio: 'folio', Fecha: 'fecha', FormaPago: 'formaPago', MetodoPago: 'metodoPago' },
  ...{ CondicionesDePago: 'condicionesDePago', SubTotal: 'subTotal', Descuento: 'descuento' },
  ...{ Moneda: 'moneda', TipoCambio: 'tipoCambio', Total: 'total', Exportacion: 'exportacion' },
  ...{ LugarExpedicion: 'lugarExpedicion', Confirmacion: 'confirmacion', TipoDeComprobante: 'tipo' },
};
type Encabezado = { readonly tipo: TipoDeComprobante } & Pick<
  Comprobante,
  'fecha' | 'subTotal' | 'moneda' | 'total' | 'exportacion' | 'lugarExpedicion'
>;
const EMISOR = {
  ...{ Rfc: 'rfc', Nombre: 'nombre', RegimenFiscal: 'regimenFiscal', FacAtrAdquirente: 'facAtrAdquirente' },
};
const RECEPTOR = {
  ...{ Rfc: 'rfc', Nombre: 'nombre', DomicilioFiscalReceptor: 'domicilioFiscal', UsoCFDI: 'usoCfdi' },
  ...{ ResidenciaFiscal: 'residenciaFiscal', NumRegIdTrib: 'numRegIdTrib' },
  RegimenFiscalReceptor: 'regimenFiscal',
};

function encabezadoDe(
  parsed: ParsedComprobante,
): Omit<Comprobante, 'conceptos' | 'complementos' | 'addenda' | 'espacios'> {
  const { atributos, emisor, receptor, informacionGlobal: global, impuestos, complementos } = parsed;
  const locales = complementos.find(({ espacio }) => espacio === implocal.espacio);
  return {
    ...leer<Encabezado>(atributos, ENCABEZADO),
    emisor: leer(emisor, EMISOR),
    receptor: leer(receptor, RECEPTOR),
    ...(global && {
      informacionGlobal: {
        ...leer<{ periodicidad: string; meses: string }>(global, {
          Periodicidad: 'periodicidad',
          Meses: 'meses',
        }),
        anio: Number(global['Año']),
      },
    }),
    cfdiRelacionados: parsed.cfdiRelacionados,
    ...(impuestos?.totalImpuestosTrasladados !== undefined && {
      totalImpuestosTrasladados: impuestos.totalImpuestosTrasladados,
    }),
    ...(impuestos?.totalImpuestosRetenidos !== undefined && {
      totalImpuestosRetenidos: impuestos.totalImpuestosRetenidos,
    }),
    traslados: impuestos?.traslados.map((fila) => impuestoDe<Traslado>(fila)) ?? [],
    retenciones:
      impuestos?.retenciones.map((fila) => impuestoDe<{ impuesto: ClaveImpuesto; importe: string }>(fila)) ??
      [],
    ...(locales && { impuestosLocales: localesDe(locales) }),
  };
}

const IMPUESTO = {
  ...{ Base: 'base', Impuesto: 'impuesto', TipoFactor: 'tipoFactor', TasaOCuota: 'tasaOCuota' },
  Importe: 'importe',
};
const impuestoDe = <T>(fila: ParsedImpuesto): T => leer<T>(fila, IMPUESTO);

/** The content of implocal, as the amounts have it. */
function localesDe({ atributos, hijos, espacio }: Nodo): ImpuestosLocales {
  const filas = (elemento: string, nombre: string, tasa: string): readonly ImpuestoLocal[] =>
    hijos
      .filter((hijo) => hijo.nombre === elemento && hijo.espacio === espacio)
      .map((hijo) => leer(hijo.atributos, { [nombre]: 'nombre', [tasa]: 'tasa', Importe: 'importe' }));
  return {
    ...leer<Pick<ImpuestosLocales, 'totalRetenciones' | 'totalTraslados'>>(atributos, {
      ...{ TotaldeRetenciones: 'totalRetenciones', TotaldeTraslados: 'totalTraslados' },
    }),
    retenciones: filas('RetencionesLocales', 'ImpLocRetenido', 'TasadeRetencion'),
    traslados: filas('TrasladosLocales', 'ImpLocTrasladado', 'TasadeTraslado'),
  };
}

const CONCEPTO = {
  ...{ ClaveProdServ: 'claveProdServ', NoIdentificacion: 'noIdentificacion', Cantidad: 'cantidad' },
  ...{ ClaveUnidad: 'claveUnidad', Unidad: 'unidad', Descripcion: 'descripcion', Importe: 'importe' },
  ...{ ValorUnitario: 'valorUnitario', Descuento: 'descuento', ObjetoImp: 'objetoImp' },
};
const TERCERO = {
  ...{ RfcACuentaTerceros: 'rfc', NombreACuentaTerceros: 'nombre' },
  ...{ RegimenFiscalACuentaTerceros: 'regimenFiscal', DomicilioFiscalACuentaTerceros: 'domicilioFiscal' },
};

const atributo = (nodos: readonly Nodo[], name: string): readonly string[] =>
  nodos.map(({ atributos }) => atributos[name] ?? '');
const pedimentos = (nodo: Nodo): readonly string[] =>
  atributo(children(nodo, 'InformacionAduanera'), 'NumeroPedimento');

function conceptoDe({ nodo, traslados, retenciones }: ParsedConcepto): Result<Concepto> {
  const [tercero] = children(nodo, 'ACuentaTerceros');
  const [propio, ...mas] = children(nodo, 'ComplementoConcepto').flatMap(({ hijos }) => hijos);
  if (mas.length > 0) return variosComplementos();
  let complemento: Complemento | undefined;
  if (propio) {
    const leido = complementoLeido(propio, 'concepto');
    if (!leido.ok) return leido;
    complemento = leido.value;
  }
  return ok({
    ...leer<Pick<Concepto, 'claveProdServ' | 'cantidad' | 'claveUnidad' | 'descripcion' | 'objetoImp'>>(
      nodo.atributos,
      CONCEPTO,
    ),
    ...leer<Pick<Concepto, 'valorUnitario' | 'importe'>>(nodo.atributos, CONCEPTO),
    traslados: traslados.map((fila) => impuestoDe<Traslado>(fila)),
    retenciones: retenciones.map((fila) => impuestoDe<Retencion>(fila)),
    ...(tercero && { aCuentaTerceros: leer(tercero.atributos, TERCERO) }),
    informacionAduanera: pedimentos(nodo),
    cuentaPredial: atributo(children(nodo, 'CuentaPredial'), 'Numero'),
    ...(complemento && { complemento }),
    partes: children(nodo, 'Parte').map(parteDe),
  });
}

const parteDe = (nodo: Nodo): Parte => ({
  ...leer<Pick<Parte, 'claveProdServ' | 'cantidad' | 'descripcion'>>(nodo.atributos, CONCEPTO),
  informacionAduanera: pedimentos(nodo),
});

const variosComplementos = (): Result<never> =>
  refuseFields([
    field('xml.ComplementoConcepto', 'invalid_length', {
      params: { max: 1 },
    }),
  ]);
