import { parseDecimal, type Detail } from '#kernel';
import type { ClaveImpuesto } from '../comprobante.js';
import type { ConceptoInput, ImpuestoInput, ImpuestoLocalInput, TipoFactor } from '../input.js';
import type { Arith } from './arith.js';
import { grupo, grupoLocal, type Grupo, type GrupoLocal, type Grupos } from './grupos.js';
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
  /** Key of its row in the summary. */
  readonly clave: string;
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

/** Key under which lines share a profile: everything that {@link perfilOf} reads, quoted, since it is not checked yet. */
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
type Plan<T> = Omit<Perfil<T>, 'traslados' | 'retenciones' | 'locales'> & {
  readonly traslados: readonly Omit<ImpuestoDeLinea<T>, 'grupo'>[];
  readonly retenciones: readonly Omit<ImpuestoDeLinea<T>, 'grupo'>[];
  readonly locales: readonly (Omit<LocalDeLinea<T>, 'grupo'> & { readonly nombre: string })[];
};

/** Plans by their taxes: an issuer's documents mostly repeat a handful. */
const plans = new Map<Arith<never>, Map<string, Plan<unknown>>>();
const MAX_PLANS = 1000;

function planFor<T>(concepto: ConceptoInput, key: string, m: Arith<T>): Plan<T> {
  let known = plans.get(m as Arith<never>) as Map<string, Plan<T>> | undefined;
  if (known === undefined || known.size >= MAX_PLANS)
    plans.set(m as Arith<never>, (known = new Map<string, Plan<T>>()));
  let plan = known.get(key);
  if (plan === undefined) known.set(key, (plan = planOf(concepto, m)));
  return plan;
}

/** A line's profile, and what its taxes break of the matrix (paths relative to the line). `key`: its {@link taxesKey}. */
export function perfilOf<T>(concepto: ConceptoInput, key: string, m: Arith<T>, grupos: Grupos<T>): Perfil<T> {
  const plan = planFor(concepto, key, m);
  const { traslados, retenciones, localesTrasladados, localesRetenidos } = grupos;
  return {
    errors: plan.errors,
    traslados: plan.traslados.map((i) =>
      tied(i, grupo(traslados, i.clave, i.impuesto, i.tipoFactor, i.tasaOCuota, m.zero)),
    ),
    retenciones: plan.retenciones.map((i) =>
      tied(i, grupo(retenciones, i.impuesto, i.impuesto, 'Tasa', undefined, m.zero)),
    ),
    locales: plan.locales.map((local) => ({
      ...local,
      grupo: grupoLocal(
        local.retencion ? localesRetenidos : localesTrasladados,
        local.nombre,
        local.tasa,
        m.zero,
      ),
    })),
    inside: plan.inside,
    interior: plan.interior,
    interiorFijo: plan.interiorFijo,
    total: plan.total,
    totalFijo: plan.totalFijo,
    cascade: plan.cascade,
  };
}

/** Written out: a spread here costs as much as all the arithmetic of a small document. */
const tied = <T>(i: Omit<ImpuestoDeLinea<T>, 'grupo'>, row: Grupo<T>): ImpuestoDeLinea<T> => ({
  clave: i.clave,
  impuesto: i.impuesto,
  tipoFactor: i.tipoFactor,
  tasaOCuota: i.tasaOCuota,
  tasa: i.tasa,
  base: i.base,
  porUnidad: i.porUnidad,
  feedsIva: i.feedsIva,
  grupo: row,
});

/** Works a profile out. */
function planOf<T>(concepto: ConceptoInput, m: Arith<T>): Plan<T> {
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
    traslados: shown.filter(({ retencion }) => !retencion).map((impuesto) => deLinea(impuesto, m)),
    retenciones: shown.filter(({ retencion }) => retencion).map((impuesto) => deLinea(impuesto, m)),
    locales: locales.map(({ nombre, tasa, base, retencion }) => ({
      nombre: collapse(nombre),
      retencion,
      tasa: m.from(micros(tasa)),
      base: base === undefined ? 'linea' : 'fija',
      porUnidad: m.from(micros(base ?? '0')),
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

function deLinea<T>(impuesto: ImpuestoInput, m: Arith<T>): Omit<ImpuestoDeLinea<T>, 'grupo'> {
  const { tipoFactor, base } = impuesto;
  const tasa = tipoFactor === 'Exento' ? m.zero : m.from(micros(impuesto.tasa ?? '0'));
  const onAmount = impuesto.impuesto === 'IVA' ? 'con_ieps' : 'linea';
  // c_TasaOCuota writes six decimals.
  const tasaOCuota = tipoFactor === 'Exento' ? undefined : m.text(tasa, 6);
  return {
    clave: `${impuesto.impuesto} ${tipoFactor} ${tasaOCuota}`,
    impuesto: CLAVES[impuesto.impuesto],
    tipoFactor,
    tasaOCuota,
    tasa,
    base: tipoFactor === 'Cuota' ? 'unidades' : base !== undefined ? 'fija' : onAmount,
    porUnidad: m.from(micros(base ?? '1')),
    feedsIva: feedsIva(impuesto),
  };
}
