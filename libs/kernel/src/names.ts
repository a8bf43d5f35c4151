/** Marks that turn text around, joints that nobody sees, and letters without a picture. */
const UNSEEN =
  /[\u00ad\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u2800\u3164\ufeff\uffa0]/gu;

/**
 * A name that people choose and others read, in lists, pages and mails: composed (NFC), on one line, and without what is not
 * seen or turns the text around it. Two names that look the same for such a reason are the same; one of nothing else is ''.
 */
export const tidyName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
