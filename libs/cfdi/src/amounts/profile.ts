import { parseDecimal, type Detail } from '#kernel';
import type { ImpuestoKey } from '../comprobante.js';
import type { ConceptoInput, ImpuestoInput, ImpuestoLocalInput, TipoFactor } from '../input.js';
import type { Arith } from './arith.js';
import { groupOf, localGroupOf, type TaxGroup, type LocalTaxGroup, type TaxGroups } from './groups.js';
import { collapse } from '../text.js';
import { feedsIva, isInside } from './ieps.js';
import { checkImpuestos } from './objeto-imp.js';
import { plus, toRatio, times, UNITY, ZERO, type Fraction, type Ratio } from './ratio.js';

/**
 * The profile of a line's taxes: what they do to any price, worked out once for all lines that have the same ones.
 * Every tax is linear in the line's base b (its net amount before any tax) and in its quantity, so the price paid is
 * `total * b + fixedTotal * cantidad`, and the amount to write `interior * b + fixedInterior * cantidad`.
 */
export interface TaxProfile<T> {
  readonly errors: readonly Detail[];
  readonly traslados: readonly LineImpuesto<T>[];
  readonly retenciones: readonly LineImpuesto<T>[];
  readonly locales: readonly LineLocal<T>[];
  /** How an IEPS that is not shown takes part in the price, where there is one. */
  readonly inside: ImpuestoInput['iepsMode'];
  readonly interior: Ratio<T>;
  readonly fixedInterior: Ratio<T>;
  readonly total: Ratio<T>;
  readonly fixedTotal: Ratio<T>;
  /** Some shown IEPS is part of the IVA's base. */
  readonly cascade: boolean;
}

/**
 * What a tax is charged on: the line's base, that plus the line's IEPS, a fixed amount for each unit sold, or a
 * number of taxed units in each.
 */
export type BaseKind = 'line' | 'with_ieps' | 'fixed' | 'units';

export interface LineImpuesto<T> {
  /** Key of its row in the summary. */
  readonly clave: string;
  readonly impuesto: ImpuestoKey;
  readonly tipoFactor: TipoFactor;
  /** Six decimals; absent for Exento. */
  readonly tasaOCuota: string | undefined;
  readonly tasa: T;
  readonly base: BaseKind;
  readonly perUnit: T;
  readonly feedsIva: boolean;
  readonly group: TaxGroup<T>;
}

export interface LineLocal<T> {
  readonly retencion: boolean;
  readonly tasa: T;
  readonly base: BaseKind;
  readonly perUnit: T;
  readonly group: LocalTaxGroup<T>;
}

const KEY_ATTRIBUTES = { ISR: '001', IVA: '002', IEPS: '003' } as const;

/** Key under which lines share a profile: everything that {@link profileOf} reads, quoted, since it is not checked yet. */
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

/** A profile before it is tied to a document's groups. */
type TaxPlan<T> = Omit<TaxProfile<T>, 'traslados' | 'retenciones' | 'locales'> & {
  readonly traslados: readonly Omit<LineImpuesto<T>, 'group'>[];
  readonly retenciones: readonly Omit<LineImpuesto<T>, 'group'>[];
  readonly locales: readonly (Omit<LineLocal<T>, 'group'> & { readonly nombre: string })[];
};

/** Plans by their taxes: an issuer's documents mostly repeat a handful. */
const plans = new Map<Arith<never>, Map<string, TaxPlan<unknown>>>();
const MAX_PLANS = 1000;

function planFor<T>(concepto: ConceptoInput, key: string, m: Arith<T>): TaxPlan<T> {
  let known = plans.get(m as Arith<never>) as Map<string, TaxPlan<T>> | undefined;
  if (known === undefined || known.size >= MAX_PLANS)
    plans.set(m as Arith<never>, (known = new Map<string, TaxPlan<T>>()));
  let plan = known.get(key);
  if (plan === undefined) known.set(key, (plan = planOf(concepto, m)));
  return plan;
}

/** A line's profile, and what its taxes break of the matrix (paths relative to the line). `key`: its {@link taxesKey}. */
export function profileOf<T>(
  concepto: ConceptoInput,
  key: string,
  m: Arith<T>,
  groups: TaxGroups<T>,
): TaxProfile<T> {
  const plan = planFor(concepto, key, m);
  const { traslados, retenciones, localesTrasladados, localesRetenidos } = groups;
  return {
    errors: plan.errors,
    traslados: plan.traslados.map((i) =>
      tieToGroup(i, groupOf(traslados, i.clave, i.impuesto, i.tipoFactor, i.tasaOCuota, m.zero)),
    ),
    retenciones: plan.retenciones.map((i) =>
      tieToGroup(i, groupOf(retenciones, i.impuesto, i.impuesto, 'Tasa', undefined, m.zero)),
    ),
    locales: plan.locales.map((local) => ({
      ...local,
      group: localGroupOf(
        local.retencion ? localesRetenidos : localesTrasladados,
        local.nombre,
        local.tasa,
        m.zero,
      ),
    })),
    inside: plan.inside,
    interior: plan.interior,
    fixedInterior: plan.fixedInterior,
    total: plan.total,
    fixedTotal: plan.fixedTotal,
    cascade: plan.cascade,
  };
}

