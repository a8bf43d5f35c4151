import { parseDecimal } from '#kernel';
import { esObjeto, type Objeto } from '../../objeto.js';

/** Plain JSON of any shape, read without trusting it: what is not as expected counts as absent. */
export const ausente = (dato: unknown): boolean => dato === undefined || dato === null;

/** The objects of a list, or of its container (Ubicaciones: { Ubicacion: [...] }); one alone is a list too. */
export function objetos(dato: unknown, contenido?: string): readonly Objeto[] {
  if (Array.isArray(dato)) return dato.filter(esObjeto);
  if (!esObjeto(dato)) return [];
  return contenido !== undefined && contenido in dato ? objetos(dato[contenido]) : [dato];
}

/** The sum in micros of a field of objects; undefined where one of them has no number there. */
export function suma(de: readonly Objeto[], campo: string): bigint | undefined {
  let total = 0n;
  for (const uno of de) {
    const dado = uno[campo];
    const numero = typeof dado === 'number' || typeof dado === 'string' ? parseDecimal(dado) : undefined;
    if (numero === undefined) return undefined;
    total += numero;
  }
  return total;
}

/** An object with other values at some of its keys; what is undefined is left out. */
export function con(objeto: Objeto, cambios: Objeto): Objeto {
  const nuevo: Record<string, unknown> = { ...objeto };
  for (const [clave, valor] of Object.entries(cambios))
    if (valor === undefined) delete nuevo[clave];
    else nuevo[clave] = valor;
  return nuevo;
}
