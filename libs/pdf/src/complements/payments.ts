import { amountInWords } from '../amount-in-words.js';
import { currencyDecimals, exact, micros, money } from '../format.js';
import { taxName } from '../labels.js';
import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import type { Row } from '../rows.js';
import { factsOf, type Element } from './element.js';
import type { Summary } from './summary.js';

const amountOf = (element: Element, name: string, currency: string | undefined): string | undefined => {
  const raw = element.raw(name);
  return raw === undefined ? undefined : money(micros(raw), currencyDecimals(currency ?? 'MXN'));
};

/** Recepción de pagos 2.0: every payment with the documents that it pays, their balances and taxes. */
export function paymentParts(pagos: Element): Part[] {
  const payments = pagos.children('Pago');
  return payments.map((pago, i) => {
    const currency = pago.raw('MonedaP');
    return part({
      title: payments.length === 1 ? 'Pago recibido' : `Pago ${i + 1} de ${payments.length}`,
      main: true,
      facts: paymentFacts(pago, currency),
      table: documents(pago),
      parts: dropEmpty([part({ title: 'Impuestos del pago', table: paymentTaxes(pago, currency) })]),
    });
  });
}

function paymentFacts(pago: Element, currency: string | undefined): Row[] {
  const rate = pago.raw('TipoCambioP');
  const amount = amountOf(pago, 'Monto', currency);
  return [
    ...factsOf(pago, { FechaPago: 'Fecha de pago', FormaDePagoP: 'Forma de pago' }),
    ...(amount === undefined ? [] : [{ label: 'Monto', value: `${amount} ${currency}` }]),
    ...(rate === undefined || currency === 'MXN'
      ? []
      : [{ label: 'Tipo de cambio', value: `1 ${currency} = ${exact(micros(rate), 2)} MXN` }]),
    ...factsOf(pago, { NumOperacion: 'No. de operación' }),
    ...pago.rows('FechaPago', 'FormaDePagoP', 'Monto', 'MonedaP', 'TipoCambioP', 'NumOperacion'),
  ];
}

function documents(pago: Element) {
  return tableOf(pago.children('DoctoRelacionado'), [
    {
      label: 'Documento pagado',
      width: 65,
      value: (d) => d.raw('IdDocumento'),
      details: (d) => documentDetails(d, pago.raw('MonedaP')),
    },
    { label: 'Folio', value: (d) => [d.raw('Serie'), d.raw('Folio')].filter(Boolean).join('-') },
    { label: 'Moneda', width: 14, value: (d) => d.raw('MonedaDR') },
    { label: 'Parcialidad', numeric: true, value: (d) => d.raw('NumParcialidad') },
    { label: 'Saldo anterior', numeric: true, value: (d) => amountOf(d, 'ImpSaldoAnt', d.raw('MonedaDR')) },
    {
      label: 'Importe pagado',
      numeric: true,
      strong: true,
      value: (d) => amountOf(d, 'ImpPagado', d.raw('MonedaDR')),
    },
    {
      label: 'Saldo insoluto',
      numeric: true,
      value: (d) => amountOf(d, 'ImpSaldoInsoluto', d.raw('MonedaDR')),
    },
  ]);
}

function documentDetails(document: Element, currency: string | undefined): string[] {
  const own = document.raw('MonedaDR');
  const rate = document.raw('EquivalenciaDR');
  return [
    own !== currency && rate ? `Equivalencia: 1 ${currency} = ${rate} ${own}` : '',
    document.text('ObjetoImpDR') ?? '',
    ...taxes(document.child('ImpuestosDR'), 'DR').map(({ name, base, amount }) =>
      [name, base && `base ${amountIn(base, own)}`, amount && amountIn(amount, own)]
        .filter(Boolean)
        .join(', '),
    ),
  ];
}

/** Taxes of what is paid in parts have up to six decimals, which count. */
const amountIn = (raw: string, currency: string | undefined): string =>
  exact(micros(raw), currencyDecimals(currency ?? 'MXN'));

interface PaidTax {
  readonly name: string;
  readonly base: string | undefined;
  readonly amount: string | undefined;
}

/** Taxes of a document (DR) or of a payment (P), the transferred ones first. */
function taxes(impuestos: Element | undefined, suffix: 'DR' | 'P'): PaidTax[] {
  return ['Traslado', 'Retencion'].flatMap((kind) =>
    (impuestos?.child(`${kind}${kind === 'Traslado' ? 's' : 'es'}${suffix}`)?.inside ?? []).map((tax) => ({
      name: taxName({
        type: NAMES[tax.raw(`Impuesto${suffix}`) ?? ''] ?? '',
        factor: tax.raw(`TipoFactor${suffix}`) ?? null,
        rate: tax.raw(`TasaOCuota${suffix}`) ?? null,
        withholding: kind === 'Retencion',
      }),
      base: tax.raw(`Base${suffix}`),
      amount: tax.raw(`Importe${suffix}`),
    })),
  );
}

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

const paymentTaxes = (pago: Element, currency: string | undefined) =>
  tableOf(taxes(pago.child('ImpuestosP'), 'P'), [
    { label: 'Impuesto', value: ({ name }) => name },
    { label: 'Base', numeric: true, value: ({ base }) => base && amountIn(base, currency) },
    { label: 'Importe', numeric: true, value: ({ amount }) => amount && amountIn(amount, currency) },
  ]);

const TOTALS: Readonly<Record<string, string>> = {
  TotalTrasladosBaseIVA16: 'Base IVA 16%',
  TotalTrasladosImpuestoIVA16: 'IVA 16%',
  TotalTrasladosBaseIVA8: 'Base IVA 8%',
  TotalTrasladosImpuestoIVA8: 'IVA 8%',
  TotalTrasladosBaseIVA0: 'Base IVA 0%',
  TotalTrasladosImpuestoIVA0: 'IVA 0%',
  TotalTrasladosBaseIVAExento: 'Base IVA exento',
  TotalRetencionesIVA: 'Ret. IVA',
  TotalRetencionesISR: 'Ret. ISR',
  TotalRetencionesIEPS: 'Ret. IEPS',
};

/** The totals of all payments, always in Mexican pesos (Pagos 2.0: Totales). */
export function paymentSummary(pagos: Element): Summary | undefined {
  const totales = pagos.child('Totales');
  const total = totales?.raw('MontoTotalPagos');
  if (totales === undefined || total === undefined) return undefined;
  return {
    rows: factsOf(totales, TOTALS),
    label: 'Total pagado MXN',
    total: `$${money(micros(total), 2)}`,
    inWords: amountInWords(total, 'MXN'),
  };
}
