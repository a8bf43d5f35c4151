import type { ClaveImpuesto } from '../comprobante.js';
import type { TipoFactor } from '../input.js';

/** A row of the summary while its lines are added up. */
export interface Grupo<T> {
  readonly impuesto: ClaveImpuesto;
  readonly tipoFactor: TipoFactor;
  readonly tasaOCuota: string | undefined;
  base: T;
  importe: T;
}

/** A row of the implocal complement. */
export interface GrupoLocal<T> {
  readonly nombre: string;
  /** Fraction. */
  readonly tasa: T;
  importe: T;
}

/** The summary's rows: one a transferred impuesto, factor and rate (CFDI40218), one a withheld impuesto (CFDI40208). */
export interface Grupos<T> {
  readonly traslados: Map<string, Grupo<T>>;
  readonly retenciones: Map<string, Grupo<T>>;
  readonly localesTrasladados: Map<string, GrupoLocal<T>>;
  readonly localesRetenidos: Map<string, GrupoLocal<T>>;
}

export const newGrupos = <T>(): Grupos<T> => ({
  traslados: new Map(),
  retenciones: new Map(),
  localesTrasladados: new Map(),
  localesRetenidos: new Map(),
});

/** The row of a key, begun at zero where there is none. */
export function grupo<T>(
  grupos: Map<string, Grupo<T>>,
  clave: string,
  impuesto: ClaveImpuesto,
  tipoFactor: TipoFactor,
  tasaOCuota: string | undefined,
  zero: T,
): Grupo<T> {
  let row = grupos.get(clave);
  if (row === undefined)
    grupos.set(clave, (row = { impuesto, tipoFactor, tasaOCuota, base: zero, importe: zero }));
  return row;
}

/** The implocal row of a name and rate. */
export function grupoLocal<T>(
  grupos: Map<string, GrupoLocal<T>>,
  nombre: string,
  tasa: T,
  zero: T,
): GrupoLocal<T> {
  const clave = `${String(tasa)} ${nombre}`;
  let row = grupos.get(clave);
  if (row === undefined) grupos.set(clave, (row = { nombre, tasa, importe: zero }));
  return row;
}
