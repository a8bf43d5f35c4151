import { field, ok, refuse, type Detail, type Refused, type Result } from '#kernel';
import type { OrganizationLegalInput, ReceiptSettingsInput } from '#contracts';
import { parseRfc, usosCfdi } from '#sat';
import { hints } from '../hints.js';
import { periodicityProblems } from '../receipts/index.js';

const REPEATED = {
  es: 'El uso está repetido en la lista.',
  en: 'The use is in the list more than once.',
};

/**
 * What is wrong with the settings of receipts as sent: two months are for one regime only. Of an organization without
 * fiscal data nothing is known yet; its invoices are judged by what it has then.
 */
export function receiptSettingsProblems(
  { periodicity }: ReceiptSettingsInput,
  regime: string | null,
): Detail[] {
  return periodicity === undefined || regime === null ? [] : periodicityProblems(periodicity, regime);
}

/** Settings of the portal as far as they could be read: of a list, what is no text is undefined. */
interface ReadSelfInvoice {
  readonly allowed_cfdi_uses?: readonly (string | undefined)[];
}

/** What is wrong with the settings of the portal as sent: uses that do not exist, and those that are there twice. */
export function selfInvoiceProblems({ allowed_cfdi_uses: uses = [] }: ReadSelfInvoice): Detail[] {
  return uses.flatMap((use, index) => {
    // What is wrong with that is told already.
    if (use === undefined) return [];
    const path = `allowed_cfdi_uses[${index}]`;
    if (!usosCfdi.has(use)) return [field(path, 'invalid_value', { params: hints.use(use) })];
    return uses.indexOf(use) < index ? [field(path, 'invalid_value', { message: REPEATED })] : [];
  });
}

/** Refuses settings that have the right form and break a rule. */
export const refuseSettings = (details: readonly Detail[]): Refused =>
  refuse('organization_settings_invalid', {
    location: 'body',
    ...(details[0]?.path !== undefined && { path: details[0].path }),
    details,
  });

/**
 * Fiscal data as sent, beside the RFC of the organization's certificate where it has one. Documents are signed for that
 * RFC: the same may be sent, null says nothing, another is refused. A text that is no RFC is left to the rules of fiscal
 * data.
 */
export function besideCertificate(
  input: OrganizationLegalInput,
  certified: string | null,
): Result<OrganizationLegalInput> {
  if (certified === null || input.tax_id === undefined) return ok(input);
  const { tax_id: sent, ...rest } = input;
  const rfc = sent === null ? certified : parseRfc(sent)?.rfc;
  if (rfc === certified) return ok(rest);
  if (rfc === undefined) return ok(input);
  const message = {
    es: `El RFC de la organización es el de su certificado (${certified}): no envíe "tax_id" o envíe ese RFC.`,
    en: `The RFC of the organization is the one of its certificate (${certified}): leave out "tax_id" or send that RFC.`,
  };
  const details = [field('tax_id', 'invalid_value', { message })];
  return refuse('organization_tax_info_invalid', { location: 'body', path: 'tax_id', details });
}
