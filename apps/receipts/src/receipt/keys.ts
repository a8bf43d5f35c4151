import { randomInt } from 'node:crypto';
import { RECEIPT_KEY_ALPHABET, RECEIPT_KEY_LENGTH } from '#contracts';

/** A key that nobody can guess: 31^8 of them, each as likely as any other. */
export const newReceiptKey = (): string =>
  Array.from(
    { length: RECEIPT_KEY_LENGTH },
    () => RECEIPT_KEY_ALPHABET[randomInt(RECEIPT_KEY_ALPHABET.length)],
  ).join('');
