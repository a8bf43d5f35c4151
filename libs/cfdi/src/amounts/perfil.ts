import { parseDecimal, type Detail } from '#kernel';
import type { ClaveImpuesto } from '../comprobante.js';
import type { ConceptoInput, ImpuestoInput, ImpuestoLocalInput, TipoFactor } from '../input.js';
import type { Arith } from './arith.js';
import type { Grupo, GrupoLocal, Grupos } from './grupos.js';
import { collapse } from '../text.js';
import { feedsIva, isInside } from './ieps.js';
import { checkImpuestos } from './objeto-imp.js';
import { plus, reduced, times, UNITY, ZERO, type Fraction, type Ratio } from './ratio.js';

/**
 * The profile of a line's taxes: what they do to any price, worked out once for all lines that have the same ones.
 * Every tax is linear in the line's base b (its net amount before any tax) and in its quantity, so the price paid is
 * `total * b + totalFijo * cantidad`, and the amount to write `interior * b + interiorFijo * cantidad`.
 */
export interface Perfil<T> {
  readonly errors: readonly Detail[];
  readonly traslados: readonly ImpuestoDeLinea<T>[];
  readonly retenciones: readonly ImpuestoDeLinea<T>[];
  readonly locales: readonly LocalDeLinea<T>[];
  /** How an IEPS that is not shown takes part in the price, where there is one. */
  readonly inside: ImpuestoInput['iepsMode'];
  readonly interior: Ratio<T>;
  readonly interiorFijo: Ratio<T>;
  readonly total: Ratio<T>;
  readonly totalFijo: Ratio<T>;
  /** Some shown IEPS is part of the IVA's base. */
  readonly cascade: boolean;
}

/**
 * What a tax is charged on: the line's base, that plus the line's IEPS, a fixed amount for each unit sold, or a
 * number of taxed units in each.
 */
export type BaseKind = 'linea' | 'con_ieps' | 'fija' | 'unidades';

export interface ImpuestoDeLinea<T> {
  readonly impuesto: ClaveImpuesto;
  readonly tipoFactor: TipoFactor;
  /** Six decimals; absent for Exento. */
  readonly tasaOCuota: string | undefined;
  readonly tasa: T;
  readonly base: BaseKind;
  readonly porUnidad: T;
  readonly feedsIva: boolean;
  readonly grupo: Grupo<T>;
}

export interface LocalDeLinea<T> {
  readonly retencion: boolean;
  readonly tasa: T;
  readonly base: BaseKind;
  readonly porUnidad: T;
  readonly grupo: GrupoLocal<T>;
}

const CLAVES = { ISR: '001', IVA: '002', IEPS: '003' } as const;

/** Key under which lines share a profile: everything that {@link perfilOf} reads. */
export const taxesKey = ({ objetoImp, impuestos, impuestosLocales }: ConceptoInput): string =>
  JSON.stringify([objetoImp, impuestos, impuestosLocales]);

/** Whether two lines surely have one profile; what it does not recognise, the key does. */
export function sameTaxes(a: ConceptoInput, b: ConceptoInput): boolean {
  const { length } = a.impuestos;
  if (a.objetoImp !== b.objetoImp || length !== b.impuestos.length) return false;
  if (a.impuestosLocales.length > 0 || b.impuestosLocales.length > 0) return false;
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.impuestos[i] as ImpuestoInput, b.impuestos[i] as ImpuestoInput];
    const same =
      x.impuesto === y.impuesto &&
      x.tipoFactor === y.tipoFactor &&
      x.tasa === y.tasa &&
      x.base === y.base &&
      x.retencion === y.retencion &&
      x.iepsMode === y.iepsMode;
    if (!same) return false;
  }
  return true;
}

