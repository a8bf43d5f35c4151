import { field, type Detail } from '#kernel';

/** Texts of a CFDI have no bar, which separates the values of the cadena original (tdCFDI.xsd, t_Nombre and its kin). */
export const barProblems = (path: string, text: string | null): Detail[] =>
  text?.includes('|')
    ? [field(path, 'invalid_format', { params: { expected: { es: 'sin "|"', en: 'without "|"' } } })]
    : [];
