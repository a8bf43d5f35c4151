import { formatDecimal, parseDecimal, rescale } from '#kernel';

/** A decimal: text ("1234.50"), or a JSON number, which is read through its shortest text and never calculated with. */
export type Amount = string | number;

/** By their codes: three letters, so there are not many. */
const decimalsByCurrency = new Map<string, number>();

/**
 * Decimals of a currency (ISO 4217, which c_Moneda follows): MXN 2, JPY 0, KWD 3. An unknown code has 2.
 * XXX, the "no currency" of payments and transfers, has none.
 */
export function currencyDecimals(currency: string): number {
  if (currency === 'XXX' || !/^[A-Z]{3}$/.test(currency)) return currency === 'XXX' ? 0 : 2;
  const known = decimalsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimalsByCurrency.set(currency, decimals);
  return decimals;
}

const withThousands = (text: string): string => {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3}){1,12}$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** An {@link Amount} in millionths. What is not a decimal throws: the model is our own. */
export function micros(amount: Amount): bigint {
  const value = parseDecimal(amount);
  if (value === undefined) throw new TypeError(`not a decimal: ${String(amount).slice(0, 40)}`);
  return value;
}

/** Micros with exactly `decimals` decimals, half-up, and thousands separators: `1,234.50`. */
export const money = (value: bigint, decimals: number): string =>
  withThousands(formatDecimal(rescale(value, 6, decimals), { scale: decimals, min: decimals }));

/** Micros with at least `min` decimals and up to six, as the CFDI carries a ValorUnitario: `603.448276`. */
export const exact = (value: bigint, min = 0): string => withThousands(formatDecimal(value, { min }));

/** A rate as a percentage: `0.16` is `16%`, `0.106667` is `10.6667%`. */
export const percent = (rate: Amount): string => `${formatDecimal(micros(rate) * 100n)}%`;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('es-MX', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timezone, formatter);
  }
  return formatter;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?(?:\.\d+)?$/;

/**
 * A date-time as printed: `21/11/2026 10:41:05`. An instant (with Z or an offset) is shown in `timezone` (IANA name);
 * text without a zone is local time already, as CFDI dates are.
 */
export function dateTime(iso: string, timezone: string): string {
  const local = LOCAL.exec(iso);
  if (local) {
    const [, year = '', month = '', day = '', time] = local;
    return `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`;
  }
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new TypeError(`not a date: ${iso.slice(0, 40)}`);
  const part = Object.fromEntries(
    formatterFor(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${part['day']}/${part['month']}/${part['year']} ${part['hour']}:${part['minute']}:${part['second']}`;
}
