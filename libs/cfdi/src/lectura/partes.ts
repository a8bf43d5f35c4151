import { SaxesParser } from 'saxes';
import { field, ok, refuseFields, type Result } from '#kernel';
import type { EspacioInput } from '../complementos/input.js';
import type { Complemento } from '../comprobante.js';
import { detallesDe } from '../formas/detalles.js';
import { complementoDe } from '../formas/escribir.js';
import { estandarDe, type Destino } from '../formas/estandares/index.js';
import { defectosDe, type Defecto } from '../formas/revisar.js';
import type { Nodo } from '../parsed.js';

/** What the models of both documents have in common when they are read: complements, namespaces, addenda. */

const MAX_DEFECTOS = 100;
const SELLO = new Set(['Sello', 'NoCertificado', 'Certificado']);

/** Whether a defect is of the seal's attributes: what is not sealed yet has none. */
export const esDelSello = ({ nodo, atributo }: Defecto, raiz: Nodo): boolean =>
  nodo === raiz && atributo !== undefined && SELLO.has(atributo);

/** Refuses (invalid_request) a document whose structure does not hold: its paths are those of the elements. */
export function rechazoDe(defectos: readonly Defecto[]): Result<never> | undefined {
  const detalles = detallesDe(defectos.slice(0, MAX_DEFECTOS));
  return detalles.length === 0 ? undefined : refuseFields(detalles);
}

/** An element without declarations and addresses of schemas, its values as XML has them: no line breaks. */
function limpio({ nombre, espacio, atributos, hijos, texto }: Nodo): Nodo {
  const propios: Record<string, string> = {};
  for (const name in atributos)
    if (name !== 'xmlns' && !name.includes(':'))
      propios[name] = (atributos[name] as string).replace(/[\t\r\n]/g, ' ');
  return {
    ...{ nombre, espacio, atributos: propios, hijos: hijos.map(limpio) },
    ...(texto !== undefined && { texto }),
  };
}

/**
 * A complement that was read, with the prefix of its standard. Refuses (invalid_request) one that no table knows, and
 * one whose structure does not hold.
 */
export function complementoLeido(nodo: Nodo, destino: Destino): Result<Complemento> {
  const estandar = estandarDe(nodo, destino);
  if (!estandar) return complementoDesconocido(nodo);
  return (
    rechazoDe(defectosDe(estandar.raiz, nodo, MAX_DEFECTOS)) ?? ok(complementoDe(estandar, limpio(nodo)))
  );
}

/** What a complement that no table knows adds to the cadena original cannot be told. */
export const complementoDesconocido = ({ nombre }: Nodo): Result<never> =>
  refuseFields([
    field(`xml.${nombre.slice(0, 100)}`, 'invalid_value', {
      message: {
        es: `No se conoce el complemento "${nombre.slice(0, 100)}".`,
        en: `The complement "${nombre.slice(0, 100)}" is not known.`,
      },
    }),
  ]);

/** All of them, or the first refusal. */
export function complementosLeidos(nodos: readonly Nodo[], destino: Destino): Result<readonly Complemento[]> {
  const leidos: Complemento[] = [];
  for (const nodo of nodos) {
    const leido = complementoLeido(nodo, destino);
    if (!leido.ok) return leido;
    leidos.push(leido.value);
  }
  return ok(leidos);
}

/** Namespaces that the root declares beside those of `propios`, with the addresses of their schemas. */
export function espaciosDe({ atributos }: Nodo, propios: ReadonlySet<string>): readonly EspacioInput[] {
  const esquemas = new Map<string, string>();
  const pares = (atributos['xsi:schemaLocation'] ?? '').trim().split(/\s+/);
  for (let i = 0; i + 1 < pares.length; i += 2) esquemas.set(pares[i] as string, pares[i + 1] as string);
  return Object.entries(atributos).flatMap(([name, uri]) =>
    name.startsWith('xmlns:') && !propios.has(uri)
      ? [{ prefijo: name.slice(6), uri, esquema: esquemas.get(uri) ?? '' }]
      : [],
  );
}

/** What is inside of the root's Addenda, byte for byte; undefined where there is none. The XML was read before. */
export function addendaDe(xml: string): string | undefined {
  if (!/<(?:[\w.-]+:)?Addenda[\s/>]/.test(xml)) return undefined;
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let from = -1;
  let found: string | undefined;
  const isAddenda = (name: string): boolean => name.slice(name.indexOf(':') + 1) === 'Addenda';
  parser.on('opentag', ({ name }) => {
    if (depth === 1 && isAddenda(name)) from = parser.position;
    depth += 1;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth -= 1;
    if (depth === 1 && isAddenda(name))
      found = isSelfClosing ? '' : xml.slice(from, xml.lastIndexOf('<', parser.position - 1));
  });
  parser.write(xml).close();
  return found;
}
