/** Plain JSON of a caller: an object whose values may be anything. */
export type Objeto = Readonly<Record<string, unknown>>;

export const esObjeto = (dato: unknown): dato is Objeto =>
  typeof dato === 'object' && dato !== null && !Array.isArray(dato);
