import { ok, refuse, refuseFields, type Detail, type Refused, type Result } from '#kernel';
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
    // The RFC alone is not what a customer is validated by: that takes a stamp (confirm-by-stamp.ts).
    const asked = register.onlyTaxId === undefined;
    return ok({ asked, details: details.map((detail): Detail => ({ ...detail, location: 'body' })) });
  } catch {
    return refuse('customer_tax_info_unavailable');
  }
}

/**
 * A refusal of a customer's data, with what the register says of the fields that are not wrong by themselves: the customer
 * learns of all mismatches at once. A register that does not answer adds nothing.
 */
export async function withRegister(
  refused: Refused,
  fields: CustomerFields,
  register: TaxpayerRegister | undefined,
): Promise<Refused> {
  const { details = [] } = refused.refusal;
  const isWrong = (...paths: string[]) => details.some(({ path = '' }) => paths.includes(path));
  if (details.length === 0 || isWrong('tax_id', 'address.country')) return refused;
  const { legal_name, tax_system, address } = fields;
  const asked = await askRegister(
    {
      ...fields,
      legal_name: isWrong('legal_name') ? null : legal_name,
      tax_system: isWrong('tax_system') ? null : tax_system,
      address: { ...address, zip: isWrong('address', 'address.zip') ? null : address.zip },
    },
    register,
  );
  const found = asked.ok ? asked.value.details : [];
  return found.length > 0 ? refuseFields([...details, ...found]) : refused;
}