/** Works out a line's profile, and what its taxes break of the matrix (paths relative to the line). */
export function perfilOf<T>(concepto: ConceptoInput, m: Arith<T>, grupos: Grupos<T>): Perfil<T> {
  const errors = checkImpuestos(concepto);
  const impuestos = errors.length > 0 ? [] : concepto.impuestos;
  const locales = errors.length > 0 ? [] : concepto.impuestosLocales;
  const shown = impuestos.filter((impuesto) => !isInside(impuesto));
  const interior = sum(UNITY, impuestos.filter(isInside), () => NOTHING);
  const ieps = sum(ZERO, impuestos.filter(feedsIva), () => NOTHING);
  const paid = shown.filter(({ retencion, tipoFactor }) => !retencion && tipoFactor !== 'Exento');
  const federal = sum(ZERO, paid, ({ impuesto }) => (impuesto === 'IVA' ? ieps : NOTHING));
  const local = sum(
    ZERO,
    locales.filter(({ retencion }) => !retencion),
    () => NOTHING,
  );
  return {
    errors,
    traslados: shown.filter((i) => !i.retencion).map((i) => deLinea(i, m, grupos)),
    retenciones: shown.filter((i) => i.retencion).map((i) => deLinea(i, m, grupos)),
    locales: locales.map(({ nombre, tasa, base, retencion }) => ({
      retencion,
      tasa: m.from(micros(tasa)),
      base: base === undefined ? 'linea' : 'fija',
      porUnidad: m.from(micros(base ?? '0')),
      grupo: grupos.local(collapse(nombre), m.from(micros(tasa)), retencion),
    })),
    inside: impuestos.find(isInside)?.iepsMode,
    interior: reduced(interior.porBase, m),
    interiorFijo: reduced(interior.porUnidad, m),
    total: reduced(plus(interior.porBase, plus(federal.porBase, local.porBase)), m),
    totalFijo: reduced(plus(interior.porUnidad, plus(federal.porUnidad, local.porUnidad)), m),
    cascade: impuestos.some(feedsIva),
  };
}

/** An amount of a line as a linear function of its base and its quantity. */
interface Linear {
  readonly porBase: Fraction;
  readonly porUnidad: Fraction;
}
const NOTHING: Linear = { porBase: ZERO, porUnidad: ZERO };

/** What taxes add up to; `onTop` is what one is charged on beside the line's base. */
function sum<I extends ImpuestoInput | ImpuestoLocalInput>(
  start: Fraction,
  impuestos: readonly I[],
  onTop: (impuesto: I) => Linear,
): Linear {
  let total: Linear = { porBase: start, porUnidad: ZERO };
  for (const impuesto of impuestos) {
    const { porBase, porUnidad } = linear(impuesto, onTop(impuesto));
    total = { porBase: plus(total.porBase, porBase), porUnidad: plus(total.porUnidad, porUnidad) };
  }
  return total;
}

function linear(impuesto: ImpuestoInput | ImpuestoLocalInput, onTop: Linear): Linear {
  const rate: Fraction = { num: micros(impuesto.tasa ?? '0'), den: 1_000_000n };
  const cuota = 'tipoFactor' in impuesto && impuesto.tipoFactor === 'Cuota';
  if (cuota || impuesto.base !== undefined)
    return {
      porBase: ZERO,
      porUnidad: times(rate, { num: micros(impuesto.base ?? '1'), den: 1_000_000n }),
    };
  return { porBase: times(rate, plus(UNITY, onTop.porBase)), porUnidad: times(rate, onTop.porUnidad) };
}

/** Of text that the checks found to be a decimal. */
const micros = (text: string): bigint => parseDecimal(text) as bigint;

function deLinea<T>(impuesto: ImpuestoInput, m: Arith<T>, grupos: Grupos<T>): ImpuestoDeLinea<T> {
  const { tipoFactor, base, retencion } = impuesto;
  const clave = CLAVES[impuesto.impuesto];
  const tasa = tipoFactor === 'Exento' ? m.zero : m.from(micros(impuesto.tasa ?? '0'));
  // c_TasaOCuota writes six decimals.
  const tasaOCuota = tipoFactor === 'Exento' ? undefined : m.text(tasa, 6);
  const onAmount = impuesto.impuesto === 'IVA' ? 'con_ieps' : 'linea';
  return {
    impuesto: clave,
    tipoFactor,
    tasaOCuota,
    tasa,
    base: tipoFactor === 'Cuota' ? 'unidades' : base !== undefined ? 'fija' : onAmount,
    porUnidad: m.from(micros(base ?? '1')),
    feedsIva: feedsIva(impuesto),
    grupo: retencion ? grupos.retencion(clave) : grupos.traslado(clave, tipoFactor, tasaOCuota),
  };
}
