import { ok, refuse, type Detail, type Language, type Result } from '#kernel';
import type { CustomerDoc } from '#contracts';
import { checkTaxInfo, type TaxpayerRegister } from '#sat';
import { errorBody } from '../http/index.js';
import type { TaxInfoValidation } from './dto.js';

/**
 * Validates a customer's tax information against a register, with messages in a language.
 * Without a register, or when it cannot be asked: customer_tax_info_unavailable.
 */
export async function validateTaxInfo(
  customer: CustomerDoc,
  register: TaxpayerRegister | undefined,
  language: Language,
): Promise<Result<TaxInfoValidation>> {
  if (!register) return refuse('customer_tax_info_unavailable');
  let details: readonly Detail[];
  try {
    const { legal_name: legalName, tax_id, tax_system: taxSystem, address } = customer;
    const { country, zip } = address;
    const info = { legalName, taxId: tax_id ?? undefined, taxSystem, zip: zip ?? undefined, country };
    details = await checkTaxInfo(info, register);
  } catch {
    return refuse('customer_tax_info_unavailable');
  }
  const { errors } = errorBody(refuse('invalid_request', { details }).refusal, language);
  return ok({
    is_valid: errors.length === 0,
    errors: errors.map(({ source, code, path = '', message }) => ({ source, code, path, message })),
  });
}
