import type { Detail, Tenant } from '#kernel';
import { normalizeLegalName } from '../legal-name.js';
import type { SatLists } from '../lists/port.js';
import { parseRfc } from '../rfc.js';
import { RFC_NOT_FOUND, RFC_NOT_FOUND_FISICA, sandboxTaxpayers } from './sandbox-taxpayers.js';
import type { RegisteredTaxpayer } from './sandbox-taxpayers.js';
import { taxDetail, type TaxpayerQuery, type TaxpayerRegister } from './taxpayer-register.js';

/** Compares the known data with the register's entry for the RFC: one detail per field that differs. */
export function compareTaxpayer(
  { legalName, zip, taxSystem }: TaxpayerQuery,
  entry: RegisteredTaxpayer,
): readonly Detail[] {
  const details: Detail[] = [];
  if (legalName !== undefined && normalizeLegalName(legalName) !== normalizeLegalName(entry.legalName))
    details.push(taxDetail('legal_name_mismatch', 'legal_name'));
  if (zip !== undefined && zip !== entry.zip)
    details.push(taxDetail('tax_address_zip_mismatch', 'address.zip'));
  if (taxSystem !== undefined && !entry.taxSystems.includes(taxSystem))
    details.push(taxDetail('tax_system_not_allowed_for_tax_id', 'tax_system'));
  return details;
}

/**
 * A register over entries held in memory.
 * @param notFound RFCs that are answered with tax_id_not_found; other RFCs outside of `entries` are accepted
 */
export function registerOf(
  entries: readonly RegisteredTaxpayer[],
  notFound: readonly string[] = [],
): TaxpayerRegister {
  const byRfc = new Map(entries.map((entry) => [entry.rfc, entry]));
  const unknown = new Set(notFound);
  return {
    validate: async (query) => {
      const rfc = parseRfc(query.rfc)?.rfc;
      if (rfc === undefined || unknown.has(rfc)) return [taxDetail('tax_id_not_found', 'tax_id')];
      const entry = byRfc.get(rfc);
      return entry ? compareTaxpayer(query, entry) : [];
    },
  };
}

/**
 * The register of the Test environment: the tax authority's public test taxpayers must match in name, postal
 * code and regime; {@link RFC_NOT_FOUND} is not found; any other well-formed RFC is accepted as it comes.
 */
export const sandboxRegister: TaxpayerRegister = registerOf(sandboxTaxpayers, [
  RFC_NOT_FOUND,
  RFC_NOT_FOUND_FISICA,
]);

/** The register of Live: L_RFC, which knows RFCs and nothing else. */
export const listRegister = (lists: Pick<SatLists, 'registered'>): TaxpayerRegister => ({
  onlyTaxId: true,
  validate: async ({ rfc }) =>
    (await lists.registered(rfc)) === null ? [taxDetail('tax_id_not_found', 'tax_id')] : [],
});

/** The register of an environment; undefined in Live without L_RFC, so that nothing can be asked. */
export function registerFor({ livemode }: Tenant, lists: SatLists): TaxpayerRegister | undefined {
  if (!livemode) return sandboxRegister;
  return lists.isLoaded('lrfc') ? listRegister(lists) : undefined;
}
