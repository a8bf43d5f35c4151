import { decimal, field, type Detail } from '#kernel';
import type {
  CustomerSnapshot,
  InvoiceContent,
  InvoiceItem,
  InvoiceType,
  IssuerSnapshot,
  Tax,
} from '#contracts';
import {
  NO_OBLIGACIONES,
  RFC_PUBLICO_GENERAL,
  builtInCatalogues,
  explainRegime,
  explainRfc,
  foreignTaxIdMatches,
  formasPago,
  impuestoOf,
  isRateAllowed,
  isRegimeAllowed,
  isUseAllowed,
  localDateTime,
  monedas,
  parseRfc,
  periodicidades,
  periodicidadOf,
  postalCode,
  regimenesFiscales,
  tiposRelacion,
  usesFor,
  usosCfdi,
  type LargeCatalogue,
  type LargeCatalogues,
} from '#sat';
import { hints, isForeign, periodicityHints, placeOfIssue, rateHints } from '#billing';
import { customsKeys } from './customs-keys.js';

const HOUR_MS = 3_600_000;
/** The tax authority takes a CFDI up to 72 hours after its Fecha (PAC code 401). */
export const OLDEST_DATE_MS = 72 * HOUR_MS;
/** A caller's clock may be a little ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

const rule = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
  field(path, code, { message: { es: `${es} (${cfdi})`, en: `${en} (${cfdi})` } });

/**
 * The rules of an invoice that need catalogues, a clock or the API's own words, each at the path of its field.
 * Forms, lengths, amounts and the rules between a document's own fields are the engine's (libs/cfdi): see
 * prepare.ts, which asks both.
 */
export function catalogueProblems(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): Detail[] {
  const wrongDate = dateProblems(content, now);
  // Keys are judged on the document's day; one that it can't have says nothing of them.
  const at = wrongDate.length > 0 ? now : new Date(content.date ?? now);
  const day = localDateTime(at, 'America/Mexico_City').slice(0, 10);
  const keys = keyChecks(large, day);
  const sells = content.type === 'I' || content.type === 'E';
  return [
    ...(content.customer === null
      ? [field('customer', 'required')]
      : customerProblems(content.customer, day)),
    // The other types have a use, a form and a currency of their own, which the engine knows.
    ...(sells ? sellingProblems(content, day) : []),
    ...(sells || content.type === 'T'
      ? [...currencyProblems(content, day), ...exchangeProblems(content, day)]
      : []),
    ...(content.type === 'P' ? paymentCurrencyProblems(content) : []),
    ...fixedProblems(content),
    ...globalProblems(content, day),
    ...relationProblems(content, day),
    ...wrongDate,
    ...(content.items.length === 0 && (sells || content.type === 'T') ? [field('items', 'required')] : []),
    ...content.items.flatMap((item, index) => itemProblems(item, index, keys, day)),
    ...(postalCode(placeOfIssue(content, issuer)) ? [] : [field('address.zip', 'invalid_value')]),
  ];
}

const sellingProblems = (content: InvoiceContent, day: string): Detail[] => [
  ...useProblems(content, day),
  ...checkPaymentForm(content, day),
];

/** Who receives it: a regime that fits the person, and an address in the country (CFDI40147 to CFDI40158). */
function customerProblems(customer: CustomerSnapshot, day: string): Detail[] {
  // A customer may exist without fiscal data, until it gives them itself; a document can't.
  const problems = customer.legal_name === '' ? [field('customer.legal_name', 'required')] : [];
  if (isForeign(customer)) return [...problems, ...foreignerProblems(customer)];
  const rfc = parseRfc(customer.tax_id ?? '');
  if (!rfc)
    problems.push(
      customer.tax_id === null
        ? field('customer.tax_id', 'required')
        : field('customer.tax_id', 'invalid_format', explainRfc(customer.tax_id)),
    );
  if (rfc?.generic === 'national') return problems;
  const regime = regimenesFiscales.find(customer.tax_system ?? '', day);
  if (!regime)
    problems.push(
      field('customer.tax_system', customer.tax_system === null ? 'required' : 'tax_system_not_in_catalog'),
    );
  else if (!regimenesFiscales.has(regime.key, day))
    problems.push(
      rule(
        'customer.tax_system',
        'invalid_value',
        'CFDI40157',
        'Este régimen ya no puede usarse en un CFDI 4.0.',
        'This regime can no longer be used in a CFDI 4.0.',
      ),
    );
  else if (rfc && !isRegimeAllowed(regime.key, rfc.person, day))
    problems.push(
      field(
        'customer.tax_system',
        'tax_system_not_allowed_for_tax_id',
        explainRegime(regime.key, rfc.person),
      ),
    );
  if (!postalCode(customer.address.zip ?? ''))
    problems.push(
      customer.address.zip === null
        ? field('customer.address.zip', 'required')
        : field('customer.address.zip', 'invalid_value'),
    );
  return problems;
}

