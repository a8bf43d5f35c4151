import { hints } from '../hints.js';
import { field, ok, type Detail, type Result } from '#kernel';
import type { Address, CustomerFields, CustomerInput } from '#contracts';
import {
  NO_OBLIGACIONES,
  findEstado,
  foreignTaxIdMatches,
  hasEstados,
  isUseAllowed,
  paises,
  parseCurp,
  parseRfc,
  usesFor,
  usosCfdi,
  validateTaxInfo,
  withoutCorporateRegime,
} from '#sat';
import { mergeAddress, tidy } from '../address.js';
import { barProblems } from '../bar.js';
import { refuseProblems } from '../refuse-problems.js';

/** Longest NumRegIdTrib of the Comprobante's Receptor (cfdv40.xsd). */
const MAX_FOREIGN_TAX_ID = 40;
const NOT_OF_COUNTRY = {
  es: 'La identificación fiscal no tiene la forma de las de {country}: revise cada letra y número.',
  en: 'The tax identification does not have the form of those of {country}: check every letter and digit.',
};
/** A part of ISO 3166-2: the subdivision, with or without its country. */
const SUBDIVISION = /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/;

const corporateRegime = (name: string, regime: string): Detail =>
  field('legal_name', 'legal_name_mismatch', {
    message: {
      es: 'Envíe la razón social sin el régimen societario: "{name}", sin "{regime}".',
      en: 'Send the legal name without the corporate regime: "{name}", without "{regime}".',
    },
    params: { name, regime },
  });

export interface FieldsOptions {
  /** The customer as it is; absent for a new one. */
  readonly current?: CustomerFields | undefined;
  /** Whether fields may be missing: the customer will fill them in itself. */
  readonly mayLack?: boolean;
}

/**
 * A customer as it will be, from what was sent and what is there: RFC and codes upper-cased, spaces tidied,
 * foreign customers under regime 616. Refuses with one detail per wrong field, an unknown country or state alone by its
 * own root code; paths are relative to the customer. The tax authority's register is not asked here.
 */
export function customerFields(input: CustomerInput, options: FieldsOptions = {}): Result<CustomerFields> {
  const { fields, details } = judgeCustomer(input, options);
  return details.length > 0 ? refuseProblems(details) : ok(fields);
}

/** The same with the fields as they would be, wrong ones among them. */
export function judgeCustomer(
  input: CustomerInput,
  { current, mayLack = false }: FieldsOptions = {},
): { readonly fields: CustomerFields; readonly details: readonly Detail[] } {
  const address = mergeAddress(input.address, current?.address);
  const foreign = address.country !== 'MEX';
  const sent = (name: Exclude<keyof CustomerFields, 'address'>) =>
    tidy(input[name] === undefined ? current?.[name] : input[name]);
  const fields: CustomerFields = {
    legal_name: sent('legal_name'),
    tax_id: sent('tax_id')?.toUpperCase() ?? null,
    tax_system: foreign ? (tidy(input.tax_system) ?? NO_OBLIGACIONES) : sent('tax_system'),
    email: sent('email'),
    phone: sent('phone'),
    default_invoice_use: sent('default_invoice_use')?.toUpperCase() ?? null,
    address,
    curp: sent('curp')?.toUpperCase() ?? null,
    external_id: sent('external_id'),
  };
  const details = [
    ...(mayLack ? [] : findMissing(fields, input.address == null && current === undefined)),
    ...taxInfoProblems(fields),
    ...nameProblems(fields),
    ...useProblems(fields),
    ...(fields.curp !== null && !parseCurp(fields.curp) ? [field('curp', 'invalid_format')] : []),
  ];
  return { fields, details };
}

/** Whether a customer has the fiscal data that a document needs. */
export const isComplete = (fields: CustomerFields): boolean => findMissing(fields, false).length === 0;

/** A foreign state is an ISO 3166-2 code; of the countries whose states the tax authority lists, one of those. */
function isForeignState({ state, country }: Address): boolean {
  if (state === null) return true;
  if (hasEstados(country)) return findEstado(state, country) !== undefined;
  return SUBDIVISION.test(state.toUpperCase());
}

