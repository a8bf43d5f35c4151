import { field, type Detail } from '#kernel';
import type { CustomerSnapshot, InvoiceContent } from '#contracts';
import {
  NO_OBLIGACIONES,
  explainRegime,
  explainRfc,
  foreignTaxIdMatches,
  isRegimeAllowed,
  isUseAllowed,
  parseRfc,
  postalCode,
  regimenesFiscales,
  usesFor,
  usosCfdi,
} from '#sat';
import { hints } from '../../hints.js';
import { isForeign } from '../comprobante-input.js';
import { rule } from './rule.js';

/** Who receives it: a regime that fits the person, and an address in the country (CFDI40147 to CFDI40158). */
export function customerProblems(customer: CustomerSnapshot, day: string): Detail[] {
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

/** A foreigner's number has the form that its country uses, where the catalogue of countries tells it. */
export function foreignerProblems({ tax_id, address }: CustomerSnapshot): Detail[] {
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

/** The receiver's use of the invoice: for a foreigner it is always without effects. */
export function useProblems({ use, customer }: InvoiceContent, day: string): Detail[] {
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
