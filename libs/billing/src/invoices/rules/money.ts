import { decimal, field, type Detail } from '#kernel';
import type { InvoiceContent, InvoiceType } from '#contracts';
import { formasPago, monedas } from '#sat';
import { hints } from '../../hints.js';
import { rule } from './rule.js';

/** XXX is the currency of documents without amounts, such as those of moved goods. */
export const currencyProblems = ({ type, currency }: InvoiceContent, day: string): Detail[] =>
  !monedas.has(currency, day) || (currency === 'XXX' && type !== 'T')
    ? [field('currency', 'invalid_value', { params: hints.currency(currency) })]
    : [];

/** How many MXN one unit of the currency is worth: nobody guesses that, and MXN is worth itself. */
export function exchangeProblems({ currency, exchange }: InvoiceContent, day: string): Detail[] {
  if (!monedas.has(currency, day)) return [];
  if (exchange === null)
    return [
      field('exchange', 'required', {
        message: {
          es: 'La moneda es {currency}: indique en "{path}" cuántos pesos (MXN) vale un {currency} (CFDI40115).',
          en: 'The currency is {currency}: send in "{path}" how many MXN one {currency} is worth (CFDI40115).',
        },
        params: { currency },
      }),
    ];
  if (currency !== 'MXN' || decimal(exchange) === decimal('1')) return [];
  return [
    rule(
      'exchange',
      'invalid_value',
      'CFDI40114',
      'Con la moneda MXN, el tipo de cambio debe ser 1.',
      'With the currency MXN the exchange rate must be 1.',
    ),
  ];
}

/** A payment's document has no amounts, so no currency; the complement has that of each payment. */
export const paymentCurrencyProblems = ({ currency }: InvoiceContent): Detail[] =>
  currency === 'MXN' || currency === 'XXX'
    ? []
    : [
        field('currency', 'invalid_value', {
          message: {
            es: 'La moneda de un pago se indica en su complemento ("complements"), no en "{path}".',
            en: 'The currency of a payment belongs in its complement ("complements"), not in "{path}".',
          },
        }),
      ];

/** "Por definir": the form of what is not paid yet. */
const TO_BE_DEFINED = '99';

const formUndefined = (type: InvoiceType): Detail => {
  const later = type === 'I';
  return field('payment_form', 'invalid_value', {
    message: {
      es:
        'Con el método de pago PUE, la forma de pago no puede ser 99 (por definir): indique con cuál se pagó, por ejemplo 03.' +
        (later ? ' Si aún no se paga, envíe el método PPD.' : ''),
      en:
        'With payment method PUE the payment form cannot be 99 (to be defined): send the one it was paid with, such as 03.' +
        (later ? ' If it is not paid yet, send method PPD.' : ''),
    },
  });
};

/**
 * Form and method: a credit note is settled in one payment, never in parts; and what is paid at once (PUE) was paid in
 * some form (Anexo 20, guide to filling in FormaPago).
 */
export function checkPaymentForm(
  { type, payment_form, payment_method }: InvoiceContent,
  day: string,
): Detail[] {
  const method =
    type === 'E' && payment_method === 'PPD'
      ? [field('payment_method', 'invalid_value', { params: { values: 'PUE' } })]
      : [];
  if (payment_form === null) return [field('payment_form', 'required'), ...method];
  if (!formasPago.has(payment_form, day))
    return [field('payment_form', 'invalid_value', { params: hints.payment_form(payment_form) }), ...method];
  return payment_form === TO_BE_DEFINED && payment_method === 'PUE' ? [formUndefined(type)] : method;
}
