import { findNearest, type Choice, type MessageParams } from '#kernel';
import type { Catalogue, CatalogueEntry } from './catalogue.js';

/** Catalogues of so many keys are listed in a message. */
const SHORT = 25;
/** A name is cut here in a message. */
const LONGEST_NAME = 90;

/** What a message says to somebody who sent a value that a catalogue does not have: see {@link hintsOf}. */
export type Hints = (value: string) => MessageParams;

const shorten = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/** A key with its name, `"03", Transferencia electrónica de fondos`, in both languages. */
const named = ({ key, label, en }: CatalogueEntry) => ({
  es: `"${key}", ${shorten(label)}`,
  en: `"${key}", ${shorten(en ?? label)}`,
});

/**
 * Makes the hints of a small catalogue: `suggestion`, the key that a value is meant to be (its name, its English name, a key
 * with a letter wrong or without its leading zeros), and `values`, its keys where they are few.
 *
 * @param alsoCalled other names of keys, as people know them
 */
export function hintsOf(
  catalogue: Catalogue,
  alsoCalled: Readonly<Record<string, readonly string[]>> = {},
): Hints {
  return (value) => {
    const entries = catalogue.entries.filter(({ outsideCfdi }) => !outsideCfdi);
    const choices = entries.map(({ key, label, en }): Choice => ({
      word: key,
      names: [label, ...(en === undefined ? [] : [en]), ...(alsoCalled[key] ?? [])],
    }));
    const meant = entries.find(({ key }) => withoutZeros(key) === withoutZeros(value));
    const key = meant?.key ?? (isDigits(value) ? undefined : findNearest(value, choices));
    const entry = key === undefined ? undefined : catalogue.find(key);
    return {
      ...(entry && { suggestion: named(entry) }),
      ...(entries.length <= SHORT && { values: entries.map((one) => one.key).join(', ') }),
    };
  };
}

/** `G3` for G03, and `3` for 03. */
const withoutZeros = (key: string): string =>
  key
    .trim()
    .toUpperCase()
    .replace(/(?<!\d)0+(?=\d)/g, '');

/** A key of digits is right or wrong: one with another digit is another thing. */
const isDigits = (value: string): boolean => /^\d{1,10}$/.test(value);
