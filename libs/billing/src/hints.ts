import { findNearest, type MessageParams } from '#kernel';
import {
  clavesRetencion,
  formasPago,
  hintsOf,
  meses,
  metodosPago,
  monedas,
  motivosCancelacion,
  objetosImp,
  paises,
  periodicidades,
  regimenesFiscales,
  tiposPagoRetencion,
  tiposRelacion,
  usosCfdi,
} from '#sat';

/** What a person who sent a wrong key is told: the key that was meant, and which there are (libs/sat, `hintsOf`). */
export const hints = {
  payment_form: hintsOf(formasPago, {
    '01': ['contado'],
    '03': ['spei', 'wire transfer', 'bank transfer', 'transfer'],
    '04': ['tarjeta', 'card'],
    '28': ['debito'],
    '99': ['credito'],
  }),
  use: hintsOf(usosCfdi),
  tax_system: hintsOf(regimenesFiscales, { '626': ['resico'] }),
  currency: hintsOf(monedas, {
    MXN: ['pesos', 'mx', 'mxp', 'mn'],
    USD: ['dolares', 'dollars', 'dolar'],
    EUR: ['euros'],
  }),
  taxability: hintsOf(objetosImp),
  relationship: hintsOf(tiposRelacion),
  months: hintsOf(meses),
  retention: hintsOf(clavesRetencion, { '26': ['uber', 'plataformas', 'platforms'] }),
  retention_payment: hintsOf(tiposPagoRetencion),
  motive: hintsOf(motivosCancelacion),
  country: hintsOf(paises, { MEX: ['mx', 'mexico'], USA: ['us', 'eeuu', 'united states'] }),
} as const;

/** Choices of the API's own words that have a name of the tax authority's. */
const methodsAsKnown: Readonly<Record<string, readonly string[]>> = {
  PUE: ['contado', 'una exhibicion', 'single payment'],
  PPD: ['parcialidades', 'diferido', 'credito', 'installments'],
};
export const paymentMethodNames = metodosPago.entries.map(({ key, label, en }) => ({
  word: key,
  names: [label, ...(en === undefined ? [] : [en]), ...(methodsAsKnown[key] ?? [])],
}));
export const typeNames = [
  { word: 'I', names: ['ingreso', 'income', 'factura', 'invoice'] },
  { word: 'E', names: ['egreso', 'nota de credito', 'credit note', 'expense'] },
  { word: 'P', names: ['pago', 'payment'] },
  { word: 'N', names: ['nomina', 'payroll'] },
  { word: 'T', names: ['traslado', 'transfer'] },
];
export const taxNames = [
  { word: 'IVA', names: ['VAT', '002'] },
  { word: 'ISR', names: ['001', 'income tax'] },
  { word: 'IEPS', names: ['003'] },
];
export const factorNames = [
  { word: 'Tasa', names: ['rate', 'percentage'] },
  { word: 'Cuota', names: ['fee', 'quota'] },
  { word: 'Exento', names: ['exempt'] },
];
export const complementNames = [
  { word: 'pago', names: ['pagos', 'payment'] },
  { word: 'nomina', names: ['payroll'] },
  { word: 'comercio_exterior', names: ['foreign trade'] },
];

const PERIODS = periodicidades.entries.flatMap(({ name, key, label, en }) =>
  name === undefined ? [] : [{ word: name, names: [label, key, ...(en === undefined ? [] : [en])] }],
);

/** The period of a global invoice by what it is also called. */
export function periodicityHints(value: string): MessageParams {
  const suggestion = PERIODS.find(({ names }) => names.includes(value))?.word ?? findNearest(value, PERIODS);
  return {
    ...(suggestion !== undefined && { suggestion: `"${suggestion}"` }),
    values: PERIODS.map(({ word }) => word).join(', '),
  };
}
