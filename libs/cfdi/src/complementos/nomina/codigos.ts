/**
 * Every code of the matrix of Nómina 1.2, revisions C and E, and where it is checked: by a rule over the document's
 * elements, by the structure (nomina12.xsd), or nowhere, with the reason.
 */
export interface CodigoNomina {
  readonly codigo: string;
  readonly donde: 'regla' | 'estructura' | 'api' | 'no';
  readonly nota?: string;
}

const L_RFC = 'Needs l_RFC, the list of registered taxpayers, which providers alone have.';
const EXCEPCIONES: Readonly<Record<number, Omit<CodigoNomina, 'codigo'>>> = {
  9: { donde: 'no', nota: L_RFC },
  10: { donde: 'estructura', nota: 'The schema requires the CURP of the receiver of every payroll.' },
  41: { donde: 'no', nota: L_RFC },
  45: { donde: 'no', nota: `${L_RFC} Its mark says who belongs to the fiscal coordination system.` },
  46: { donde: 'no', nota: `${L_RFC} Its mark says who belongs to the fiscal coordination system.` },
  67: { donde: 'no', nota: L_RFC },
  69: {
    donde: 'no',
    nota: 'Follows from NOM70 to NOM74 and NOM77 to NOM79: where it is broken one of them is, and says which total is wrong.',
  },
  110: {
    donde: 'no',
    nota: 'Of revision E; taxed and exempt amounts that are both zero break NOM75 already.',
  },
  111: { donde: 'no', nota: 'Of revision E (NOM109 in revision C): whatever has no code of its own.' },
};

/** Notes of codes that are checked in a narrower or wider sense than their text has. */
const NOTAS: Readonly<Record<number, string>> = {
  13: 'Children of the line have their own codes, NOM24 to NOM29.',
  20: 'Over the sum of all payrolls of the document.',
  21: 'Over the sum of all payrolls of the document.',
  22: 'Over the sum of all payrolls of the document.',
  55: 'Whether the last day counts or not: the text does not say.',
  80: 'That the amounts of the other form are absent is checked as NOM89 and NOM90.',
  81: 'That MontoDiario is there and TotalUnaExhibicion is not is checked as NOM90 and NOM89.',
  87: 'Where there are several earnings 014, over their sum.',
  90: 'TotalParcialidad beside TotalUnaExhibicion is checked as NOM89.',
  95: 'Where there are several deductions 006, over their sum.',
  101: '407.02 before 2026, 628.00 since (revision E), by the day of issue.',
  105: '002 beside 007 or 008 breaks it too, as its message has it.',
  108: '13.39 a day before 2026, 20.66 since (revision E), by the day of issue.',
  109: 'Of revision E, for documents issued since 2026: the earning 038 has no exempt amount.',
};

const ULTIMO = 111;

export const codigosNomina: readonly CodigoNomina[] = Array.from({ length: ULTIMO }, (_, i): CodigoNomina => {
  const numero = i + 1;
  const nota = NOTAS[numero];
  return {
    codigo: `NOM${numero}`,
    ...(EXCEPCIONES[numero] ?? { donde: 'regla', ...(nota !== undefined && { nota }) }),
  };
});
