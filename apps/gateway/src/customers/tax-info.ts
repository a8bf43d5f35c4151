import { field, ok, refuse, type Detail, type Language, type Result } from '#kernel';
import type { CustomerDoc } from '#contracts';
import { checkTaxInfo, parseRfc, type TaxpayerRegister } from '#sat';
import { errorBody } from '#http';
import type { TaxInfoValidation } from './dto.js';

/**
 * Validates a customer's tax information against a register, with messages in a language.
 * When it cannot be asked, or where it has nothing against the RFC and knows nothing else: customer_tax_info_unavailable.
 * Data that were validated before, as by a stamp, are taken as they are.
 */
export async function validateTaxInfo(
  customer: CustomerDoc,
  register: TaxpayerRegister,
  language: Language,
): Promise<Result<TaxInfoValidation>> {
  let details: readonly Detail[];
  try {
    const { legal_name, tax_id, tax_system, address } = customer;
    const info = {
      legalName: legal_name ?? undefined,
      taxId: tax_id ?? undefined,
      taxSystem: tax_system ?? undefined,
      zip: address.zip ?? undefined,
      country: address.country,
    };
    details = [...findMissing(customer), ...(await checkTaxInfo(info, register))];
  } catch {
    return refuse('customer_tax_info_unavailable');
  }
  const isOnlyTaxId = register.onlyTaxId && hasRfc(customer) && customer.sat_validated_at === null;
  if (isOnlyTaxId && details.length === 0) return refuse('customer_tax_info_unavailable');
  const { errors } = errorBody(refuse('invalid_request', { details }).refusal, language);
  return ok({
    is_valid: errors.length === 0,
    errors: errors.map(({ source, code, path = '', message }) => ({ source, code, path, message })),
  });
}

/** Whether it has an RFC of its own: foreigners and the general public are in no register. */
function hasRfc({ tax_id, address }: CustomerDoc): boolean {
  const rfc = parseRfc(tax_id ?? '');
  return address.country === 'MEX' && rfc !== undefined && !rfc.generic;
}

/** What a customer still has to give: one made with an edit link may lack everything. */
function findMissing({ legal_name, tax_id, tax_system, address }: CustomerDoc): Detail[] {
  const needed =
    address.country === 'MEX'
      ? { legal_name, tax_id, tax_system, 'address.zip': address.zip }
      : { legal_name };
  return Object.entries(needed).flatMap(([path, value]) => (value === null ? [field(path, 'required')] : []));
}
