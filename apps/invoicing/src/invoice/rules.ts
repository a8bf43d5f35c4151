import { decimal, field, type Detail } from '#kernel';
import type { InvoiceContent, IssuerSnapshot } from '#contracts';
import {
  PERIODICITY_NAMES,
  REGIMEN_BIMESTRAL,
  RFC_PUBLICO_GENERAL,
  exportaciones,
  formasPago,
  isMesAllowed,
  isUseAllowed,
  metodosPago,
  monedas,
  objetosImp,
  parseRfc,
  periodicidadOf,
  postalCode,
  regimenesFiscales,
  checkProductKey,
  checkUnitKey,
  isRateAllowed,
  impuestoOf,
  tiposRelacion,
  usosCfdi,
} from '#sat';
import { isForeign, placeOfIssue } from '#billing';

const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/i;
const HOUR_MS = 3_600_000;
/** The tax authority takes a CFDI up to 72 hours after its Fecha (PAC code 401). */
export const OLDEST_DATE_MS = 72 * HOUR_MS;
/** A caller's clock may be a little ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

const rule = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
  field(path, code, { message: { es: `${es} (${cfdi})`, en: `${en} (${cfdi})` } });

/**
 * The fiscal rules that an invoice must satisfy before it is signed, each at the path of its field.
 * An empty list does not yet mean that its amounts can be expressed: see prepare.ts.
 */
export function fiscalProblems(content: InvoiceContent, issuer: IssuerSnapshot, now: Date): Detail[] {
  return [
    ...customerProblems(content),
    ...paymentProblems(content),
    ...currencyProblems(content),
    ...globalProblems(content, issuer, now),
    ...relationProblems(content),
    ...dateProblems(content, now),
    ...content.items.flatMap(itemProblems),
    ...(content.items.length === 0 ? [field('items', 'required')] : []),
    ...(exportaciones.has(content.export) ? [] : [field('export', 'invalid_value')]),
    ...(content.export === '02'
      ? [
          rule(
            'export',
            'not_allowed',
            'CFDI40122',
            'La exportación definitiva requiere el complemento de comercio exterior.',
            'A definitive export requires the foreign trade complement.',
          ),
        ]
      : []),
    ...(postalCode(placeOfIssue(content, issuer)) ? [] : [field('address.zip', 'invalid_value')]),
  ];
}

function customerProblems({ customer, use, global }: InvoiceContent): Detail[] {
  if (customer === null) return [field('customer', 'required')];
  if (!usosCfdi.has(use)) return [field('use', 'invalid_value')];
  if (isForeign(customer)) return [];
  const rfc = customer.tax_id === null ? undefined : parseRfc(customer.tax_id);
  if (!rfc) return [field('customer.tax_id', 'invalid_format')];
  const problems: Detail[] = [];
  const generic = rfc.rfc === RFC_PUBLICO_GENERAL;
  const regime = generic ? '616' : (customer.tax_system ?? '');
  const known = regimenesFiscales.find(regime);
  if (!known) problems.push(field('customer.tax_system', 'tax_system_not_in_catalog'));
  else if (known.outsideCfdi)
    problems.push(
      rule(
        'customer.tax_system',
        'invalid_value',
        'CFDI40157',
        'Este régimen ya no puede usarse en un CFDI 4.0.',
        'This regime can no longer be used in a CFDI 4.0.',
      ),
    );
  else if (!isUseAllowed(use, regime, rfc.person))
    problems.push(
      rule(
        'use',
        'invalid_value',
        'CFDI40161',
        `El uso ${use} no corresponde al tipo de persona y régimen ${regime} del receptor.`,
        `The use ${use} does not fit the receiver's kind of person and regime ${regime}.`,
      ),
    );
  if (!generic && customer.legal_name === 'PUBLICO EN GENERAL')
    problems.push(
      rule(
        'customer.tax_id',
        'invalid_value',
        'CFDI40146',
        'PUBLICO EN GENERAL requiere el RFC XAXX010101000.',
        'PUBLICO EN GENERAL requires the RFC XAXX010101000.',
      ),
    );
  if (generic && customer.legal_name === 'PUBLICO EN GENERAL' && global === null)
    problems.push(
      rule(
        'global',
        'required',
        'CFDI40130',
        'Una factura a PUBLICO EN GENERAL requiere la información global.',
        'An invoice to PUBLICO EN GENERAL requires the global information.',
      ),
    );
  return problems;
}

function paymentProblems({ payment_form, payment_method }: InvoiceContent): Detail[] {
  const problems: Detail[] = [];
  if (payment_form === null) problems.push(field('payment_form', 'required'));
  else if (!formasPago.has(payment_form)) problems.push(field('payment_form', 'invalid_value'));
  if (!metodosPago.has(payment_method)) problems.push(field('payment_method', 'invalid_value'));
  else if (payment_method === 'PPD' && payment_form !== null && payment_form !== '99')
    problems.push(
      rule(
        'payment_form',
        'invalid_value',
        'CFDI40105',
        'El método PPD requiere la forma de pago 99.',
        'The method PPD requires the payment form 99.',
      ),
    );
  return problems;
}