function foreignerProblems({ tax_id, address }: CustomerSnapshot): Detail[] {
  if (!tax_id || foreignTaxIdMatches(address.country, tax_id)) return [];
  return [
    rule(
      'customer.tax_id',
      'invalid_format',
      'CFDI40156',
      `La identificación fiscal no tiene la forma que usa ${address.country}.`,
      `The tax identification does not have the form that ${address.country} uses.`,
    ),
  ];
}

/** The fixed fields of a payment and a payroll (Anexo 20, the matrices of Pagos and Nómina). */
const FIXED: Partial<Readonly<Record<InvoiceType, Readonly<Record<string, string>>>>> = {
  P: { use: 'CP01' },
  N: { use: 'CN01', payment_method: 'PUE', currency: 'MXN' },
};

/** What was sent must be what the CFDI says: nothing is taken and dropped. */
const fixedProblems = (content: InvoiceContent): Detail[] =>
  Object.entries(FIXED[content.type] ?? {}).flatMap(([name, values]) =>
    content[name as keyof InvoiceContent] === values
      ? []
      : [field(name, 'invalid_value', { params: { values } })],
  );

/** The receiver's use of the invoice: for a foreigner it is always without effects. */
function useProblems({ use, customer }: InvoiceContent, day: string): Detail[] {
  if (!usosCfdi.has(use, day)) return [field('use', 'invalid_value', { params: hints.use(use) })];
  if (customer === null || isForeign(customer)) return [];
  const rfc = parseRfc(customer.tax_id ?? '');
  const regime = rfc?.generic === 'national' ? NO_OBLIGACIONES : (customer.tax_system ?? '');
  // Without a regime that the person may have, its use can't be judged.
  if (!rfc || !regimenesFiscales.has(regime, day) || !isRegimeAllowed(regime, rfc.person, day)) return [];
  if (isUseAllowed(use, regime, rfc.person, day)) return [];
  return [
    field('use', 'invalid_value', {
      message: {
        es: 'El uso {use} no corresponde al tipo de persona y régimen {regime} del receptor (usos posibles: {values}). (CFDI40161)',
        en: "The use {use} does not fit the receiver's kind of person and regime {regime} (possible uses: {values}). (CFDI40161)",
      },
      params: {
        ...{ use, regime },
        values: usesFor(regime, rfc.person)
          .map(({ key }) => key)
          .join(', '),
      },
    }),
  ];
}

/** XXX is the currency of documents without amounts, such as those of moved goods. */
const currencyProblems = ({ type, currency }: InvoiceContent, day: string): Detail[] =>
  !monedas.has(currency, day) || (currency === 'XXX' && type !== 'T')
    ? [field('currency', 'invalid_value', { params: hints.currency(currency) })]
    : [];

