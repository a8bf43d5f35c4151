import { divRound, parseDecimal, pow10 } from '#kernel';

/**
 * What a document adds to the figures of a month, in the order in which an export shows them. Bases and taxes are those
 * of the document: transferred (traslados) by rate, withheld (retenciones) by tax.
 */
export const FIGURES = [
  'base16',
  'iva16',
  'base8',
  'iva8',
  'base0',
  'baseExento',
  'baseNoObjeto',
  'baseOtraTasa',
  'ivaOtraTasa',
  'ieps',
  'ivaRetenido',
  'isrRetenido',
  'iepsRetenido',
  'localesTrasladados',
  'localesRetenidos',
  'total',
] as const;
export type Figure = (typeof FIGURES)[number];

/** Amounts in hundredths of MXN; a figure that is absent is zero. */
export type Figures = Readonly<Partial<Record<Figure, bigint>>>;

/** The sum of two. */
export function addFigures(one: Figures, other: Figures): Figures {
  const sum: Partial<Record<Figure, bigint>> = { ...one };
  for (const figure of FIGURES) {
    const more = other[figure];
    if (more !== undefined) sum[figure] = (sum[figure] ?? 0n) + more;
  }
  return sum;
}

/** A tax of a document, or of the part of one that a payment pays. */
export interface FlowTax {
  readonly type: string;
  readonly factor: string;
  /** Fraction; null where it has none. */
  readonly rate: number | null;
  readonly withholding: boolean;
  readonly local?: boolean;
}

const IVA_BY_RATE: Readonly<Record<string, { readonly base: Figure; readonly amount: Figure | undefined }>> =
  {
    '160000': { base: 'base16', amount: 'iva16' },
    '80000': { base: 'base8', amount: 'iva8' },
    '0': { base: 'base0', amount: undefined },
  };
const OTHER_RATE = { base: 'baseOtraTasa', amount: 'ivaOtraTasa' } as const;
const NONE = { base: undefined, amount: undefined } as const;

const WITHHELD: Readonly<Record<string, Figure>> = {
  IVA: 'ivaRetenido',
  ISR: 'isrRetenido',
  IEPS: 'iepsRetenido',
};

/** The figures that the base and the amount of a tax go to; none where an export shows none. */
export function figuresOf({ type, factor, rate, withholding, local }: FlowTax): {
  readonly base: Figure | undefined;
  readonly amount: Figure | undefined;
} {
  if (local === true)
    return { base: undefined, amount: withholding ? 'localesRetenidos' : 'localesTrasladados' };
  if (withholding) return { base: undefined, amount: WITHHELD[type] };
  if (type === 'IEPS') return { base: undefined, amount: 'ieps' };
  if (type !== 'IVA') return NONE;
  if (factor === 'Exento') return { base: 'baseExento', amount: undefined };
  return IVA_BY_RATE[String(parseDecimal(rate ?? 0))] ?? OTHER_RATE;
}

/** Millionths of millionths in a hundredth. */
const CENTAVO = pow10(10);

/** Sums of millionths of a currency times millionths of MXN for one of it, rounded once at the end. */
export class ExactSums {
  private readonly sums = new Map<Figure, bigint>();

  /**
   * @param amount in millionths of the currency
   * @param exchange MXN for one unit, in millionths
   */
  add(figure: Figure, amount: bigint, exchange: bigint): void {
    this.sums.set(figure, (this.sums.get(figure) ?? 0n) + amount * exchange);
  }

  /** All sums so far, in hundredths of MXN, or a share of them. */
  round({ part, whole } = { part: 1n, whole: 1n }): Figures {
    return Object.fromEntries(
      [...this.sums].map(([figure, sum]) => [figure, divRound(sum * part, CENTAVO * whole)]),
    );
  }
}
