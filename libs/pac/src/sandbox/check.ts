import {
  cadenaOriginalOf,
  defectosDeCfdi40,
  parseComprobante,
  revisar,
  type Conocido,
  type Defecto,
  type Falla,
  type Nodo,
  type ParsedComprobante,
} from '#cfdi';
import type { Refusal } from '#kernel';
import { RFC_NOT_FOUND, RFC_NOT_FOUND_FISICA, sandboxTaxpayers } from '#sat';
import { CFDI, hijo } from './nodes.js';
import { sealProblem, type Negativa } from './seal.js';
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

const inscritos = new Map(
  sandboxTaxpayers.map(({ rfc, legalName, zip }) => [rfc, { nombre: legalName, codigoPostal: zip }]),
);

/** The sandbox's register of taxpayers: the public test taxpayers, the RFCs that are not found, and of others nothing. */
export const delSandbox: Conocido = {
  registro: {
    buscar: (rfc) =>
      rfc === RFC_NOT_FOUND || rfc === RFC_NOT_FOUND_FISICA ? 'no_inscrito' : inscritos.get(rfc),
  },
};

const estructura = (texto: string): Negativa => ({
  codigo: '301',
  texto: `La estructura del comprobante es incorrecta: ${texto}`,
  origen: 'pac',
});

/** The first reason of a refusal, in Spanish. */
function motivo({ details }: Refusal): string {
  const message = details?.[0]?.message;
  return typeof message === 'string' ? message : (message?.es ?? 'no puede leerse.');
}

/** Reads a document. Nothing is checked yet. */
export function openDocument(xml: string): Opened {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) return { ilegible: motivo(parsed.refusal), sello: '', triggers: {} };
  const document = parsed.value;
  const numbers = document.conceptos.map(({ atributos }) => atributos.NoIdentificacion);
  return { document, sello: document.sello, triggers: triggersOf(numbers) };
}

/** Checks a document in a real provider's order: structure, stamp, certificate and seal, date, error matrix. */
export function checkDocument(
  { document, ilegible = '' }: Opened,
  now: Date,
  conocido: Conocido = delSandbox,
): { readonly document: ParsedComprobante } | { readonly negativa: Negativa } {
  if (!document) return { negativa: estructura(ilegible) };
  const negativa = negativaDe(document, now, conocido);
  return negativa ? { negativa } : { document };
}

function negativaDe(document: ParsedComprobante, now: Date, conocido: Conocido): Negativa | undefined {
  const { raiz } = document;
  const [defecto] = defectosDeCfdi40(raiz, 1);
  if (defecto) return negativaDeDefecto(raiz, defecto);
  if (document.timbre)
    return { codigo: '707', texto: 'El comprobante ya contiene un timbre fiscal digital.', origen: 'pac' };
  const cadena = cadenaOriginalOf(document);
  if (!cadena.ok) return estructura(motivo(cadena.refusal));
  const seal = sealProblem(document, cadena.value, now);
  if (seal) return seal;
  const [falla] = revisar(raiz, conocido, 1);
  return falla && { codigo: falla.codigo, texto: textoDeFalla(raiz, falla), origen: 'sat' };
}

/** Forms that have a code of their own in the matrix. */
const conCodigo: Readonly<Record<string, string>> = { Fecha: 'CFDI40101', TipoCambio: 'CFDI40117' };

function negativaDeDefecto(raiz: Nodo, defecto: Defecto): Negativa {
  const { nodo, clase, atributo = '' } = defecto;
  const codigo = nodo === raiz && clase === 'valor' ? conCodigo[atributo] : undefined;
  const texto = textoDeDefecto(defecto);
  return codigo === undefined
    ? estructura(`${texto}.`)
    : { codigo, texto: `${texto.charAt(0).toUpperCase()}${texto.slice(1)}.`, origen: 'sat' };
}

/** A defect of structure in Spanish, without a full stop. */
export function textoDeDefecto({ clase, nodo, atributo, hijo: child }: Defecto): string {
  const { nombre } = nodo;
  switch (clase) {
    case 'valor':
      return `el valor de ${nombre}${atributo === undefined ? '' : `/@${atributo}`} no es válido`;
    case 'sobra':
      if (atributo === undefined) return `el elemento raíz no es Comprobante de ${CFDI}`;
      return `no se esperaba el atributo ${nombre}/@${atributo}`;
    case 'falta':
      return atributo === undefined
        ? `falta ${child} en ${nombre}`
        : `falta el atributo ${nombre}/@${atributo}`;
    case 'cantidad':
      return `${nombre} tiene más de un ${child}`;
    case 'orden':
      return `no se esperaba ${child} en ${nombre}`;
  }
}

const contiene = (nodo: Nodo, buscado: Nodo): boolean =>
  nodo === buscado || nodo.hijos.some((child) => contiene(child, buscado));

/** A broken rule in Spanish, with the line where it is broken. */
export function textoDeFalla(raiz: Nodo, { es, nodo }: Falla): string {
  const conceptos = hijo(raiz, 'Conceptos')?.hijos ?? [];
  const line = conceptos.findIndex((concepto) => contiene(concepto, nodo));
  return line < 0 ? es : es.replace(/\.$/, ` (concepto ${line + 1}).`);
}
