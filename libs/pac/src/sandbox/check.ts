import {
  cadenaOriginalOf,
  findCfdi40Defects,
  parseComprobante,
  check,
  type KnownContext,
  type Defect,
  type Violation,
  type XmlNode,
  type ParsedComprobante,
} from '#cfdi';
import type { Refusal } from '#kernel';
import { RFC_NOT_FOUND, RFC_NOT_FOUND_FISICA, sandboxTaxpayers } from '#sat';
import { CFDI, childOf } from './nodes.js';
import { sealProblem, type SealedParts, type SealRefusal } from './seal.js';
import { triggersOf, type DocumentTriggers } from './triggers.js';

/** A document as it came in, read as far as it can be. */
export interface Opened {
  /** Absent where the text is no CFDI at all. */
  readonly document?: ParsedComprobante;
  readonly ilegible?: string;
  /** The issuer's Sello; empty where there is none. */
  readonly sello: string;
  readonly triggers: DocumentTriggers;
}

const registered = new Map(
  sandboxTaxpayers.map(({ rfc, legalName, zip }) => [rfc, { name: legalName, codigoPostal: zip }]),
);

/** The sandbox's register of taxpayers: the public test taxpayers, the RFCs that are not found, and of others nothing. */
export const ofSandbox: KnownContext = {
  register: {
    find: (rfc) =>
      rfc === RFC_NOT_FOUND || rfc === RFC_NOT_FOUND_FISICA ? 'no_inscrito' : registered.get(rfc),
  },
};

export const structure = (text: string): SealRefusal => ({
  codigo: '301',
  texto: `La estructura del comprobante es incorrecta: ${text}`,
  origen: 'pac',
});

/** The first reason of a refusal, in Spanish. */
export function motivo({ details }: Refusal): string {
  const message = details?.[0]?.message;
  return typeof message === 'string' ? message : (message?.es ?? 'no puede leerse.');
}

/** Reads a document. Nothing is checked yet. */
export function openDocument(xml: string): Opened {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) return { ilegible: motivo(parsed.refusal), sello: '', triggers: {} };
  const document = parsed.value;
  const numbers = document.conceptos.map(({ attributes }) => attributes.NoIdentificacion);
  return { document, sello: document.sello, triggers: triggersOf(numbers) };
}

/** Checks a document in a real provider's order: structure, stamp, certificate and seal, date, error matrix. */
export function checkDocument(
  { document, ilegible = '' }: Opened,
  now: Date,
  known: KnownContext = ofSandbox,
): { readonly document: ParsedComprobante } | { readonly negativa: SealRefusal } {
  if (!document) return { negativa: structure(ilegible) };
  const refusal = refusalOf(document, now, known);
  return refusal ? { negativa: refusal } : { document };
}

function refusalOf(document: ParsedComprobante, now: Date, known: KnownContext): SealRefusal | undefined {
  const { root } = document;
  const [defect] = findCfdi40Defects(root, 1);
  if (defect) return refusalOfDefect(root, defect);
  if (document.timbre)
    return { codigo: '707', texto: 'El comprobante ya contiene un timbre fiscal digital.', origen: 'pac' };
  const cadena = cadenaOriginalOf(document);
  if (!cadena.ok) return structure(motivo(cadena.refusal));
  const seal = sealProblem(sealedParts(document), cadena.value, now);
  if (seal) return seal;
  const [violation] = check(root, known, 1);
  return violation && { codigo: violation.code, texto: textOfViolation(root, violation), origen: 'sat' };
}

const CODES = { certificado: 'CFDI40106', nombre: 'CFDI40138', sello: 'CFDI40102' };

const sealedParts = ({
  attributes,
  emisor,
  sello,
  certificado,
  noCertificado,
}: ParsedComprobante): SealedParts => ({
  ...{ sello, certificado, noCertificado, codes: CODES },
  ...{ rfc: emisor.Rfc, nombre: emisor.Nombre },
  ...{ fecha: attributes.Fecha, lugar: attributes.LugarExpedicion },
});

/** Forms that have a code of their own in the matrix. */
const withCode: Readonly<Record<string, string>> = { Fecha: 'CFDI40101', TipoCambio: 'CFDI40117' };

function refusalOfDefect(root: XmlNode, defect: Defect): SealRefusal {
  const { node, kind, attribute = '' } = defect;
  const code = node === root && kind === 'value' ? withCode[attribute] : undefined;
  const text = textOfDefect(defect);
  return code === undefined
    ? structure(`${text}.`)
    : { codigo: code, texto: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, origen: 'sat' };
}

/** A defect of structure in Spanish, without a full stop. */
export function textOfDefect({ kind, node, attribute, child: child }: Defect): string {
  const { name } = node;
  switch (kind) {
    case 'value':
      return `el valor de ${name}${attribute === undefined ? '' : `/@${attribute}`} no es válido`;
    case 'superfluous':
      if (attribute === undefined) return `el elemento raíz no es Comprobante de ${CFDI}`;
      return `no se esperaba el atributo ${name}/@${attribute}`;
    case 'missing':
      return attribute === undefined
        ? `falta ${child} en ${name}`
        : `falta el atributo ${name}/@${attribute}`;
    case 'count':
      return `${name} tiene más de un ${child}`;
    case 'order':
      return `no se esperaba ${child} en ${name}`;
  }
}

const contiene = (node: XmlNode, wanted: XmlNode): boolean =>
  node === wanted || node.children.some((child) => contiene(child, wanted));

/** A broken rule in Spanish, with the line where it is broken. */
export function textOfViolation(root: XmlNode, { es, node }: Violation): string {
  const conceptos = childOf(root, 'Conceptos')?.children ?? [];
  const line = conceptos.findIndex((concepto) => contiene(concepto, node));
  return line < 0 ? es : es.replace(/\.$/, ` (concepto ${line + 1}).`);
}
