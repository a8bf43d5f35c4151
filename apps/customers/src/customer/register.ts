import { ok, refuse, type Detail, type Result } from '#kernel';
import type { CustomerFields } from '#contracts';
import { checkTaxInfo, isForeign, parseRfc, type TaxpayerRegister } from '#sat';
import type { RegisterAnswer } from './decide.js';

export const NOT_ASKED: RegisterAnswer = { asked: false, details: [] };

/**
 * Asks the register about a national customer with an RFC of its own: about the data that it has, which may be less
 * than a document needs. Without a register nothing is asked. One that does not answer is
 * customer_tax_info_unavailable.
 */
export async function askRegister(
  fields: CustomerFields,
  register: TaxpayerRegister | undefined,
): Promise<Result<RegisterAnswer>> {
  const { country, zip } = fields.address;
  const rfc = parseRfc(fields.tax_id ?? '');
  if (!register || isForeign({ country }) || !rfc || rfc.generic) return ok(NOT_ASKED);
  const info = {
    legalName: fields.legal_name ?? undefined,
    taxId: rfc.rfc,
    taxSystem: fields.tax_system ?? undefined,
    zip: zip ?? undefined,
    country,
  };
  try {
    const details = await checkTaxInfo(info, register);
    return ok({ asked: true, details: details.map((detail): Detail => ({ ...detail, location: 'body' })) });
  } catch {
    return refuse('customer_tax_info_unavailable');
  }
}
