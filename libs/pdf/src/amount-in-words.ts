import { parseDecimal, pow10 } from '#kernel';
import { currencyDecimals } from './format.js';

interface CurrencyName {
  one: string;
  many: string;
  feminine?: true;
  /** What closes the text instead of the ISO code. */
  suffix?: string;
}

const currencies: Record<string, CurrencyName> = {
  MXN: { one: 'peso', many: 'pesos', suffix: 'M.N.' },
  USD: { one: 'dólar estadounidense', many: 'dólares estadounidenses' },
  EUR: { one: 'euro', many: 'euros' },
  CAD: { one: 'dólar canadiense', many: 'dólares canadienses' },
  GBP: { one: 'libra esterlina', many: 'libras esterlinas', feminine: true },
  JPY: { one: 'yen', many: 'yenes' },
  CNY: { one: 'yuan', many: 'yuanes' },
  CHF: { one: 'franco suizo', many: 'francos suizos' },
  AUD: { one: 'dólar australiano', many: 'dólares australianos' },
  ARS: { one: 'peso argentino', many: 'pesos argentinos' },
  BRL: { one: 'real brasileño', many: 'reales brasileños' },
  CLP: { one: 'peso chileno', many: 'pesos chilenos' },
  COP: { one: 'peso colombiano', many: 'pesos colombianos' },
  GTQ: { one: 'quetzal', many: 'quetzales' },
  PEN: { one: 'sol', many: 'soles' },
  SEK: { one: 'corona sueca', many: 'coronas suecas', feminine: true },
};

const below30 = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete ' +
  'dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete ' +
  'veintiocho veintinueve'
).split(' ');
const tens = ' , , ,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa'.split(',');
const hundreds =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

/**
 * How a number ends before what it counts: `counted` loses its o (un peso, veintiún mil), `feminine` agrees
 * (veintiuna libras, doscientas libras), `alone` has no noun after it (veintiuno).
 */
type Ending = 'counted' | 'feminine' | 'alone';

const endings: Record<Ending, { one: string; twentyOne: string }> = {
  counted: { one: 'un', twentyOne: 'veintiún' },
  feminine: { one: 'una', twentyOne: 'veintiuna' },
  alone: { one: 'uno', twentyOne: 'veintiuno' },
};

function below100(n: number, ending: Ending): string {
  if (n === 1) return endings[ending].one;
  if (n === 21) return endings[ending].twentyOne;
  if (n < 30) return below30[n] ?? '';
  const ten = tens[Math.floor(n / 10)] ?? '';
  return n % 10 === 0 ? ten : `${ten} y ${below100(n % 10, ending)}`;
}

function below1000(n: number, ending: Ending): string {
  if (n === 100) return 'cien';
  if (n < 100) return below100(n, ending);
  const word = hundreds[Math.floor(n / 100)] ?? '';
  const hundred = ending === 'feminine' ? word.replace(/os$/, 'as') : word;
  return n % 100 === 0 ? hundred : `${hundred} ${below100(n % 100, ending)}`;
}

/** 1 to 999,999. A bare thousand is "mil", never "un mil". */
function belowMillion(n: number, ending: Ending): string {
  const thousands = Math.floor(n / 1000);
  const rest = n % 1000;
  // "mil" is an adjective: what multiplies it agrees with the counted noun, but is never the long "uno".
  const multiplier = ending === 'feminine' ? 'feminine' : 'counted';
  const head = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${below1000(thousands, multiplier)} mil`;
  return [head, rest === 0 ? '' : below1000(rest, ending)].filter(Boolean).join(' ');
}

/** The cardinal of a whole number in Spanish (long scale: a billón is 10^12). */
function cardinal(whole: bigint, ending: Ending): string {
  if (whole === 0n) return 'cero';
  const group = (power: bigint) => Number((whole / power) % 1_000_000n);
  const scale = (n: number, one: string, many: string) =>
    n === 0 ? '' : n === 1 ? `un ${one}` : `${belowMillion(n, 'counted')} ${many}`;
  return [
    scale(group(10n ** 12n), 'billón', 'billones'),
    scale(group(10n ** 6n), 'millón', 'millones'),
    belowMillion(group(1n), ending),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The largest amount that is put in words. */
export const LARGEST_AMOUNT_IN_WORDS = '999999999999999.99';

/**
 * An amount in Spanish words, as invoices carry it ("importe con letra").
 *
 * @param amount decimal text, 0 to 999,999,999,999,999.99; digits beyond the currency's own are rounded half-up.
 * @param currency ISO 4217 code. Those without a Spanish name here end in their code.
 * @returns upper-case text: `VEINTIÚN MIL PESOS 50/100 M.N.`, `UN MILLÓN DE DÓLARES ESTADOUNIDENSES 00/100 USD`.
 * @throws RangeError when the amount is no decimal, is negative or too large.
 */
export function amountInWords(amount: string, currency: string): string {
  const decimals = currencyDecimals(currency);
  const units = parseDecimal(amount, decimals);
  const one = pow10(decimals);
  if (units === undefined || units < 0n || units >= pow10(15) * one) {
    throw new RangeError(`cannot be put in words: ${amount.slice(0, 40)}`);
  }
  const whole = units / one;
  const fraction = decimals === 0 ? '' : ` ${String(units % one).padStart(decimals, '0')}/${one}`;
  const name = currencies[currency];
  if (!name) return `${cardinal(whole, 'alone')}${fraction} ${currency}`.toUpperCase();

  const number = cardinal(whole, name.feminine ? 'feminine' : 'counted');
  // Millón and billón are nouns, so what they count follows with "de" unless smaller units come between.
  const of = whole > 0n && whole % 1_000_000n === 0n ? ' de' : '';
  const noun = whole === 1n ? name.one : name.many;
  return `${number}${of} ${noun}${fraction} ${name.suffix ?? currency}`.toUpperCase();
}
