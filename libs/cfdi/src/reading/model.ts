import { field, ok, refuseFields, type Result } from '#kernel';
import type {
  Complemento,
  Comprobante,
  Concepto,
  ImpuestoLocal,
  ImpuestosLocales,
  TimbreFiscalDigital,
} from '../comprobante.js';
import { PLAN } from '../document/plan.js';
import type { Seals } from '../document/seals.js';
import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import { implocal } from '../schemas/standards/complementos/implocal.js';
import { findDefects } from '../schemas/check.js';
import type { XmlNode, ParsedComprobante, ParsedConcepto } from '../parsed.js';
import { collapse } from '../text.js';
import { TFD } from '../timbre/timbre.js';
import { children, parseComprobante } from './comprobante.js';
import { modelOf } from './from-node.js';
import {
  readAddenda,
  readComplemento,
  readComplementos,
  isSelloDefect,
  namespacesOf,
  rejectDefects,
} from './parts.js';

export interface ReadComprobante {
  readonly comprobante: Comprobante;
  readonly sellado: Seals;
  readonly timbre?: TimbreFiscalDigital;
}

const TYPES = new Set(['I', 'E', 'P', 'N', 'T']);
const MAX_DEFECTS = 100;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Reads a CFDI 4.0 of any issuer and of any type, stamped or not, sealed or not, into the model that
 * `buildComprobante` gives: `readComprobante(comprobanteXml(x, sellado))` is x. White space of texts is collapsed, as
 * it counts in the cadena original. Refuses (invalid_request) what parseComprobante refuses, a structure that does not
 * hold (Anexo 20's schema), complements that no table knows, and lines with several complements of their own.
 */
export function readComprobante(xml: string): Result<ReadComprobante> {
  const read = parseComprobante(xml);
  return read.ok ? modelOfParsed(read.value, xml) : read;
}

/** The same of a document that was parsed already; `xml` is what it was parsed from. */
export function modelOfParsed(parsed: ParsedComprobante, xml: string): Result<ReadComprobante> {
  const { root, sello, certificado, noCertificado, timbre } = parsed;
  const defects = findDefects(cfdi40.root, root, MAX_DEFECTS).filter((one) => !isSelloDefect(one, root));
  const rejection = rejectDefects(defects) ?? refuseUnknownTipo(root);
  if (rejection) return rejection;
  const complementos = readComplementos(parsed.complementos, 'comprobante');
  if (!complementos.ok) return complementos;
  const own = modelOf<OwnFields>(PLAN, root);
  const conceptos: Concepto[] = [];
  for (const [i, concepto] of own.conceptos.entries()) {
    const complemento = toComplemento((parsed.conceptos[i] as ParsedConcepto).node);
    if (!complemento.ok) return complemento;
    conceptos.push(complemento.value ? { ...concepto, complemento: complemento.value } : concepto);
  }
  const foreign = [...complementos.value, ...conceptos.flatMap(({ complemento }) => complemento ?? [])];
  const namespaces = namespacesOf(
    root,
    new Set([cfdi40.namespace, XSI, TFD, ...foreign.map(({ espacio }) => espacio)]),
  );
  const addenda = readAddenda(xml);
  const locales = parsed.complementos.find(({ namespace }) => namespace === implocal.namespace);
  return ok({
    comprobante: {
      ...own,
      ...(locales && { impuestosLocales: readLocales(locales) }),
      conceptos,
      complementos: complementos.value,
      ...(addenda !== undefined && { addenda }),
      ...((addenda !== undefined || namespaces.length > 0) && { espacios: namespaces }),
    },
    sellado: { noCertificado, certificado, sello },
    ...(timbre && { timbre }),
  });
}

const refuseUnknownTipo = ({ attributes }: XmlNode): Result<never> | undefined =>
  TYPES.has(attributes['TipoDeComprobante'] ?? '')
    ? undefined
    : refuseFields([
        field('Comprobante.TipoDeComprobante', 'invalid_value', { params: { values: 'I, E, P, N, T' } }),
      ]);

/** Attributes of an element as fields, collapsed, those that are there. */
function readNode<T>(
  attributes: Readonly<Record<string, string | undefined>>,
  fields: Readonly<Record<string, string>>,
): T {
  const out: Record<string, string> = {};
  for (const name in fields) {
    const value = attributes[name];
    if (value !== undefined) out[fields[name] as string] = collapse(value);
  }
  return out as T;
}

/** The fields of the model but those that other standards write. */
type OwnFields = Omit<
  Comprobante,
  'conceptos' | 'complementos' | 'addenda' | 'espacios' | 'impuestosLocales'
> & { readonly conceptos: readonly Omit<Concepto, 'complemento'>[] };

/** The content of implocal, as the amounts have it. */
function readLocales({ attributes, children, namespace }: XmlNode): ImpuestosLocales {
  const rowsOf = (element: string, name: string, tasa: string): readonly ImpuestoLocal[] =>
    children
      .filter((child) => child.name === element && child.namespace === namespace)
      .map((child) => readNode(child.attributes, { [name]: 'nombre', [tasa]: 'tasa', Importe: 'importe' }));
  return {
    ...readNode<Pick<ImpuestosLocales, 'totalRetenciones' | 'totalTraslados'>>(attributes, {
      ...{ TotaldeRetenciones: 'totalRetenciones', TotaldeTraslados: 'totalTraslados' },
    }),
    retenciones: rowsOf('RetencionesLocales', 'ImpLocRetenido', 'TasadeRetencion'),
    traslados: rowsOf('TrasladosLocales', 'ImpLocTrasladado', 'TasadeTraslado'),
  };
}

/** What a line carries of another standard; none or one. */
function toComplemento(concepto: XmlNode): Result<Complemento | undefined> {
  const [own, ...more] = children(concepto, 'ComplementoConcepto').flatMap(({ children }) => children);
  if (more.length > 0) return refuseSeveralComplementos();
  return own ? readComplemento(own, 'concepto') : ok(undefined);
}

const refuseSeveralComplementos = (): Result<never> =>
  refuseFields([
    field('xml.ComplementoConcepto', 'invalid_length', {
      params: { max: 1 },
    }),
  ]);