function currencyProblems({ currency, exchange }: InvoiceContent): Detail[] {
  if (!monedas.has(currency) || currency === 'XXX') return [field('currency', 'invalid_value')];
  if (currency === 'MXN' && decimal(exchange) !== 1_000_000n)
    return [
      rule(
        'exchange',
        'invalid_value',
        'CFDI40114',
        'Con la moneda MXN el tipo de cambio es 1.',
        'With the currency MXN the exchange rate is 1.',
      ),
    ];
  if (decimal(exchange) <= 0n) return [field('exchange', 'too_small')];
  return [];
}

function globalProblems({ global, customer }: InvoiceContent, issuer: IssuerSnapshot, now: Date): Detail[] {
  if (global === null) return [];
  const problems: Detail[] = [];
  if (customer !== null && customer.tax_id !== RFC_PUBLICO_GENERAL)
    problems.push(
      rule(
        'global',
        'not_allowed',
        'CFDI40130',
        'La información global solo aplica al RFC XAXX010101000.',
        'Global information is only for the RFC XAXX010101000.',
      ),
    );
  const periodicidad = periodicidadOf(global.periodicity);
  if (!periodicidad || global.periodicity === 'year')
    return [
      ...problems,
      field('global.periodicity', 'invalid_value', {
        params: { values: PERIODICITY_NAMES.filter((name) => name !== 'year').join(', ') },
      }),
    ];
  if (periodicidad.key === '05' && issuer.tax_system !== REGIMEN_BIMESTRAL)
    problems.push(
      rule(
        'global.periodicity',
        'invalid_value',
        'CFDI40132',
        'El periodo bimestral es solo para el régimen 621.',
        'The two-month period is only for the regime 621.',
      ),
    );
  if (!isMesAllowed(periodicidad.key, global.months))
    problems.push(
      rule(
        'global.months',
        'invalid_value',
        'CFDI40134',
        'El mes o bimestre no corresponde a la periodicidad.',
        'The month or bimester does not fit the periodicity.',
      ),
    );
  const year = now.getUTCFullYear();
  if (global.year !== year && global.year !== year - 1)
    problems.push(
      rule(
        'global.year',
        'invalid_value',
        'CFDI40136',
        'El año debe ser el actual o el anterior.',
        'The year must be the current or the previous one.',
      ),
    );
  return problems;
}

function relationProblems({ related_documents }: InvoiceContent): Detail[] {
  return related_documents.flatMap(({ relationship, documents }, index) => {
    const path = `related_documents[${index}]`;
    const problems: Detail[] = [];
    if (!tiposRelacion.has(relationship))
      problems.push(
        rule(
          `${path}.relationship`,
          'invalid_value',
          'CFDI40137',
          `La relación ${relationship} no existe en CFDI 4.0, cuyo catálogo termina en 07.`,
          `The relation ${relationship} does not exist in CFDI 4.0, whose catalogue ends at 07.`,
        ),
      );
    if (documents.length === 0) problems.push(field(`${path}.documents`, 'required'));
    documents.forEach((uuid, at) => {
      if (!UUID.test(uuid)) problems.push(field(`${path}.documents[${at}]`, 'invalid_format'));
    });
    return problems;
  });
}

function dateProblems({ date }: InvoiceContent, now: Date): Detail[] {
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

function itemProblems(
  { product, parts, quantity }: InvoiceContent['items'][number],
  index: number,
): Detail[] {
  const path = `items[${index}].product`;
  const problems: Detail[] = [];
  if (decimal(quantity) <= 0n) problems.push(field(`items[${index}].quantity`, 'too_small'));
  if (decimal(product.price) <= 0n)
    problems.push(
      rule(
        `${path}.price`,
        'too_small',
        'CFDI40166',
        'El precio debe ser mayor que cero.',
        'The price must be greater than zero.',
      ),
    );
  if (checkProductKey(product.product_key) === 'malformed')
    problems.push(field(`${path}.product_key`, 'product_key_not_found'));
  if (checkUnitKey(product.unit_key) === 'malformed')
    problems.push(field(`${path}.unit_key`, 'unit_key_not_found'));
  if (!objetosImp.has(product.taxability)) problems.push(field(`${path}.taxability`, 'invalid_value'));
  product.taxes.forEach((tax, at) => {
    const impuesto = impuestoOf(tax.type);
    if (!impuesto) problems.push(field(`${path}.taxes[${at}].type`, 'invalid_value'));
    else if (
      tax.factor !== 'Exento' &&
      !isRateAllowed({
        impuesto: impuesto.key as '001' | '002' | '003',
        factor: tax.factor,
        retencion: tax.withholding,
        tasa: tax.rate,
      })
    )
      problems.push(
        rule(
          `${path}.taxes[${at}].rate`,
          'invalid_value',
          tax.withholding ? 'CFDI40185' : 'CFDI40179',
          `La tasa ${tax.rate} no existe para ${tax.type}.`,
          `The rate ${tax.rate} does not exist for ${tax.type}.`,
        ),
      );
  });
  parts.forEach((part, at) => {
    if (checkProductKey(part.product_key) === 'malformed')
      problems.push(field(`items[${index}].parts[${at}].product_key`, 'product_key_not_found'));
  });
  return problems;
}