/** How many MXN one unit of the currency is worth: nobody guesses that, and MXN is worth itself. */
function exchangeProblems({ currency, exchange }: InvoiceContent, day: string): Detail[] {
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
const paymentCurrencyProblems = ({ currency }: InvoiceContent): Detail[] =>
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
function checkPaymentForm({ type, payment_form, payment_method }: InvoiceContent, day: string): Detail[] {
  const method =
    type === 'E' && payment_method === 'PPD'
      ? [field('payment_method', 'invalid_value', { params: { values: 'PUE' } })]
      : [];
  if (payment_form === null) return [field('payment_form', 'required'), ...method];
  if (!formasPago.has(payment_form, day))
    return [field('payment_form', 'invalid_value', { params: hints.payment_form(payment_form) }), ...method];
  return payment_form === TO_BE_DEFINED && payment_method === 'PUE' ? [formUndefined(type)] : method;
}

/** Sales to the public in general are invoiced together, by period (CFDI40130, RMF 2.7.1.21). */
const missingGlobal = field('global', 'required', {
  message: {
    es: 'Una factura a PUBLICO EN GENERAL es global: indique en "global" su periodicidad ("periodicity", por ejemplo "month"), sus meses ("months", por ejemplo "11") y su año ("year"). (CFDI40130)',
    en: 'An invoice to PUBLICO EN GENERAL is a global one: give in "global" its period ("periodicity", such as "month"), its months ("months", such as "11") and its year ("year"). (CFDI40130)',
  },
});

/** `year` is a name of the API's only: the tax authority has no key for it. */
function globalProblems({ type, customer, global }: InvoiceContent, day: string): Detail[] {
  const isPublic = customer?.tax_id === RFC_PUBLICO_GENERAL && customer.legal_name === 'PUBLICO EN GENERAL';
  if (global === null && type === 'I' && isPublic) return [missingGlobal];
  if (global === null || periodicidades.has(periodicidadOf(global.periodicity)?.key ?? '', day)) return [];
  const params = periodicityHints(global.periodicity);
  return [field('global.periodicity', 'invalid_value', { params })];
}

const relationProblems = ({ related_documents }: InvoiceContent, day: string): Detail[] =>
  related_documents.flatMap(({ relationship }, index) =>
    tiposRelacion.has(relationship, day)
      ? []
      : [
          rule(
            `related_documents[${index}].relationship`,
            'invalid_value',
            'CFDI40137',
            `La relación ${relationship} no existe en CFDI 4.0, cuyo catálogo termina en 07.`,
            `The relation ${relationship} does not exist in CFDI 4.0, whose catalogue ends at 07.`,
          ),
        ],
  );

/** The date asked for: of the last 72 hours, and not in the future. */
export function dateProblems({ date }: Pick<InvoiceContent, 'date'>, now: Date): Detail[] {
  if (date === null) return [];
  const ageMs = now.getTime() - Date.parse(date);
  if (ageMs > OLDEST_DATE_MS)
    return [
      field('date', 'too_small', {
        message: {
          es: 'La fecha en "{path}" no puede ser anterior a 72 horas: envíe una más reciente, o ninguna para usar la actual.',
          en: 'The date in "{path}" can\'t be older than 72 hours: send a later one, or none for the current time.',
        },
      }),
    ];
  if (ageMs < -CLOCK_SKEW_MS)
    return [
      field('date', 'too_large', {
        message: {
          es: 'La fecha en "{path}" no puede ser futura: envíe una anterior, o ninguna para usar la actual.',
          en: 'The date in "{path}" can\'t be in the future: send an earlier one, or none for the current time.',
        },
      }),
    ];
  return [];
}

interface KeyChecks {
  readonly product: (key: string, path: string) => Detail[];
  readonly unit: (key: string, path: string) => Detail[];
  readonly customs: (item: InvoiceItem, path: string) => Detail[];
}

/** Keys must be in force on the document's day. The same few come on thousands of lines: each is looked up once. */
function keyChecks(large: LargeCatalogues, date: string): KeyChecks {
  const checks = (catalogue: LargeCatalogue, name: string, code: string): KeyChecks['product'] => {
    const accepted = new Map<string, boolean>();
    return (key, path) => {
      const known = accepted.get(key) ?? catalogue.accepts(key, date);
      accepted.set(key, known);
      return known ? [] : [field(`${path}.${name}`, code, { params: { key } })];
    };
  };
  return {
    product: checks(large.productos, 'product_key', 'product_key_not_found'),
    unit: checks(large.unidades, 'unit_key', 'unit_key_not_found'),
    customs: customsKeys(large, date),
  };
}

function itemProblems(item: InvoiceItem, index: number, keys: KeyChecks, day: string): Detail[] {
  const { product, parts, third_party } = item;
  const path = `items[${index}]`;
  return [
    ...keys.customs(item, path),
    ...keys.product(product.product_key, `${path}.product`),
    ...keys.unit(product.unit_key, `${path}.product`),
    ...product.taxes.flatMap((tax, at) => rateProblems(tax, `${path}.product.taxes[${at}]`, day)),
    ...parts.flatMap((part, at) => keys.product(part.product_key, `${path}.parts[${at}]`)),
    ...(third_party && !regimenesFiscales.has(third_party.tax_system, day)
      ? [field(`${path}.third_party.tax_system`, 'tax_system_not_in_catalog')]
      : []),
  ];
}

/** A rate of c_TasaOCuota, for taxes and factors that go together at all (which the engine says). */
function rateProblems({ type, factor, rate, withholding }: Tax, path: string, day: string): Detail[] {
  const impuesto = impuestoOf(type);
  if (!impuesto) return [field(`${path}.type`, 'invalid_value')];
  const possible = (withholding || impuesto.traslado) && (factor === 'Tasa' || type === 'IEPS');
  if (factor === 'Exento' || !possible) return [];
  if (isRateAllowed({ impuesto: impuesto.key, factor, retencion: withholding, tasa: rate }, day)) return [];
  return [
    field(`${path}.rate`, 'invalid_value', {
      message: {
        es: 'La tasa {rate} no existe para {type} en la fecha del comprobante (¿quiso decir {suggestion}?) (valores posibles: {values}). ({code})',
        en: 'The rate {rate} does not exist for {type} on the date of the document (did you mean {suggestion}?) (possible values: {values}). ({code})',
      },
      params: {
        ...{ rate, type, code: withholding ? 'CFDI40185' : 'CFDI40179' },
        ...rateHints({ type, factor, rate, withholding }),
      },
    }),
  ];
}
