import { bancos, type Banco } from './bancos.js';

/** The control digit of a CLABE's first 17 digits (Banco de México: weights 3, 7, 1; module 10 of each and of all). */
export function clabeControlDigit(clabe: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i += 1) sum += (Number(clabe[i]) * ([3, 7, 1][i % 3] ?? 0)) % 10;
  return String((10 - (sum % 10)) % 10);
}

/** Whether a text is a CLABE: 18 digits, the last of which is the control digit (NOM64). */
export const isClabe = (text: string): boolean =>
  /^\d{18}$/.test(text) && clabeControlDigit(text) === text.charAt(17);

/** The bank whose key a CLABE begins with; undefined for what is no CLABE and for a key that is not in c_Banco. */
export const bancoOfClabe = (clabe: string): Banco | undefined =>
  isClabe(clabe) ? bancos.find(clabe.slice(0, 3)) : undefined;

/**
 * Whether a worker's account asks for its bank (NOM62, NOM63, NOM65): a CLABE (18 digits) carries it and
 * must not have it beside; a telephone (10), an account (11) and a card (16) must.
 * @returns undefined for what is no account: another number of digits, or no digits
 */
export function bancoRule(count: string): 'required' | 'forbidden' | undefined {
  if (!/^(?:\d{10,11}|\d{16}|\d{18})$/.test(count)) return undefined;
  return count.length === 18 ? 'forbidden' : 'required';
}
