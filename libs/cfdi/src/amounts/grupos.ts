import type { ClaveImpuesto } from '../comprobante.js';
import type { TipoFactor } from '../input.js';
import type { Arith } from './arith.js';

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
  traslado(impuesto: ClaveImpuesto, tipoFactor: TipoFactor, tasaOCuota: string | undefined): Grupo<T>;
  retencion(impuesto: ClaveImpuesto): Grupo<T>;
  local(nombre: string, tasa: T, retencion: boolean): GrupoLocal<T>;
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

export function newGrupos<T>({ zero }: Arith<T>): Grupos<T> {
  const traslados = new Map<string, Grupo<T>>();
  const retenciones = new Map<string, Grupo<T>>();
  const localesTrasladados = new Map<string, GrupoLocal<T>>();
  const localesRetenidos = new Map<string, GrupoLocal<T>>();
  return {
    traslados,
    retenciones,
    localesTrasladados,
    localesRetenidos,
    traslado: (impuesto, tipoFactor, tasaOCuota) =>
      entry(traslados, `${impuesto} ${tipoFactor} ${tasaOCuota}`, () => ({
        ...{ impuesto, tipoFactor, tasaOCuota },
        ...{ base: zero, importe: zero },
      })),
    retencion: (impuesto) =>
      entry(retenciones, impuesto, () => ({
        ...{ impuesto, tipoFactor: 'Tasa', tasaOCuota: undefined },
        ...{ base: zero, importe: zero },
      })),
    local: (nombre, tasa, retencion) =>
      entry(retencion ? localesRetenidos : localesTrasladados, `${String(tasa)} ${nombre}`, () => ({
        ...{ nombre, tasa },
        importe: zero,
      })),
  };
}
