import { decimal, formatDecimal, parseDecimal, pow10, type Micros } from '#kernel';
import { catalogue, isInForce, type Catalogue, type CatalogueEntry } from '../catalogue.js';
import { IEPS, impuestos, ISR, IVA, type ImpuestoKey } from './impuestos.js';

/** A row of c_TasaOCuota: a fixed value (min equal to max) or a range, both ends included. */
export interface TasaOCuota extends CatalogueEntry {
  readonly impuesto: ImpuestoKey;
  readonly factor: 'Tasa' | 'Cuota';
  readonly min: Micros;
  readonly max: Micros;
  readonly traslado: boolean;
  readonly retencion: boolean;
  /** The rate that only border regions may use (a credit of half the IVA). */
  readonly frontera?: true;
  /** Its upper end rises with every year (LIEPS, art. 2): older documents are held against the one we know. */
  readonly anual?: true;
}

/** What the catalogue says of a row. It has no keys: the row's parts are its key here. */
export type TasaFacts = Omit<TasaOCuota, 'key' | 'label'>;

/** A row with its key and its names, such as "IVA Tasa 0.000000 - 0.160000, retención". */
export function toTasaOCuota(facts: TasaFacts): TasaOCuota {
  const { impuesto, factor, min, max, traslado, retencion } = facts;
  const tax = impuestos.find(impuesto)?.label ?? impuesto;
  const values = [...new Set([min, max])].map((value) => formatDecimal(value, { min: 6 })).join(' - ');
  const ways = [...(traslado ? ['traslado'] : []), ...(retencion ? ['retención'] : [])];
  const englishWays = [...(traslado ? ['transferred'] : []), ...(retencion ? ['withheld'] : [])];
  return {
    ...facts,
    key: [tax, factor, values, ...ways].join(' '),
    label: `${tax} ${factor} ${values}, ${ways.join(' y ')}`,
    en: `${tax} ${factor === 'Tasa' ? 'rate' : 'amount per unit'} ${values}, ${englishWays.join(' or ')}`,
  };
}

type TaxDirection = 'traslado' | 'retencion' | 'ambas';
const rule = (
  impuesto: ImpuestoKey,
  factor: 'Tasa' | 'Cuota',
  [min, max]: readonly [min: string, max: string],
  direction: TaxDirection,
  more: Partial<TasaFacts> = {},
): TasaOCuota =>
  toTasaOCuota({
    impuesto,
    factor,
    min: decimal(min),
    max: decimal(max),
    traslado: direction !== 'retencion',
    retencion: direction !== 'traslado',
    ...more,
  });
const fixedTasa = (
  impuesto: ImpuestoKey,
  value: string,
  direction: TaxDirection,
  more: Partial<TasaFacts> = {},
): TasaOCuota => rule(impuesto, 'Tasa', [value, value], direction, more);

const IEPS_BOTH = '0.265 0.3 0.53 0.5 1.6 0.304 0.25 0.09 0.08 0.07 0.06'.split(' ');

/**
 * Rates that LIEPS (art. 2, DOF 2025-11-07) has from 2026 on: cigarettes, cigars and other products with nicotine, and
 * cigars made by hand. Betting (50 %) and video games (8 %) got rates that the catalogue had for other goods. The rates
 * of before, 160 % and 30.4 %, have no last day in the catalogue: credit notes of older sales carry them.
 */
const IEPS_2026 = ['2', '0.32'];
const ofLaw2026 = IEPS_2026.map((value) => fixedTasa(IEPS, value, 'ambas', { validFrom: '2026-01-01' }));

/** Whether a row is of the law's, and may be missing in an edition of the catalogue of the same year. */
export const isRateOfLaw = (row: TasaOCuota): boolean => ofLaw2026.some(({ key }) => key === row.key);

/** c_TasaOCuota, edition of 2026, in which no row has a last day. */
export const tasasOCuotas: Catalogue<TasaOCuota> = catalogue('c_TasaOCuota', [
  fixedTasa(IVA, '0', 'traslado'),
  fixedTasa(IVA, '0.16', 'traslado'),
  fixedTasa(IVA, '0.08', 'traslado', { frontera: true }),
  rule(IVA, 'Tasa', ['0', '0.16'], 'retencion'),
  ...IEPS_BOTH.map((value) => fixedTasa(IEPS, value, 'ambas')),
  ...ofLaw2026,
  fixedTasa(IEPS, '0.03', 'traslado'),
  fixedTasa(IEPS, '0', 'traslado'),
  rule(IEPS, 'Cuota', ['0', '72.1605'], 'ambas', { validFrom: '2026-01-01', anual: true }),
  rule(ISR, 'Tasa', ['0', '0.35'], 'retencion'),
]);

/** A rate as exact micros; undefined for what has more than six decimals or is no decimal. */
function exactMicros(value: string | Micros): Micros | undefined {
  if (typeof value === 'bigint') return value;
  const fine = parseDecimal(value, 18);
  return fine === undefined || fine % pow10(12) !== 0n ? undefined : fine / pow10(12);
}

/** A tax as a concept writes it. */
export interface WrittenImpuesto {
  readonly impuesto: string;
  readonly factor: string;
  readonly retencion: boolean;
  /** The rate as decimal text or in micros; must be absent for Exento. */
  readonly tasa?: string | Micros | undefined;
}

/**
 * The row of c_TasaOCuota that a rate or amount per unit is of: a fixed value before a range.
 * @param atDate the document's local date; without it the dates are not checked
 */
export function findTasaOCuota(tax: WrittenImpuesto, atDate?: string): TasaOCuota | undefined {
  const tasa = tax.tasa === undefined ? undefined : exactMicros(tax.tasa);
  if (tasa === undefined) return undefined;
  return tasasOCuotas.entries.find(
    (row) =>
      row.impuesto === tax.impuesto &&
      row.factor === tax.factor &&
      (tax.retencion ? row.retencion : row.traslado) &&
      tasa >= row.min &&
      tasa <= row.max &&
      (row.anual === true || isInForce(row, atDate)),
  );
}

/**
 * Whether a tax may be written so (CFDI40175 to CFDI40179 for what is carried over, CFDI40182 to CFDI40185
 * for what is withheld).
 * @param atDate as in {@link findTasaOCuota}
 */
export function isRateAllowed(tax: WrittenImpuesto, atDate?: string): boolean {
  const impuesto = impuestos.find(tax.impuesto);
  if (!impuesto || !(tax.retencion ? impuesto.retencion : impuesto.traslado)) return false;
  if (tax.factor === 'Exento') return !tax.retencion && tax.tasa === undefined;
  return findTasaOCuota(tax, atDate) !== undefined;
}