/** Written out: a spread here costs as much as all the arithmetic of a small document. */
const tieToGroup = <T>(i: Omit<LineImpuesto<T>, 'group'>, row: TaxGroup<T>): LineImpuesto<T> => ({
  clave: i.clave,
  impuesto: i.impuesto,
  tipoFactor: i.tipoFactor,
  tasaOCuota: i.tasaOCuota,
  tasa: i.tasa,
  base: i.base,
  perUnit: i.perUnit,
  feedsIva: i.feedsIva,
  group: row,
});

/** Works a profile out. */
function planOf<T>(concepto: ConceptoInput, m: Arith<T>): TaxPlan<T> {
  const errors = checkImpuestos(concepto);
  const impuestos = errors.length > 0 ? [] : concepto.impuestos;
  const locales = errors.length > 0 ? [] : concepto.impuestosLocales;
  const shown = impuestos.filter((impuesto) => !isInside(impuesto));
  const paid = shown.filter(({ retencion, tipoFactor }) => !retencion && tipoFactor !== 'Exento');
  const paidLocally = locales.filter(({ retencion }) => !retencion);
  const interior = sum(UNITY, impuestos.filter(isInside), () => NOTHING);
  const ieps = sum(ZERO, impuestos.filter(feedsIva), () => NOTHING);
  const federal = sum(ZERO, paid, ({ impuesto }) => (impuesto === 'IVA' ? ieps : NOTHING));
  const local = sum(ZERO, paidLocally, () => NOTHING);
  return {
    errors,
    traslados: shown.filter(({ retencion }) => !retencion).map((impuesto) => toLineImpuesto(impuesto, m)),
    retenciones: shown.filter(({ retencion }) => retencion).map((impuesto) => toLineImpuesto(impuesto, m)),
    locales: locales.map(({ nombre, tasa, base, retencion }) => ({
      nombre: collapse(nombre),
      retencion,
      tasa: m.from(micros(tasa)),
      base: base === undefined ? 'line' : 'fixed',
      perUnit: m.from(micros(base ?? '0')),
    })),
    inside: impuestos.find(isInside)?.iepsMode,
    interior: toRatio(interior.perBase, m),
    fixedInterior: toRatio(interior.perUnit, m),
    total: toRatio(plus(interior.perBase, plus(federal.perBase, local.perBase)), m),
    fixedTotal: toRatio(plus(interior.perUnit, plus(federal.perUnit, local.perUnit)), m),
    cascade: impuestos.some(feedsIva),
  };
}

/** An amount of a line as a linear function of its base and its quantity. */
interface Linear {
  readonly perBase: Fraction;
  readonly perUnit: Fraction;
}
const NOTHING: Linear = { perBase: ZERO, perUnit: ZERO };

/** What taxes add up to; `onTop` is what one is charged on beside the line's base. */
function sum<I extends ImpuestoInput | ImpuestoLocalInput>(
  start: Fraction,
  impuestos: readonly I[],
  onTop: (impuesto: I) => Linear,
): Linear {
  let total: Linear = { perBase: start, perUnit: ZERO };
  for (const impuesto of impuestos) {
    const { perBase, perUnit } = linear(impuesto, onTop(impuesto));
    total = { perBase: plus(total.perBase, perBase), perUnit: plus(total.perUnit, perUnit) };
  }
  return total;
}

function linear(impuesto: ImpuestoInput | ImpuestoLocalInput, onTop: Linear): Linear {
  const rate: Fraction = { num: micros(impuesto.tasa ?? '0'), den: 1_000_000n };
  const cuota = 'tipoFactor' in impuesto && impuesto.tipoFactor === 'Cuota';
  if (cuota || impuesto.base !== undefined)
    return {
      perBase: ZERO,
      perUnit: times(rate, { num: micros(impuesto.base ?? '1'), den: 1_000_000n }),
    };
  return { perBase: times(rate, plus(UNITY, onTop.perBase)), perUnit: times(rate, onTop.perUnit) };
}

/** Of text that the checks found to be a decimal. */
const micros = (text: string): bigint => parseDecimal(text) as bigint;

function toLineImpuesto<T>(impuesto: ImpuestoInput, m: Arith<T>): Omit<LineImpuesto<T>, 'group'> {
  const { tipoFactor, base } = impuesto;
  const tasa = tipoFactor === 'Exento' ? m.zero : m.from(micros(impuesto.tasa ?? '0'));
  const onAmount = impuesto.impuesto === 'IVA' ? 'with_ieps' : 'line';
  // c_TasaOCuota writes six decimals.
  const tasaOCuota = tipoFactor === 'Exento' ? undefined : m.text(tasa, 6);
  return {
    clave: `${impuesto.impuesto} ${tipoFactor} ${tasaOCuota}`,
    impuesto: KEY_ATTRIBUTES[impuesto.impuesto],
    tipoFactor,
    tasaOCuota,
    tasa,
    base: tipoFactor === 'Cuota' ? 'units' : base !== undefined ? 'fixed' : onAmount,
    perUnit: m.from(micros(base ?? '1')),
    feedsIva: feedsIva(impuesto),
  };
}
