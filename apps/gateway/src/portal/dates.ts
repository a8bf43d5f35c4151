import type { Language } from '#kernel';

export const localeOf = (language: Language): string => (language === 'es' ? 'es-MX' : 'en-US');

/** A moment as people write it where the organization is. */
export const dateTime = (instant: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
    // Twelve hours end with a dot in Spanish, and so does the sentence.
    ...(language === 'es' && { hourCycle: 'h23' }),
  }).format(new Date(instant));
