import { field, formatDecimal, parseDecimal, roundMicros, type Detail } from '#kernel';
import type { ElementoForma } from '../../formas/forma.js';
import type { Tipo } from '../../formas/tipos.js';
import { collapse, textProblem } from '../../text.js';
import type { Objeto } from '../../objeto.js';

/** Attributes of an element from the fields of an object of the input, which is not trusted to have its types. */
export const ausente = (dato: unknown): boolean => dato === undefined || dato === null;

/** Longer texts are no numbers that anybody wrote. */
const MAX_NUMERO = 100;

const ACENTOS = /[\u0300-\u036f]/g;
const PROPIOS: Readonly<Record<string, string>> = { EntidadSNCF: 'entidadSncf' };

/** The input's name of an attribute or child: its own without accents, the first letter small (Año: ano). */
export const campoDe = (nombre: string): string =>
  PROPIOS[nombre] ?? nombre.charAt(0).toLowerCase() + nombre.slice(1).normalize('NFD').replace(ACENTOS, '');

interface Campos {
  /** Fields by attribute or child, for `conRuta`. */
  readonly nombres: Readonly<Record<string, string>>;
  readonly conocidos: ReadonlySet<string>;
}

const campos = new WeakMap<ElementoForma, Campos>();

/** The names of an element's attributes and children in the input. */
export function camposDe(forma: ElementoForma): Campos {
  const conocidos = campos.get(forma);
  if (conocidos) return conocidos;
  const todos = [...forma.atributos.keys(), ...forma.hijos.map(({ elemento }) => elemento.nombre)];
  const nombres = Object.fromEntries(todos.map((nombre) => [nombre, campoDe(nombre)]));
  const suyos = { nombres, conocidos: new Set(Object.values(nombres)) };
  campos.set(forma, suyos);
  return suyos;
}

export const malTipo = (ruta: string, expected: string): Detail =>
  field(ruta, 'invalid_type', { params: { expected } });

/** A decimal of the input in micros; digits beyond the sixth are rounded half-up. */
export function micros(dado: unknown): bigint | undefined {
  if (typeof dado !== 'number' && typeof dado !== 'string') return undefined;
  return String(dado).length > MAX_NUMERO ? undefined : parseDecimal(dado);
}

/**
 * A number as its attribute has it: whole numbers as they are, amounts in MXN with two decimals, others with as many as
 * they need; what has more than the attribute takes is rounded half-up.
 */
function numero(decimales: number, dado: unknown): string | undefined {
  const valor = micros(dado);
  if (valor === undefined) return undefined;
  // A fraction of a day or of an hour stays, for the table to refuse.
  if (decimales === 0) return formatDecimal(valor);
  return formatDecimal(roundMicros(valor, decimales), { min: decimales === 2 ? 2 : 0 });
}

/** The text of an attribute, or nothing where the input has none or a wrong one, which is noted. */
export function valorDe(tipo: Tipo, dado: unknown, ruta: string, detalles: Detail[]): string | undefined {
  if (ausente(dado)) return undefined;
  if (tipo.decimales !== undefined) {
    const texto = numero(tipo.decimales, dado);
    if (texto === undefined) detalles.push(malTipo(ruta, 'number'));
    return texto;
  }
  if (typeof dado !== 'string') {
    detalles.push(malTipo(ruta, 'string'));
    return undefined;
  }
  // White space counts as nothing; the table checks lengths and formats.
  const texto = collapse(dado);
  if (texto === '') return undefined;
  const problema = textProblem(texto, ruta, Infinity);
  if (!problema) return texto;
  detalles.push(problema);
  return undefined;
}

/**
 * An element's attributes in the order of its table. `propios` are those that are not read from the field of their
 * name; a field that the element does not know is noted, unless it is among `otros`.
 */
export function atributosDe(
  forma: ElementoForma,
  datos: Objeto,
  ruta: string,
  detalles: Detail[],
  propios: Readonly<Record<string, string | undefined>> = {},
  otros: readonly string[] = [],
): Record<string, string> {
  const { nombres, conocidos } = camposDe(forma);
  for (const campo of Object.keys(datos))
    if (!conocidos.has(campo) && !otros.includes(campo))
      detalles.push(field(`${ruta}.${campo.slice(0, 100)}`, 'unknown_field'));
  const atributos: Record<string, string> = {};
  for (const { nombre, tipo } of forma.atributos.values()) {
    const texto =
      tipo.fijo ??
      (nombre in propios
        ? propios[nombre]
        : valorDe(tipo, datos[nombres[nombre] as string], `${ruta}.${nombres[nombre]}`, detalles));
    if (texto !== undefined) atributos[nombre] = texto;
  }
  return atributos;
}
