import type { RuleCode } from '../../rules/code.js';
const L_RFC = 'Pide la marca de l_RFC de las unidades adheridas al SNCF, que solo tienen los proveedores.';
const EXCEPTIONS: Readonly<Record<number, Omit<RuleCode, 'code'>>> = {
  10: { where: 'structure', note: 'El esquema exige la CURP del receptor en toda nómina.' },
  45: { where: 'no', note: L_RFC },
  46: { where: 'no', note: L_RFC },
  69: {
    where: 'no',
    note: 'Se sigue de NOM70 a NOM74 y NOM77 a NOM79: si se rompe, también una de ellas, que dice qué total está mal.',
  },
  110: {
    where: 'no',
    note: 'De la revisión E: los importes gravado y exento en cero ya rompen NOM75.',
  },
  111: { where: 'no', note: 'De la revisión E (en la C, NOM109): lo que no tiene código propio.' },
};

const WITH_REGISTER = 'Donde se tiene la lista de contribuyentes inscritos (l_RFC).';
/** Notes of codes that are checked in a narrower or wider sense than their text has. */
const NOTES: Readonly<Record<number, string>> = {
  9: WITH_REGISTER,
  11: 'También con el RFC genérico XAXX010101000 de un trabajador fallecido (revisión E): CFDI40159 no se aplica a esa nómina.',
  13: 'Los hijos del concepto tienen sus propios códigos, NOM24 a NOM29.',
  20: 'Contra la suma de todas las nóminas del comprobante.',
  21: 'Contra la suma de todas las nóminas del comprobante.',
  22: 'Contra la suma de todas las nóminas del comprobante.',
  41: WITH_REGISTER,
  55: 'Cuente o no el último día: el texto no lo dice.',
  67: WITH_REGISTER,
  80: 'Que no estén los importes de la otra forma lo revisan NOM89 y NOM90.',
  81: 'Que esté MontoDiario y no TotalUnaExhibicion lo revisan NOM90 y NOM89.',
  87: 'Si hay varias percepciones 014, contra su suma.',
  90: 'TotalParcialidad junto a TotalUnaExhibicion lo revisa NOM89.',
  95: 'Si hay varias deducciones 006, contra su suma.',
  101: '407.02 antes de 2026, 628.00 desde entonces (revisión E), según la fecha de expedición.',
  105: 'También la rompe el 002 junto con 007 u 008, como dice su mensaje.',
  108: '13.39 por día antes de 2026, 20.66 desde entonces (revisión E), según la fecha de expedición.',
  109: 'De la revisión E, para lo expedido desde 2026: la percepción 038 no tiene importe exento.',
};

const LAST = 111;

export const nominaCodes: readonly RuleCode[] = Array.from({ length: LAST }, (_, i): RuleCode => {
  const number = i + 1;
  const note = NOTES[number];
  return {
    code: `NOM${number}`,
    ...(EXCEPTIONS[number] ?? { where: 'rule', ...(note !== undefined && { note }) }),
  };
});
