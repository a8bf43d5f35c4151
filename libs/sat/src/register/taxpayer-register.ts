import type { Detail } from '#kernel';

/** What a register is asked about: a national taxpayer as it would be written in a CFDI, as far as it is known. */
export interface TaxpayerQuery {
  readonly rfc: string;
  /** Legal name without the corporate regime. */
  readonly legalName?: string | undefined;
  /** Key of c_RegimenFiscal. */
  readonly taxSystem?: string | undefined;
  /** Postal code of the fiscal address. */
  readonly zip?: string | undefined;
}

/**
 * The tax authority's list of registered, not cancelled taxpayers.
 * An answer without details is a match of what is known. Details carry the API's codes (tax_id_not_found, legal_name_mismatch,
 * tax_address_zip_mismatch, tax_system_not_allowed_for_tax_id) and the paths tax_id, legal_name, address.zip
 * and tax_system. Rejects only when the register cannot be asked.
 */
export interface TaxpayerRegister {
  /** It knows no name, postal code or regime, so its silence confirms an RFC and nothing more. */
  readonly onlyTaxId?: true;
  validate(taxpayer: TaxpayerQuery): Promise<readonly Detail[]>;
}

/** The API's codes for tax information (specification, "Errors"). */
export type TaxInfoCode =
  | 'tax_id_not_found'
  | 'legal_name_mismatch'
  | 'tax_address_zip_mismatch'
  | 'tax_system_not_allowed_for_tax_id'
  | 'tax_system_not_in_catalog'
  | 'invalid_format'
  | 'invalid_value';

/** A problem of a customer's tax information; `path` is relative to the customer. */
export const taxDetail = (
  code: TaxInfoCode,
  path: 'tax_id' | 'legal_name' | 'tax_system' | 'address.zip' | 'address.country',
): Detail => ({ code, path, source: 'service' });
