import { field, type Detail } from '#kernel';

/** What breaks a rule of the tax authority, whose code the text names. */
export const rule = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
  field(path, code, { message: { es: `${es} (${cfdi})`, en: `${en} (${cfdi})` } });
