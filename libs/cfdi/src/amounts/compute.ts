import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import type { Amounts, ConceptoAmounts } from '../comprobante.js';
import type { ComprobanteInput } from '../input.js';
import { under } from '../rules.js';
import { TooBig, UNIT, type Arith } from './arith.js';
import { bigints } from './bigints.js';
import { carry, escribir, type Header, type Linea } from './centavo.js';
import { doubles } from './doubles.js';
import { newGrupos } from './grupos.js';
import { gravar, type Suma } from './impuestos.js';
import { precioOf } from './linea.js';
import { perfilKey, perfilOf, type Perfil } from './perfil.js';
import { resumen } from './resumen.js';

export type AmountsInput = Pick<ComprobanteInput, 'conceptos' | 'decimalesMoneda'>;

/** At most this many details in one refusal. */
export const MAX_DETAILS = 50;

/**
 * All amounts of a comprobante of type I or E (Anexo 20): the lines at six decimals, the header in the currency's.
 * With prices that include their taxes, SubTotal - Descuento + transferred taxes is the price paid to the cent
 * wherever the matrix allows it. Refuses (invalid_request) with one detail per wrong field.
 */
export function computeAmounts(input: AmountsInput): Result<Amounts> {
  try {
    return compute(input, doubles);
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    return compute(input, bigints);
  }
}

/** {@link computeAmounts} in a given arithmetic. */
export function compute<T>({ conceptos, decimalesMoneda }: AmountsInput, m: Arith<T>): Result<Amounts> {
  const unit = m.from(BigInt(UNIT));
  const cent = m.from(10n ** BigInt(6 - decimalesMoneda));
  const grupos = newGrupos(m);
  const perfiles = new Map<string, Perfil<T>>();
  const suma: Suma<T> = { m, unit, decimals: decimalesMoneda, trasladado: m.zero };
  const lineas: Linea<T>[] = [];
  const details: Detail[] = [];
  let [importes, descuentos, pagado, resto] = [m.zero, m.zero, m.zero, m.zero];
  let included = false;
  for (const [i, concepto] of conceptos.entries()) {
    const key = perfilKey(concepto);
    let perfil = perfiles.get(key);
    if (perfil === undefined) perfiles.set(key, (perfil = perfilOf(concepto, m, grupos)));
    const precio = precioOf(concepto, perfil, m, unit);
    if ('code' in precio || perfil.errors.length > 0) {
      details.push(...perfil.errors.map((error) => under(`conceptos[${i}]`, error)));
      if ('code' in precio) details.push(under(`conceptos[${i}]`, precio));
      if (details.length >= MAX_DETAILS) break;
      continue;
    }
    const { importe, descuento, cantidad } = precio;
    const impuestos = gravar(precio, perfil, suma);
    const linea: Linea<T> = {
      precio,
      importe,
      descuento,
      amounts: { ...UNWRITTEN, cantidad: trimmed(m.text(cantidad, 6)), ...impuestos },
    };
    escribir(linea, m, decimalesMoneda, unit);
    lineas.push(linea);
    importes = m.add(importes, importe);
    descuentos = m.add(descuentos, descuento);
    if (precio.pagado) {
      included = true;
      pagado = m.add(pagado, precio.pagado.micros);
      resto = m.add(resto, precio.pagado.rest);
    } else pagado = m.add(pagado, m.add(m.sub(importe, descuento), suma.trasladado));
  }
  if (details.length > 0) return refuseFields(details.slice(0, MAX_DETAILS));
  const header: Header<T> = {
    importes,
    descuentos,
    subTotal: m.round(importes, cent),
    descuento: m.round(descuentos, cent),
  };
  const summary = resumen(grupos, m, cent, decimalesMoneda);
  if (included) {
    const whole = m.mulDiv(m.sub(resto, m.mulMod(resto, m.one, unit)), m.one, unit);
    const expected = m.round(m.add(pagado, whole), cent);
    const total = m.add(m.sub(header.subTotal, header.descuento), summary.trasladado);
    const excess = m.sub(total, expected);
    if (excess !== m.zero) carry(lineas, header, excess, { m, cent, decimals: decimalesMoneda, unit });
  }
  const total = m.sub(m.add(m.sub(header.subTotal, header.descuento), summary.trasladado), summary.retenido);
  if (m.less(total, m.zero))
    return refuseFields([field('conceptos', 'invalid_value', { message: NEGATIVE })]);
  const anyDiscount = lineas.some(({ amounts }) => amounts.descuento !== undefined);
  const text = (value: T): string => m.text(value, decimalesMoneda);
  if (!m.fits(header.subTotal) || !m.fits(summary.trasladado))
    return refuseFields([field('conceptos', 'too_large')]);
  return ok({
    subTotal: text(header.subTotal),
    descuento: anyDiscount ? text(header.descuento) : undefined,
    total: text(total),
    ...summary.written,
    conceptos: lineas.map(({ amounts }) => amounts),
  });
}

const UNWRITTEN: Pick<ConceptoAmounts, 'valorUnitario' | 'importe' | 'descuento'> = {
  valorUnitario: '',
  importe: '',
  descuento: undefined,
};

const NEGATIVE = {
  es: 'Los impuestos retenidos son mayores que el importe: el total sería negativo.',
  en: 'The withheld taxes are larger than the amount: the total would be negative.',
};

const trimmed = (text: string): string => text.replace(/\.?0+$/, '');
