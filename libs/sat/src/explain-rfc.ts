import type { Bilingual, MessageParams } from '#kernel';
import { parseRfc } from './rfc.js';

/** What is wrong with a text that is no RFC, and what to send. */
export interface Explanation {
  readonly message: Bilingual;
  readonly params: MessageParams;
}

const LETTERS = /^[A-Z&Ñ]*/;
const FISICA: Bilingual = {
  es: 'una persona física tiene 13 (4 letras, fecha AAMMDD y 3 de homoclave)',
  en: 'a person has 13 (4 letters, a date YYMMDD and 3 of homoclave)',
};
const MORAL: Bilingual = {
  es: 'una persona moral tiene 12 (3 letras, fecha AAMMDD y 3 de homoclave)',
  en: 'a company has 12 (3 letters, a date YYMMDD and 3 of homoclave)',
};

/**
 * Explains why a text is no RFC (tdCFDI.xsd, t_RFC): signs between its parts, characters that it lacks or has too many, a date
 * that does not exist, or another shape.
 */
export function explainRfc(text: string): Explanation {
  const rfc = text.trim().normalize('NFC').toUpperCase().slice(0, 40);
  const bare = rfc.replace(/[\s./_-]/g, '');
  if (bare !== rfc && parseRfc(bare))
    return {
      message: {
        es: 'El RFC debe escribirse sin espacios ni guiones: envíe "{bare}".',
        en: 'Write the RFC without spaces or hyphens: send "{bare}".',
      },
      params: { bare },
    };
  const letters = LETTERS.exec(rfc)?.[0].length ?? 0;
  const expected = letters === 4 ? 13 : 12;
  const count = rfc.length;
  if ((letters === 3 || letters === 4) && count !== expected && /^.{3,4}\d/.test(rfc))
    return ofWrongLength(count, letters);
  const [, date = ''] = /^[A-Z&Ñ]{3,4}(\d{6})/.exec(rfc) ?? [];
  if (count === expected && date !== '' && parseRfc(rfc.replace(date, '000101')))
    return {
      message: {
        es: 'Los seis dígitos del RFC deben ser una fecha AAMMDD que exista: "{date}" no lo es.',
        en: 'The six digits of the RFC must be a date YYMMDD that exists: "{date}" is none.',
      },
      params: { date },
    };
  return {
    message: {
      es: 'Esto no tiene la forma de un RFC: el de {fisica}; el de {moral}.',
      en: 'This does not have the form of an RFC: that of {fisica}; that of {moral}.',
    },
    params: { fisica: FISICA, moral: MORAL },
  };
}

function ofWrongLength(count: number, letters: number): Explanation {
  const expected = letters === 4 ? 13 : 12;
  const difference = Math.abs(count - expected);
  const one = difference === 1;
  const es =
    count < expected ? (one ? 'falta 1' : `faltan ${difference}`) : one ? 'sobra 1' : `sobran ${difference}`;
  const en = count < expected ? `${difference} missing` : `${difference} too many`;
  // Who leaves out the last three has written the letters and the date.
  const key = count === expected - 3;
  return {
    message: {
      es: 'El RFC tiene {count} caracteres y {lacking}: el de {person}.',
      en: 'The RFC has {count} characters, {lacking}: that of {person}.',
    },
    params: {
      count,
      lacking: { es: key ? `${es}, la homoclave` : es, en: key ? `${en}, the homoclave` : en },
      person: letters === 4 ? FISICA : MORAL,
    },
  };
}
