import { divRound, field, formatDecimal, ok, parseDecimal, pow10, refuseFields, type Result } from '#kernel';
import { invalidFormat } from '../../rules.js';
import { decimalesDe, importeTexto } from './escrito.js';
import type { ImpuestoPagadoInput } from './input.js';
import { dentroDeLimites } from './limites.js';

/** A document that is paid in parts, and the part that is paid now. Amounts in the document's currency. */
export interface ProrrateoInput {
  /** The document's Total. */
  readonly total: string;
  /** What was paid before: the Total less the balance. */
  readonly pagadoAntes: string;
  readonly pago: string;
  /** Of the whole document, one for each impuesto, factor and rate; without `importe` it is base x tasa. */
  readonly impuestos: readonly ImpuestoPagadoInput[];
  /** Of the currency; 2 unless given. */
  readonly decimales?: number;
}

const UNO = pow10(6);

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
export function prorratear(input: ProrrateoInput): Result<readonly ImpuestoPagadoInput[]> {
  const { impuestos, decimales = 2 } = input;
  const montos = { total: input.total, pagadoAntes: input.pagadoAntes, pago: input.pago };
  const leidos = Object.entries(montos).map(([campo, texto]) => [campo, parseDecimal(texto)] as const);
  const ilegibles = [
    ...leidos.filter(([, monto]) => monto === undefined).map(([campo]) => campo),
    ...impuestos.flatMap(camposIlegibles),
  ].map((campo) => invalidFormat(campo, '0.00'));
  if (ilegibles.length > 0) return refuseFields(ilegibles);
  const [total = 0n, antes = 0n, pago = 0n] = leidos.map(([, monto]) => monto);
  if (antes < 0n) return refuseFields([field('pagadoAntes', 'too_small', { params: { min: 0 } })]);
  if (pago <= 0n) return refuseFields([field('pago', 'too_small', { params: { above: 0 } })]);
  if (antes + pago > total) return refuseFields([field('pago', 'amount_exceeds_related_document_balance')]);

  const filas = impuestos.map((impuesto) =>
    parteDe(impuesto, { total, antes, ahora: antes + pago, decimales }),
  );
  const conBase = filas.filter(({ base }) => base > 0n);
  const pagadas = conBase.length > 0 ? conBase : mayor(filas);
  return ok(
    pagadas.map(({ impuesto, base, importe }) => {
      const { importe: _, ...resto } = impuesto;
      return {
        ...resto,
        base: formatDecimal(base, { min: decimales }),
        ...(importe !== undefined && { importe: formatDecimal(importe, { min: decimales }) }),
      };
    }),
  );
}

/** Amounts of a tax of the document that are no decimals above zero (base), or not below it. */
function camposIlegibles(
  { base, tasa, importe, tipoFactor }: ImpuestoPagadoInput,
  i: number,
): readonly string[] {
  const malo = (texto: string | undefined, minimo: bigint): boolean =>
    texto !== undefined && (parseDecimal(texto) ?? -1n) < minimo;
  const exento = tipoFactor === 'Exento';
  return [
    ...(malo(base, 1n) ? [`impuestos[${i}].base`] : []),
    ...(!exento && (tasa === undefined || malo(tasa, 0n)) ? [`impuestos[${i}].tasa`] : []),
    ...(!exento && malo(importe, 0n) ? [`impuestos[${i}].importe`] : []),
  ];
}

interface Fila {
  readonly impuesto: ImpuestoPagadoInput;
  readonly base: bigint;
  readonly importe: bigint | undefined;
}

/** The tax with the largest base, of which the smallest base is paid. */
function mayor(filas: readonly Fila[]): readonly Fila[] {
  const base = ({ impuesto }: Fila): bigint => parseDecimal(impuesto.base) ?? 0n;
  const [primera, ...otras] = filas;
  if (!primera) return [];
  const fila = otras.reduce((una, otra) => (base(otra) > base(una) ? otra : una), primera);
  return [{ ...fila, base: 1n }];
}

interface Pagos {
  readonly total: bigint;
  readonly antes: bigint;
  readonly ahora: bigint;
  readonly decimales: number;
}

function parteDe(impuesto: ImpuestoPagadoInput, { total, antes, ahora, decimales }: Pagos): Fila {
  const base = parseDecimal(impuesto.base) ?? 0n;
  const unidad = unidadDe(base, decimales);
  const hasta = (pagado: bigint): bigint => divRound(base * pagado, total * unidad) * unidad;
  const [desdeBase, hastaBase] = [hasta(antes), hasta(ahora)];
  const cuenta = impuesto.tipoFactor === 'Exento' ? undefined : acumulado(impuesto, base, decimales);
  return {
    ...{ impuesto, base: hastaBase - desdeBase },
    importe: cuenta && cuenta(hastaBase) - cuenta(desdeBase),
  };
}

/** The currency's smallest unit, or a millionth for an amount that is finer. */
function unidadDe(micros: bigint, decimales: number): bigint {
  const unidad = pow10(6 - decimales);
  return micros % unidad === 0n ? unidad : 1n;
}

/**
 * The tax on each part of the base, counted from its beginning: floor(part x slope + start) in units of the currency,
 * so that the tax between any two parts is the rate times the base between them, cut off or raised. The start is one
 * half, which rounds half-up, unless the document's own tax was rounded otherwise; the slope is the rate, unless the
 * document's tax is reached only by the margin that its rounded base allows.
 */
function acumulado(
  { tasa = '0', importe }: ImpuestoPagadoInput,
  base: bigint,
  decimales: number,
): ((parte: bigint) => bigint) | undefined {
  const cuota = parseDecimal(tasa) ?? 0n;
  const dado = importe === undefined ? undefined : parseDecimal(importe);
  const unidad = dado === undefined ? pow10(6 - decimales) : unidadDe(dado, decimales);
  const entero = dado ?? divRound(base * cuota, UNO * unidad) * unidad;
  const decimalesBase = decimalesDe(importeTexto(base, decimales));
  const escrito = { base, tasa: cuota, importe: entero, decimalesBase };
  if (
    base <= 0n ||
    !dentroDeLimites({ ...escrito, decimalesImporte: decimalesDe(importeTexto(entero, decimales)) })
  )
    return undefined;
  // In halves of units of 10^-6 x unit: the whole tax by its rate, and as far as the margin of the base lets it go.
  const den = 2n * UNO * unidad;
  const margen = pow10(6 - decimalesBase) * cuota;
  const meta = (entero / unidad) * den;
  let exacto = 2n * base * cuota;
  if (meta - exacto >= den) exacto = (meta - den + exacto + margen + 1n) / 2n;
  if (exacto - meta >= den) exacto = (meta + den + exacto - margen) / 2n;
  const falta = meta - exacto;
  const inicio = 2n * falta > den ? falta : 2n * falta <= -den ? (falta + den) / 2n : den / 2n;
  return (parte) => (((exacto * parte) / base + inicio) / den) * unidad;
}
