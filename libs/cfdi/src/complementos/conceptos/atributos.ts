import { field, type Detail } from '#kernel';
import type { ElementoForma } from '../../formas/forma.js';
import { conRuta } from '../../formas/rutas.js';
import type { Nodo } from '../../parsed.js';
import { collapse, textProblem } from '../../text.js';

/** A field of the input for each attribute that is not fixed. */
export type Campos = Readonly<Record<string, string>>;

/**
 * An element without children from an object of the input: `campos` names the field of each attribute. Absent and
 * null fields give none, fixed attributes are added, texts are collapsed; what is no text, or has "|" or characters
 * that XML lacks, is noted in `detalles` at its field.
 */
export function deCampos(
  { nombre, atributos: tabla }: ElementoForma,
  espacio: string,
  datos: unknown,
  ruta: string,
  campos: Campos,
  detalles: Detail[],
): Nodo {
  const atributos: Record<string, string> = {};
  const nodo = conRuta({ nombre, espacio, atributos, hijos: [] }, ruta, campos);
  if (typeof datos !== 'object' || datos === null) {
    detalles.push(field(ruta, 'invalid_type', { params: { expected: 'object' } }));
    return nodo;
  }
  for (const { nombre: name, tipo } of tabla.values()) {
    const campo = campos[name];
    const dado = campo === undefined ? undefined : (datos as Readonly<Record<string, unknown>>)[campo];
    const aqui = `${ruta}.${campo ?? name}`;
    if (dado === undefined || dado === null) {
      if (tipo.fijo !== undefined) atributos[name] = tipo.fijo;
    } else if (typeof dado !== 'string')
      detalles.push(field(aqui, 'invalid_type', { params: { expected: 'string' } }));
    else {
      const problema = textProblem(dado, aqui, Infinity);
      if (problema) detalles.push(problema);
      else atributos[name] = collapse(dado);
    }
  }
  return nodo;
}

/** The details of an element's structure, but for the fields that have a detail of their own already. */
export function sinRepetir(detalles: readonly Detail[], defectos: readonly Detail[]): readonly Detail[] {
  const dichos = new Set(detalles.map(({ path }) => path));
  return [...detalles, ...defectos.filter(({ path }) => !dichos.has(path))];
}
