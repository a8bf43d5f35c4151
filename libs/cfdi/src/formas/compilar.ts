import type { AtributoForma, ElementoForma } from './forma.js';
import type { Tipo } from './tipos.js';

/**
 * A table made ready for checking thousands of elements: lists in place of maps, and for the usual types a test that
 * scans characters. A quick test that says yes is right; its no is for the type itself to judge.
 */
export interface Atributo {
  readonly nombre: string;
  readonly requerido: boolean;
  readonly tipo: Tipo;
  readonly rapida: (valor: string) => boolean;
}

export interface Compilada {
  readonly forma: ElementoForma;
  readonly atributos: readonly Atributo[];
  readonly hijos: readonly {
    readonly nombre: string;
    readonly compilada: Compilada;
    readonly min: number;
    readonly max: number;
  }[];
}

const compiladas = new WeakMap<ElementoForma, Compilada>();

export function compilar(forma: ElementoForma): Compilada {
  let lista = compiladas.get(forma);
  if (lista === undefined) {
    lista = {
      forma,
      atributos: [...forma.atributos.values()].map(compilarAtributo),
      hijos: forma.hijos.map(({ elemento, min, max }) => ({
        ...{ nombre: elemento.nombre, min, max },
        compilada: compilar(elemento),
      })),
    };
    compiladas.set(forma, lista);
  }
  return lista;
}

const compilarAtributo = ({ nombre, requerido, tipo }: AtributoForma): Atributo => ({
  ...{ nombre, requerido, tipo },
  rapida: pruebaRapida(tipo),
});

function pruebaRapida(tipo: Tipo): (valor: string) => boolean {
  const { decimales, limites = {}, expresion } = tipo;
  if (decimales !== undefined) {
    const { min = 0, max, sobre = false, enteros = 18 } = limites;
    // A limit that is the smallest number of the form only asks for some digit that is not zero.
    const positivo = min > 0 || sobre;
    const simple = max === undefined && (sobre ? min === 0 : min <= 10 ** -decimales);
    return simple ? (valor) => esNumero(valor, enteros, decimales, positivo) : tipo.prueba;
  }
  const [, cuantos] = /^\^\\d(?:\{(\d+)\})?\$$/.exec(expresion?.source ?? '') ?? [];
  if (cuantos !== undefined) {
    const largo = Number(cuantos);
    return (valor) => valor.length === largo && soloDigitos(valor);
  }
  return repetida(tipo.prueba);
}

function soloDigitos(valor: string): boolean {
  for (let i = 0; i < valor.length; i += 1) {
    const digito = valor.charCodeAt(i) - 48;
    if (digito < 0 || digito > 9) return false;
  }
  return true;
}

/** Plain digits, with at most this many before and after the point; `positivo`: not all of them zero. */
function esNumero(valor: string, enteros: number, decimales: number, positivo: boolean): boolean {
  const { length } = valor;
  let punto = length;
  let algo = !positivo;
  for (let i = 0; i < length; i += 1) {
    const digito = valor.charCodeAt(i) - 48;
    if (digito === -2 && punto === length) punto = i;
    else if (digito < 0 || digito > 9) return false;
    else if (digito > 0) algo = true;
  }
  const despues = length - punto - 1;
  return algo && punto > 0 && punto <= enteros && despues !== 0 && despues <= decimales;
}

/** V8 copies texts shorter than this out of the document; a longer one would hold the whole document in memory. */
const CORTO = 13;

/** Lines repeat their keys: what was right a line ago is not asked again. */
function repetida(prueba: (valor: string) => boolean): (valor: string) => boolean {
  let bueno: string | undefined;
  return (valor) => {
    if (valor === bueno) return true;
    if (!prueba(valor)) return false;
    if (valor.length < CORTO) bueno = valor;
    return true;
  };
}
