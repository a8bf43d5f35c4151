import fc from 'fast-check';
import type { ElementoForma, Estandar } from '../formas/forma.js';
import type { Tipo } from '../formas/tipos.js';
import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import { clavesPropias, type Claves } from './claves.js';

/** Elements of any standard by its table alone: what its schema has to take, whatever it means. */

const LETRAS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 &<>"\'áÑü€😀.-';
const texto = ([min, max]: readonly [number, number]): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...LETRAS), {
      minLength: Math.max(min, 1),
      maxLength: Math.min(max, Math.max(min, 12)),
    })
    .map((letras) => letras.join(''))
    .map((linea) => collapse(linea).padEnd(min, 'x'))
    .filter((linea) => linea !== '');

function numero({ decimales = 0, limites = {} }: Tipo): fc.Arbitrary<string> {
  const { min = 0, max = 99_999, sobre = false } = limites;
  const escala = 10 ** Math.min(decimales, 6);
  return fc
    .integer({
      min: Math.ceil(min * escala) + (sobre ? 1 : 0),
      max: Math.floor(Math.min(max, 99_999) * escala),
    })
    .map((n) => (n / escala).toFixed(Math.min(decimales, 6)));
}

/** A value of a type; a catalogue's keys, where any are known. */
function valor(tipo: Tipo, estandar: Estandar, claves: Claves): fc.Arbitrary<string> {
  const conocidas = tipo.catalogo === undefined ? [] : claves(tipo.catalogo, estandar);
  if (conocidas.length > 0) return fc.constantFrom(...conocidas);
  const { valores, expresion, longitud, decimales } = tipo;
  if (valores) return fc.constantFrom(...valores);
  if (decimales !== undefined) return numero(tipo);
  if (longitud) return texto(longitud);
  return fc
    .stringMatching(expresion as RegExp)
    .filter(
      (linea) => linea.length <= 400 && tipo.prueba(linea) && collapse(linea) === linea.replaceAll('  ', ' '),
    );
}

export type Extension = 'menor' | 'mayor' | 'cualquiera';

/**
 * An element of a table with what it requires, with everything, or with any of it. Its keys are those of the project's
 * own tables; specs that judge by the official schemas take those that the schemas enumerate.
 */
export function elementoArbitrario(
  forma: ElementoForma,
  estandar: Estandar,
  extension: Extension,
  claves: Claves = clavesPropias,
): fc.Arbitrary<Nodo> {
  const quizas = <T>(opcional: boolean, uno: fc.Arbitrary<T>): fc.Arbitrary<T | null> => {
    if (!opcional || extension === 'mayor') return uno;
    return extension === 'menor' ? fc.constant(null) : fc.option(uno);
  };
  const atributos = fc
    .tuple(
      ...[...forma.atributos.values()].map(({ nombre, requerido, tipo }) =>
        quizas(!requerido, valor(tipo, estandar, claves)).map((texto) => [nombre, texto] as const),
      ),
    )
    .map(
      (pares) => Object.fromEntries(pares.filter(([, texto]) => texto !== null)) as Record<string, string>,
    );
  const elegida = forma.alternativas?.nombres[extension === 'mayor' ? 1 : 0];
  const excluidas = forma.alternativas?.nombres.filter((nombre) => nombre !== elegida) ?? [];
  const admitidos = forma.hijos
    .filter(({ elemento }) => !excluidas.includes(elemento.nombre))
    .map((hijo) => (hijo.elemento.nombre === elegida ? { ...hijo, min: 1 } : hijo));
  const hijos = fc
    .tuple(
      ...admitidos.map(({ elemento, min, max }) =>
        fc.array(elementoArbitrario(elemento, estandar, extension, claves), {
          minLength: extension === 'mayor' ? Math.min(max, Math.max(min, 2)) : min,
          maxLength: extension === 'menor' ? min : Math.min(max, Math.max(min, 2)),
        }),
      ),
    )
    .map((grupos) => grupos.flat());
  const contenido = forma.texto ? valor(forma.texto, estandar, claves) : fc.constant(undefined);
  return fc.tuple(atributos, hijos, contenido).map(([attributes, children, text]) => ({
    ...{ nombre: forma.nombre, espacio: estandar.espacio, atributos: attributes, hijos: children },
    ...(text !== undefined && { texto: text }),
  }));
}
