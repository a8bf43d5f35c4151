import { decimal, parseDecimal, pow10, type Micros } from '#kernel';
import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';

/** Keys of c_Impuesto. */
export const ISR = '001';
export const IVA = '002';
export const IEPS = '003';
export type ImpuestoKey = typeof ISR | typeof IVA | typeof IEPS;
export type TipoFactor = 'Tasa' | 'Cuota' | 'Exento';

export interface Impuesto extends CatalogueEntry {
  readonly key: ImpuestoKey;
  readonly traslado: boolean;
  readonly retencion: boolean;
}

/** c_Impuesto. The label is the name that the API uses as `type`. */
export const impuestos: Catalogue<Impuesto> = catalogue('c_Impuesto', [
  { key: ISR, label: 'ISR', en: 'income tax', traslado: false, retencion: true },
  { key: IVA, label: 'IVA', en: 'value added tax', traslado: true, retencion: true },
  { key: IEPS, label: 'IEPS', en: 'special tax on production and services', traslado: true, retencion: true },
]);

const byName = new Map<string, Impuesto>(impuestos.entries.map((entry) => [entry.label, entry]));
/** The tax of a name: ISR, IVA or IEPS. */
export const impuestoOf = (name: string): Impuesto | undefined => byName.get(name);

/** c_TipoFactor. */
export const tiposFactor: Catalogue = catalogue('c_TipoFactor', [
  { key: 'Tasa', label: 'Tasa', en: 'rate' },
  { key: 'Cuota', label: 'Cuota', en: 'amount per unit' },
  { key: 'Exento', label: 'Exento', en: 'exempt' },
]);

export interface ObjetoImp extends CatalogueEntry {
  /** Whether the concept carries the node Impuestos (CFDI40171, CFDI40172). */
  readonly impuestos: 'required' | 'optional' | 'forbidden';
  /** Taxes the concept may carry over. */
  readonly traslados: readonly ImpuestoKey[];
  /** Taxes the concept may withhold. */
  readonly retenciones: readonly ImpuestoKey[];
}

const withoutNode = { impuestos: 'forbidden', traslados: [], retenciones: [] } as const;
const onlyRetencionIsr = { impuestos: 'optional', traslados: [], retenciones: [ISR] } as const;

/** c_ObjetoImp, with the requirements of each key for the concept's taxes. */
export const objetosImp: Catalogue<ObjetoImp> = catalogue<ObjetoImp>('c_ObjetoImp', [
  { key: '01', label: 'No objeto de impuesto', ...withoutNode },
  {
    key: '02',
    label: 'Sí objeto de impuesto',
    impuestos: 'required',
    traslados: [IVA, IEPS],
    retenciones: [ISR, IVA, IEPS],
  },
  { key: '03', label: 'Sí objeto del impuesto y no obligado al desglose', ...withoutNode },
  { key: '04', label: 'Sí objeto del impuesto y no causa impuesto', validFrom: '2022-10-07', ...withoutNode },
  { key: '05', label: 'Sí objeto del impuesto, IVA crédito PODEBI', validFrom: '2023-12-06', ...withoutNode },
  { key: '06', label: 'Sí objeto del IVA, No traslado IVA', validFrom: '2024-12-13', ...onlyRetencionIsr },
  {
    key: '07',
    label: 'No traslado del IVA, Sí desglose IEPS',
    validFrom: '2024-12-13',
    impuestos: 'required',
    traslados: [IEPS],
    retenciones: [ISR, IEPS],
  },
  { key: '08', label: 'No traslado del IVA, No desglose IEPS', validFrom: '2024-12-13', ...onlyRetencionIsr },
]);

/** A row of c_TasaOCuota: a fixed value (min equal to max) or a range, both ends included. */
export interface TasaOCuota {
  readonly impuesto: ImpuestoKey;
  readonly factor: 'Tasa' | 'Cuota';
  readonly min: Micros;
  readonly max: Micros;
  readonly traslado: boolean;
  readonly retencion: boolean;
  readonly validFrom: string;
  /** The rate that only border regions may use (a credit of half the IVA). */
  readonly frontera?: true;
  /** Its upper end rises with every year (LIEPS, art. 2): older documents are held against the one we know. */
  readonly anual?: true;
}

type TaxDirection = 'traslado' | 'retencion' | 'ambas';
const rule = (
  impuesto: ImpuestoKey,
  factor: 'Tasa' | 'Cuota',
  min: string,
  max: string,
  address: TaxDirection,
  validFrom = '2022-01-01',
): TasaOCuota => ({
  impuesto,
  factor,
  min: decimal(min),
  max: decimal(max),
  traslado: address !== 'retencion',
  retencion: address !== 'traslado',
  validFrom,
});
const fixedTasa = (impuesto: ImpuestoKey, value: string, address: TaxDirection): TasaOCuota =>
  rule(impuesto, 'Tasa', value, value, address);

const IEPS_BOTH = '0.265 0.3 0.53 0.5 1.6 0.304 0.25 0.09 0.08 0.07 0.06'.split(' ');

/** c_TasaOCuota, edition of 2026, in which no row has a last day. */
export const tasasOCuotas: readonly TasaOCuota[] = [
  fixedTasa(IVA, '0', 'traslado'),
  fixedTasa(IVA, '0.16', 'traslado'),
  { ...fixedTasa(IVA, '0.08', 'traslado'), frontera: true },
  rule(IVA, 'Tasa', '0', '0.16', 'retencion'),
  ...IEPS_BOTH.map((value) => fixedTasa(IEPS, value, 'ambas')),
  fixedTasa(IEPS, '0.03', 'traslado'),
  fixedTasa(IEPS, '0', 'traslado'),
  { ...rule(IEPS, 'Cuota', '0', '72.1605', 'ambas', '2026-01-01'), anual: true },
  rule(ISR, 'Tasa', '0', '0.35', 'retencion'),
];

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
  return tasasOCuotas.find(
    (row) =>
      row.impuesto === tax.impuesto &&
      row.factor === tax.factor &&
      (tax.retencion ? row.retencion : row.traslado) &&
      (atDate === undefined || row.anual === true || atDate.slice(0, 10) >= row.validFrom) &&
      tasa >= row.min &&
      tasa <= row.max,
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
