import { field, ok, refuseFields, type Result } from '#kernel';
import type {
  Complemento,
  Comprobante,
  Concepto,
  ImpuestoLocal,
  ImpuestosLocales,
  TimbreFiscalDigital,
} from '../comprobante.js';
import { PLAN } from '../documento/plan.js';
import type { Sellado } from '../documento/sellado.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { implocal } from '../formas/estandares/complementos/implocal.js';
import { defectosDe } from '../formas/revisar.js';
import type { Nodo, ParsedConcepto } from '../parsed.js';
import { collapse } from '../text.js';
import { TFD } from '../timbre/timbre.js';
import { children, parseComprobante } from './comprobante.js';
import { modeloDe } from './de-nodo.js';
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
  const propio = modeloDe<Propio>(PLAN, raiz);
  const conceptos: Concepto[] = [];
  for (const [i, concepto] of propio.conceptos.entries()) {
    const complemento = complementoDe((read.value.conceptos[i] as ParsedConcepto).nodo);
    if (!complemento.ok) return complemento;
    conceptos.push(complemento.value ? { ...concepto, complemento: complemento.value } : concepto);
  }
  const ajenos = [...complementos.value, ...conceptos.flatMap(({ complemento }) => complemento ?? [])];
  const espacios = espaciosDe(
    raiz,
    new Set([cfdi40.espacio, XSI, TFD, ...ajenos.map(({ espacio }) => espacio)]),
  );
  const addenda = addendaDe(xml);
  const locales = read.value.complementos.find(({ espacio }) => espacio === implocal.espacio);
  return ok({
    comprobante: {
      ...propio,
      ...(locales && { impuestosLocales: localesDe(locales) }),
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

/** Attributes of an element as fields, collapsed, those that are there. */
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

/** The fields of the model but those that other standards write. */
type Propio = Omit<
  Comprobante,
  'conceptos' | 'complementos' | 'addenda' | 'espacios' | 'impuestosLocales'
> & { readonly conceptos: readonly Omit<Concepto, 'complemento'>[] };

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

/** What a line carries of another standard; none or one. */
function complementoDe(concepto: Nodo): Result<Complemento | undefined> {
  const [propio, ...mas] = children(concepto, 'ComplementoConcepto').flatMap(({ hijos }) => hijos);
  if (mas.length > 0) return variosComplementos();
  return propio ? complementoLeido(propio, 'concepto') : ok(undefined);
}

const variosComplementos = (): Result<never> =>
  refuseFields([
    field('xml.ComplementoConcepto', 'invalid_length', {
      params: { max: 1 },
    }),
  ]);
