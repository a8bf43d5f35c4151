import type { Language } from '#kernel';
import { isoCountries } from '#sat';

const namesIn = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/** What people call a country of c_Pais, in a language: the tax authority has Spanish names only. */
export const countryName = (country: string, language: Language): string =>
  namesIn[language].of(isoCountries.get(country) ?? country.slice(0, 2)) ?? country;
