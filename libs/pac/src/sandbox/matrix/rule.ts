import type { Documento } from './figures.js';

/**
 * One rule of the tax authority's error matrix: its code, what it asks in Spanish, and whether something breaks
 * it. `T` is what the rule looks at: the whole document, or one concepto or tax of it.
 */
export interface Regla<T> {
  readonly codigo: string;
  readonly texto: string;
  readonly rompe: (x: T, doc: Documento) => boolean;
}

/** A broken rule. */
export interface Falla {
  readonly codigo: string;
  readonly texto: string;
}

export const regla = <T>(number: number, texto: string, rompe: Regla<T>['rompe']): Regla<T> => ({
  codigo: `CFDI40${number}`,
  texto,
  rompe,
});

/** The first broken rule over all of `xs`, with the place where it is broken. */
export function primeraFalla<T>(
  reglas: readonly Regla<T>[],
  xs: readonly T[],
  doc: Documento,
  lugar: (index: number) => string,
): Falla | undefined {
  for (let i = 0; i < xs.length; i += 1)
    for (const { codigo, texto, rompe } of reglas)
      if (rompe(xs[i] as T, doc)) return { codigo, texto: texto + lugar(i) };
  return undefined;
}
