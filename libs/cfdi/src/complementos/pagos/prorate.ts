import { divRound, field, formatDecimal, ok, parseDecimal, pow10, refuseFields, type Result } from '#kernel';
import { invalidFormat } from '../../details.js';
import { decimalsOf, formatImporte } from './written.js';
import type { ImpuestoPagadoInput } from './input.js';
import { isInLimits } from './limits.js';

/** A document that is paid in parts, and the part that is paid now. Amounts in the document's currency. */
export interface ProrationInput {
  /** The document's Total. */
  readonly total: string;
  /** What was paid before: the Total less the balance. */
  readonly pagadoAntes: string;
  readonly pago: string;
  /** Of the whole document, one for each impuesto, factor and rate; without `importe` it is base x tasa. */
  readonly impuestos: readonly ImpuestoPagadoInput[];
  /** Of the currency; 2 unless given. */
  readonly decimals?: number;
}

const ONE = pow10(6);

/**
 * The taxes of a partial payment, by the cumulative method: of each amount, what falls to all that is paid with this
 * payment less what fell to what was paid before, each rounded to the currency's decimals. No cent is lost: over any
 * sequence of payments that pays the whole document the amounts add up to the document's own.
 *
 * Each ImporteDR stays within the limits of its BaseDR and rate (CRP20254, CRP20261), since it is counted from the
 * base, not from the payment; a document whose own tax is outside of them gives no `importe`, so that it becomes base x
 * tasa. A tax of which no cent falls to the payment is left out; where that is true of all, the largest base is written
 * as 0.000001, the least that there is (CRP20249, CRP20255).
 *
 * Refuses amounts that are no decimals, a payment that is not above zero, and (at `pago`) one above what is owed:
 * amount_exceeds_related_document_balance.
 */
export function prorate(input: ProrationInput): Result<readonly ImpuestoPagadoInput[]> {
  const { impuestos, decimals = 2 } = input;
  const montos = { total: input.total, pagadoAntes: input.pagadoAntes, pago: input.pago };
  const read = Object.entries(montos).map(([field, text]) => [field, parseDecimal(text)] as const);
  const unreadable = [
    ...read.filter(([, monto]) => monto === undefined).map(([field]) => field),
    ...impuestos.flatMap(fieldsUnreadable),
  ].map((field) => invalidFormat(field, '0.00'));
  if (unreadable.length > 0) return refuseFields(unreadable);
  const [total = 0n, before = 0n, pago = 0n] = read.map(([, monto]) => monto);
  if (before < 0n) return refuseFields([field('pagadoAntes', 'too_small', { params: { min: 0 } })]);
  if (pago <= 0n) return refuseFields([field('pago', 'too_small', { params: { above: 0 } })]);
  if (before + pago > total) return refuseFields([field('pago', 'amount_exceeds_related_document_balance')]);

  const rows = impuestos.map((impuesto) => partOf(impuesto, { total, before, now: before + pago, decimals }));
  const withBase = rows.filter(({ base }) => base > 0n);
  const pagadas = withBase.length > 0 ? withBase : largestOf(rows);
  return ok(
    pagadas.map(({ impuesto, base, importe }) => {
      const { importe: _, ...rest } = impuesto;
      return {
        ...rest,
        base: formatDecimal(base, { min: decimals }),
        ...(importe !== undefined && { importe: formatDecimal(importe, { min: decimals }) }),
      };
    }),
  );
}

/** Amounts of a tax of the document that are no decimals above zero (base), or not below it. */
function fieldsUnreadable(
  { base, tasa, importe, tipoFactor }: ImpuestoPagadoInput,
  i: number,
): readonly string[] {
  const isBad = (text: string | undefined, min: bigint): boolean =>
    text !== undefined && (parseDecimal(text) ?? -1n) < min;
  const exentoTotal = tipoFactor === 'Exento';
  return [
    ...(isBad(base, 1n) ? [`impuestos[${i}].base`] : []),
    ...(!exentoTotal && (tasa === undefined || isBad(tasa, 0n)) ? [`impuestos[${i}].tasa`] : []),
    ...(!exentoTotal && isBad(importe, 0n) ? [`impuestos[${i}].importe`] : []),
  ];
}

interface Row {
  readonly impuesto: ImpuestoPagadoInput;
  readonly base: bigint;
  readonly importe: bigint | undefined;
}

/** The tax with the largest base, of which the smallest base is paid. */
function largestOf(rows: readonly Row[]): readonly Row[] {
  const base = ({ impuesto }: Row): bigint => parseDecimal(impuesto.base) ?? 0n;
  const [first, ...others] = rows;
  if (!first) return [];
  const row = others.reduce((one, other) => (base(other) > base(one) ? other : one), first);
  return [{ ...row, base: 1n }];
}

interface Pagos {
  readonly total: bigint;
  readonly before: bigint;
  readonly now: bigint;
  readonly decimals: number;
}

function partOf(impuesto: ImpuestoPagadoInput, { total, before, now, decimals }: Pagos): Row {
  const base = parseDecimal(impuesto.base) ?? 0n;
  const unidad = unidadOf(base, decimals);
  const upTo = (paidPart: bigint): bigint => divRound(base * paidPart, total * unidad) * unidad;
  const [fromBase, untilBase] = [upTo(before), upTo(now)];
  const count = impuesto.tipoFactor === 'Exento' ? undefined : accumulate(impuesto, base, decimals);
  return {
    ...{ impuesto, base: untilBase - fromBase },
    importe: count && count(untilBase) - count(fromBase),
  };
}

/** The currency's smallest unit, or a millionth for an amount that is finer. */
function unidadOf(micros: bigint, decimals: number): bigint {
  const unidad = pow10(6 - decimals);
  return micros % unidad === 0n ? unidad : 1n;
}

/**
 * The tax on each part of the base, counted from its beginning: floor(part x slope + start) in units of the currency,
 * so that the tax between any two parts is the rate times the base between them, cut off or raised. The start is one
 * half, which rounds half-up, unless the document's own tax was rounded otherwise; the slope is the rate, unless the
 * document's tax is reached only by the margin that its rounded base allows.
 */
function accumulate(
  { tasa = '0', importe }: ImpuestoPagadoInput,
  base: bigint,
  decimals: number,
): ((parte: bigint) => bigint) | undefined {
  const cuota = parseDecimal(tasa) ?? 0n;
  const given = importe === undefined ? undefined : parseDecimal(importe);
  const unidad = given === undefined ? pow10(6 - decimals) : unidadOf(given, decimals);
  const integer = given ?? divRound(base * cuota, ONE * unidad) * unidad;
  const decimalsBase = decimalsOf(formatImporte(base, decimals));
  const written = { base, tasa: cuota, importe: integer, decimalesBase: decimalsBase };
  if (
    base <= 0n ||
    !isInLimits({ ...written, decimalesImporte: decimalsOf(formatImporte(integer, decimals)) })
  )
    return undefined;
  // In halves of units of 10^-6 x unit: the whole tax by its rate, and as far as the margin of the base lets it go.
  const den = 2n * ONE * unidad;
  const margen = pow10(6 - decimalsBase) * cuota;
  const meta = (integer / unidad) * den;
  let exact = 2n * base * cuota;
  if (meta - exact >= den) exact = (meta - den + exact + margen + 1n) / 2n;
  if (exact - meta >= den) exact = (meta + den + exact - margen) / 2n;
  const missing = meta - exact;
  const start = 2n * missing > den ? missing : 2n * missing <= -den ? (missing + den) / 2n : den / 2n;
  return (parte) => (((exact * parte) / base + start) / den) * unidad;
}
