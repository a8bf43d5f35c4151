import type { RuleCode } from '../rules/code.js';
import { catalogueCodes } from './complementos-rules.js';
import { onPlanesDeRetiro } from './planes-rules.js';
import { onPlataformas } from './plataformas-rules.js';

const numbered = [
  ...[104, 105, 106, 108, 109, 111, 112, 113, 116, 117, 120, 121, 122, 123, 125, 126],
  ...[127, 128, 129, 130, 131, 132, 133],
].map((number) => `Reten20${number}`);

const ours = [
  ...['Complemento-CveRetenc', 'Receptor-NacionalidadR', 'Nacional-RfcR', 'ImpRetenidos-ImpuestoRet'],
  ...['ImpRetenidos-TipoPagoRet', 'ImpRetenidos-ImpuestoRet-TipoPagoRet'],
  'Pagosaextranjeros-EsBenefEfectDelCobro',
].map((name) => `RET-${name}`);
const ofComplements = [...onPlataformas, ...onPlanesDeRetiro].map(({ code }) => code);

const REGISTER = 'Con la lista de contribuyentes a la mano; sin ella no se juzga.';
const notes: Readonly<Record<string, string>> = {
  Reten20113: REGISTER,
  Reten20116:
    'Con la lista de contribuyentes a la mano. Que PUBLICO EN GENERAL tenga el RFC XAXX010101000, siempre.',
  SPT117: 'Revisión D. No del público en general ni de un receptor extranjero, ni sin BaseRet.',
  Reten20117: 'Del receptor con CURP.',
  Reten20120: 'Que el código postal exista, siempre; que sea el del RFC, con la lista de contribuyentes.',
  Reten20127: 'Salvo con la clave 28, cuyos montos gravado y exento son cero (Reten20108).',
  Reten20130: 'Si MontoTotRet es mayor que cero.',
};

/** Codes of the matrix that are checked elsewhere, or not at all. */
const others: readonly RuleCode[] = [
  { code: 'Reten20101', where: 'sello', note: 'El sello del emisor.' },
  { code: 'Reten20102', where: 'sello', note: 'El certificado del emisor.' },
  { code: 'Reten20103', where: 'structure', note: 'La forma de FechaExp.' },
  { code: 'Reten20110', where: 'sello', note: 'El nombre del emisor es el del titular del certificado.' },
  { code: 'Reten20124', where: 'no', note: 'Pide lo mismo que Reten20122, que lo dice antes.' },
];

const notChecked = (code: string, note: string): RuleCode => ({
  code: `RET-${code}`,
  where: 'no',
  note,
});

export const retencionCodes: readonly RuleCode[] = [
  ...[...numbered, ...ours, ...ofComplements, ...catalogueCodes].map((code): RuleCode => {
    const note = notes[code];
    return { code, where: 'rule', ...(note !== undefined && { note }) };
  }),
  ...others,
  notChecked('Retenciones-FechaExp', 'How old a document may be is judged with a clock, when it is stamped.'),
  notChecked(
    'Extranjero-NumRegIdTribR',
    'The country, which gives the number its form, is not in the document.',
  ),
  notChecked(
    'SectorFinanciero-CveRetenc',
    'Whether the issuer is a trustee of the financial system is not in the document.',
  ),
  {
    code: 'PDR103',
    where: 'no',
    note: 'Which of two amounts the exempt and the taxed part add up to is told in two ways.',
  },
  notChecked(
    'Plataformas-tasas',
    'The rates of ISR by c_TipoDeServ and year are in the workbook of the tax authority only.',
  ),
  notChecked(
    'Plataformas-Periodo',
    'Whether the period is one month and has the days of its services: revisions of the matrix say it in different ways.',
  ),
  notChecked('AportacionesODepositos-TipoAportacionODeposito', 'Its form, a to c, is the whole catalogue.'),
];
