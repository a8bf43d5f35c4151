import type { ImpuestoKey } from '../comprobante.js';
import type { TipoFactor } from '../input.js';

/** A row of the summary while its lines are added up. */
export interface TaxGroup<T> {
  readonly impuesto: ImpuestoKey;
  readonly tipoFactor: TipoFactor;
  readonly tasaOCuota: string | undefined;
  base: T;
  importe: T;
}

/** A row of the implocal complement. */
export interface LocalTaxGroup<T> {
  readonly nombre: string;
  /** Fraction. */
  readonly tasa: T;
  importe: T;
}

/** The summary's rows: one a transferred impuesto, factor and rate (CFDI40218), one a withheld impuesto (CFDI40208). */
export interface TaxGroups<T> {
  readonly traslados: Map<string, TaxGroup<T>>;
  readonly retenciones: Map<string, TaxGroup<T>>;
  readonly localesTrasladados: Map<string, LocalTaxGroup<T>>;
  readonly localesRetenidos: Map<string, LocalTaxGroup<T>>;
}

export const createGroups = <T>(): TaxGroups<T> => ({
  traslados: new Map(),
  retenciones: new Map(),
  localesTrasladados: new Map(),
  localesRetenidos: new Map(),
});

/** The row of a key, begun at zero where there is none. */
export function groupOf<T>(
  groups: Map<string, TaxGroup<T>>,
  key: string,
  impuesto: ImpuestoKey,
  tipoFactor: TipoFactor,
  tasaOCuota: string | undefined,
  zero: T,
): TaxGroup<T> {
  let row = groups.get(key);
  if (row === undefined)
    groups.set(key, (row = { impuesto, tipoFactor, tasaOCuota, base: zero, importe: zero }));
  return row;
}

/** The implocal row of a name and rate. */
export function localGroupOf<T>(
  groups: Map<string, LocalTaxGroup<T>>,
  name: string,
  tasa: T,
  zero: T,
): LocalTaxGroup<T> {
  const key = `${String(tasa)} ${name}`;
  let row = groups.get(key);
  if (row === undefined) groups.set(key, (row = { nombre: name, tasa, importe: zero }));
  return row;
}
