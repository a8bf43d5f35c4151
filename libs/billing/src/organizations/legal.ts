import { field, ok, refuseFields, tidyName, type Detail, type Result } from '#kernel';
import type { OrganizationLegal, OrganizationLegalInput } from '#contracts';
import { parseCurp, parseRfc, regimenesFiscales, validateTaxInfo } from '#sat';
import { mergeAddress, tidy } from '../address.js';
import { hints } from '../hints.js';

/**
 * An organization's fiscal data as it will be. `name`, `legal_name`, `tax_system` and `address` come with
 * every request; the rest stays as it is when absent. Refuses with one detail per wrong field.
 */
export function legalData(
  input: OrganizationLegalInput,
  current: OrganizationLegal,
): Result<OrganizationLegal> {
  const sent = (name: Exclude<keyof OrganizationLegal, 'address'>) =>
    tidy(input[name] === undefined ? current[name] : input[name]);
  const legal: OrganizationLegal = {
    name: tidyName(input.name ?? ''),
    legal_name: tidy(input.legal_name),
    tax_id: sent('tax_id')?.toUpperCase() ?? null,
    tax_system: tidy(input.tax_system),
    address: mergeAddress(input.address ?? {}, current.address),
    phone: sent('phone'),
    website: sent('website'),
    support_email: sent('support_email'),
    curp: sent('curp')?.toUpperCase() ?? null,
  };
  const details = [...findMissing(legal, input), ...checkLegal(legal)];
  return details.length > 0 ? refuseFields(details) : ok(legal);
}

function findMissing(legal: OrganizationLegal, input: OrganizationLegalInput): Detail[] {
  const details: Detail[] = [];
  if (legal.name === '') details.push(field('name', 'required'));
  if (legal.legal_name === null) details.push(field('legal_name', 'required'));
  if (legal.tax_system === null) details.push(field('tax_system', 'required'));
  if (input.address == null) details.push(field('address', 'required'));
  else if (legal.address.zip === null) details.push(field('address.zip', 'required'));
  return details;
}

const NOT_GENERIC = {
  es: 'Un RFC genérico es de clientes: envíe el de la organización.',
  en: 'A generic RFC is for customers: send the RFC of the organization.',
};

function checkLegal({ legal_name, tax_id, tax_system, address, curp }: OrganizationLegal): Detail[] {
  const details: Detail[] = [];
  // tdCFDI.xsd: a name has everything but the bar, which separates the cadena original.
  if (legal_name?.includes('|')) details.push(field('legal_name', 'invalid_format'));
  // The generic RFCs stand for receivers and issue nothing. The issuer's regime must suit its kind of person (CFDI40141).
  const generic = parseRfc(tax_id ?? '')?.generic !== undefined;
  if (generic) details.push(field('tax_id', 'invalid_format', { message: NOT_GENERIC }));
  // Some regimes exist and no CFDI takes them.
  const inCfdi = tax_system === null || regimenesFiscales.has(tax_system);
  if (!inCfdi)
    details.push(field('tax_system', 'tax_system_not_in_catalog', { params: hints.tax_system(tax_system) }));
  const taxInfo = {
    taxId: generic ? undefined : (tax_id ?? undefined),
    taxSystem: inCfdi ? (tax_system ?? undefined) : undefined,
    zip: address.zip ?? undefined,
  };
  details.push(...validateTaxInfo(taxInfo).map((detail) => ({ ...detail, location: 'body' as const })));
  // Invoices are issued from Mexico: the place of issue is a Mexican postal code (LugarExpedicion).
  if (address.country !== 'MEX')
    details.push(field('address.country', 'invalid_value', { params: { values: 'MEX' } }));
  if (curp !== null && !parseCurp(curp)) details.push(field('curp', 'invalid_format'));
  return details;
}
