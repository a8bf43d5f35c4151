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
  const day = wrongDate.length > 0 ? now : new Date(content.date ?? now);
  const keys = keyChecks(large, localDateTime(day, 'America/Mexico_City'));
  const sells = content.type === 'I' || content.type === 'E';
  return [
    ...(content.customer === null ? [field('customer', 'required')] : customerProblems(content.customer)),
    // The other types have a use, a form and a currency of their own, which the engine knows.
    ...(sells ? [...useProblems(content), ...checkPaymentForm(content), ...currencyProblems(content)] : []),
    ...fixedProblems(content),
    ...globalProblems(content),
    ...relationProblems(content),
    ...wrongDate,
    ...(content.items.length === 0 && (sells || content.type === 'T') ? [field('items', 'required')] : []),
    ...content.items.flatMap((item, index) => itemProblems(item, index, keys)),
    ...(postalCode(placeOfIssue(content, issuer)) ? [] : [field('address.zip', 'invalid_value')]),
  ];
}

/** Who receives it: a regime that fits the person, and an address in the country (CFDI40147 to CFDI40158). */
function customerProblems(customer: CustomerSnapshot): Detail[] {
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
  const regime = regimenesFiscales.find(customer.tax_system ?? '');
  if (!regime)
    problems.push(
      field('customer.tax_system', customer.tax_system === null ? 'required' : 'tax_system_not_in_catalog'),
    );
  else if (regime.outsideCfdi)
    problems.push(
      rule(
        'customer.tax_system',
        'invalid_value',
        'CFDI40157',
        'Este régimen ya no puede usarse en un CFDI 4.0.',
        'This regime can no longer be used in a CFDI 4.0.',
      ),
    );
  else if (rfc && !isRegimeAllowed(regime.key, rfc.person))
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
function useProblems({ use, customer }: InvoiceContent): Detail[] {
  if (!usosCfdi.has(use)) return [field('use', 'invalid_value', { params: hints.use(use) })];
  if (customer === null || isForeign(customer)) return [];
  const rfc = parseRfc(customer.tax_id ?? '');
  const regime = rfc?.generic === 'national' ? NO_OBLIGACIONES : (customer.tax_system ?? '');
  // Without a regime that the person may have, its use can't be judged.
  if (!rfc || !regimenesFiscales.has(regime) || !isRegimeAllowed(regime, rfc.person)) return [];
  if (isUseAllowed(use, regime, rfc.person)) return [];
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

function currencyProblems({ currency, exchange }: InvoiceContent): Detail[] {
  // XXX is the currency of documents without amounts.
  if (!monedas.has(currency) || currency === 'XXX')
    return [field('currency', 'invalid_value', { params: hints.currency(currency) })];
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

/** Form and method: a credit note is settled in one payment, never in parts. */
function checkPaymentForm({ type, payment_form, payment_method }: InvoiceContent): Detail[] {
  const method =
    type === 'E' && payment_method === 'PPD'
      ? [field('payment_method', 'invalid_value', { params: { values: 'PUE' } })]
      : [];
  if (payment_form === null) return [field('payment_form', 'required'), ...method];
  if (formasPago.has(payment_form)) return method;
  return [field('payment_form', 'invalid_value', { params: hints.payment_form(payment_form) }), ...method];
}

/** Sales to the public in general are invoiced together, by period (CFDI40130, RMF 2.7.1.21). */
const missingGlobal = field('global', 'required', {
  message: {
    es: 'Una factura a PUBLICO EN GENERAL es global: indique en "global" su periodicidad ("periodicity", por ejemplo "month"), sus meses ("months", por ejemplo "11") y su año ("year"). (CFDI40130)',
    en: 'An invoice to PUBLICO EN GENERAL is a global one: give in "global" its period ("periodicity", such as "month"), its months ("months", such as "11") and its year ("year"). (CFDI40130)',
  },
});

/** `year` is a name of the API's only: the tax authority has no key for it. */
function globalProblems({ type, customer, global }: InvoiceContent): Detail[] {
  const isPublic = customer?.tax_id === RFC_PUBLICO_GENERAL && customer.legal_name === 'PUBLICO EN GENERAL';
  if (global === null && type === 'I' && isPublic) return [missingGlobal];
  if (global === null || periodicidadOf(global.periodicity)) return [];
  const params = periodicityHints(global.periodicity);
  return [field('global.periodicity', 'invalid_value', { params })];
}

const relationProblems = ({ related_documents }: InvoiceContent): Detail[] =>
  related_documents.flatMap(({ relationship }, index) =>
    tiposRelacion.has(relationship)
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
          es: 'La fecha no puede ser anterior a 72 horas.',
          en: "The date can't be older than 72 hours.",
        },
      }),
    ];
  if (ageMs < -CLOCK_SKEW_MS)
    return [
      field('date', 'too_large', {
        message: { es: 'La fecha no puede ser futura.', en: "The date can't be in the future." },
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

function itemProblems(item: InvoiceItem, index: number, keys: KeyChecks): Detail[] {
  const { product, parts, third_party } = item;
  const path = `items[${index}]`;
  return [
    ...keys.customs(item, path),
    ...keys.product(product.product_key, `${path}.product`),
    ...keys.unit(product.unit_key, `${path}.product`),
    ...product.taxes.flatMap((tax, at) => rateProblems(tax, `${path}.product.taxes[${at}]`)),
    ...parts.flatMap((part, at) => keys.product(part.product_key, `${path}.parts[${at}]`)),
    ...(third_party && !regimenesFiscales.has(third_party.tax_system)
      ? [field(`${path}.third_party.tax_system`, 'tax_system_not_in_catalog')]
      : []),
  ];
}

/** A rate of c_TasaOCuota, for taxes and factors that go together at all (which the engine says). */
function rateProblems({ type, factor, rate, withholding }: Tax, path: string): Detail[] {
  const impuesto = impuestoOf(type);
  if (!impuesto) return [field(`${path}.type`, 'invalid_value')];
  const possible = (withholding || impuesto.traslado) && (factor === 'Tasa' || type === 'IEPS');
  if (factor === 'Exento' || !possible) return [];
  if (isRateAllowed({ impuesto: impuesto.key, factor, retencion: withholding, tasa: rate })) return [];
  return [
    field(`${path}.rate`, 'invalid_value', {
      message: {
        es: 'La tasa {rate} no existe para {type} (¿quiso decir {suggestion}?) (valores posibles: {values}). ({code})',
        en: 'The rate {rate} does not exist for {type} (did you mean {suggestion}?) (possible values: {values}). ({code})',
      },
      params: {
        ...{ rate, type, code: withholding ? 'CFDI40185' : 'CFDI40179' },
        ...rateHints({ type, factor, rate, withholding }),
      },
    }),
  ];
}
