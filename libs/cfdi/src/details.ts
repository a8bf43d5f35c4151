import { field, subcodeTable, type Bilingual, type Detail, type MessageParams, type Subcode } from '#kernel';

/**
 * Details of refusals. Where a rule of the error matrix stands behind one, the message says what to do in both
 * languages and cites the rule's code.
 */
export const rule = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
  field(path, code, { message: { es: `${es} (${cfdi})`, en: `${en} (${cfdi})` } });

/** A detail with the table's own text, citing the code of the rule that stands behind it. */
export function citing(cfdi: string, detail: Detail): Detail {
  const { es, en } = subcodeTable[detail.code as Subcode];
  return { ...detail, message: { es: `${es} (${cfdi})`, en: `${en} (${cfdi})` } };
}

export const required = (path: string): Detail => field(path, 'required');
export const invalidValue = (path: string, values?: string): Detail =>
  field(path, 'invalid_value', values === undefined ? {} : { params: { values } });
export const invalidFormat = (path: string, expected: string | Bilingual): Detail =>
  field(path, 'invalid_format', { params: { expected } });
export const invalidLength = (path: string, params: MessageParams): Detail =>
  field(path, 'invalid_length', { params });
/** An amount of more digits than t_Importe has. */
export const tooManyDigits = (path: string): Detail =>
  field(path, 'too_large', { params: { max: { es: '18 dígitos', en: '18 digits' } } });

/** The same problem, one level up: `impuestos[1].tasa` of a line becomes `conceptos[0].impuestos[1].tasa`. */
export const under = (prefix: string, detail: Detail): Detail => ({
  ...detail,
  path: detail.path === undefined ? prefix : `${prefix}.${detail.path}`,
});