function findMissing(fields: CustomerFields, withoutAddress: boolean): Detail[] {
  const national = fields.address.country === 'MEX';
  const details: Detail[] = [];
  if (fields.legal_name === null) details.push(field('legal_name', 'required'));
  if (national && fields.tax_id === null) details.push(field('tax_id', 'required'));
  if (fields.tax_system === null) details.push(field('tax_system', 'required'));
  if (national && fields.address.zip === null)
    details.push(field(withoutAddress ? 'address' : 'address.zip', 'required'));
  return details;
}

/** What the rules of tax information look at: of a customer, or of a supplier. */
export type TaxFields = Pick<CustomerFields, 'tax_id' | 'tax_system' | 'address'>;

/** For an invalid country there are no formats of tax ids and postal codes, and no regimes, to check. */
const nowhereProblems = ({ tax_system, address }: TaxFields): Detail[] => [
  ...inBody(validateTaxInfo({ taxSystem: tax_system ?? undefined })),
  field('address.country', 'invalid_country_code', { params: hints.country(address.country) }),
];

const inBody = (details: readonly Detail[]): Detail[] =>
  details.map((detail) => ({ ...detail, location: 'body' }));

/** What is wrong with the tax id, tax system and address of a party of any country: one detail per wrong field. */
export function taxInfoProblems(fields: TaxFields): Detail[] {
  const { tax_id, tax_system, address } = fields;
  const { country } = address;
  if (!paises.has(country)) return nowhereProblems(fields);
  const details = inBody(
    validateTaxInfo({
      taxId: tax_id ?? undefined,
      taxSystem: tax_system ?? undefined,
      zip: address.zip ?? undefined,
      country,
    }),
  );
  if (country === 'MEX') return details;
  if (tax_id !== null) {
    if (tax_id.length > MAX_FOREIGN_TAX_ID)
      details.push(field('tax_id', 'invalid_length', { params: { min: 1, max: MAX_FOREIGN_TAX_ID } }));
    // The country's own form (CFDI40156).
    else if (!foreignTaxIdMatches(country, tax_id))
      details.push(field('tax_id', 'invalid_format', { message: NOT_OF_COUNTRY, params: { country } }));
  }
  if (!isForeignState(address)) details.push(field('address.state', 'invalid_state_code'));
  return details;
}

function nameProblems({ legal_name, tax_id }: CustomerFields): Detail[] {
  if (legal_name === null) return [];
  const barred = barProblems('legal_name', legal_name);
  if (barred.length > 0) return barred;
  if (parseRfc(tax_id ?? '')?.person !== 'moral') return [];
  // CFDI 4.0 writes names without their regime (CFDI40145). Short ones, such as "AC", may be part of a name.
  const { name, regime } = withoutCorporateRegime(legal_name);
  return regime !== undefined && /\bDE\b/.test(regime) ? [corporateRegime(name, regime)] : [];
}

/** The default use must suit the regime and the kind of person (CFDI40161). */
function useProblems(fields: CustomerFields): Detail[] {
  const { default_invoice_use: use, tax_system, tax_id, address } = fields;
  if (use === null) return [];
  if (!usosCfdi.has(use)) return [field('default_invoice_use', 'invalid_value', { params: hints.use(use) })];
  const invalid = [field('default_invoice_use', 'invalid_value')];
  if (!paises.has(address.country)) return [];
  if (address.country !== 'MEX') return isUseAllowed(use, NO_OBLIGACIONES, 'fisica') ? [] : invalid;
  const rfc = parseRfc(tax_id ?? '');
  if (!rfc || tax_system === null || isUseAllowed(use, tax_system, rfc.person)) return [];
  const values = usesFor(tax_system, rfc.person)
    .map(({ key }) => key)
    .join(', ');
  return [field('default_invoice_use', 'invalid_value', { params: { values } })];
}
