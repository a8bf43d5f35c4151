import {
  checkRetencion,
  findRetencionDefects,
  findRetencionField,
  parseRetencion,
  type Violation,
  type XmlNode,
} from '#cfdi';
import { LARGEST_JUDGED } from '../invoices/sat-paths.js';
import { retentionPath } from './paths.js';

/** What codes are about whose rule asks what only the tax authority knows. */
const BY_CODE: Readonly<Record<string, string>> = {
  Reten20110: 'issuer_info.legal_name',
  Reten20113: 'customer.tax_id',
  Reten20116: 'customer.legal_name',
  Reten20120: 'customer.address.zip',
};

/**
 * The API's field that a provider's refusal of a retention is about: where the document breaks the rule of that code, as far
 * as it can be judged here, else what the code is about. Undefined for codes of no field (401, 501, a seal).
 * @param xml the document that was refused
 */
export function fieldOfRetentionRefusal(xml: string, code: string): string | undefined {
  const other = BY_CODE[code];
  // Codes that begin with a digit are a provider's own.
  if (xml.length > LARGEST_JUDGED || !/^[A-Z]/i.test(code)) return other;
  const parsed = parseRetencion(xml);
  if (!parsed.ok) return other;
  const { root } = parsed.value;
  const broken = violationsOf(root).find((violation) => violation.code === code);
  return (broken && fieldOfRetentionPlace(root, broken)) ?? other;
}

/**
 * The API's field for a place in a retention that was made of a request; of a complement, which one it is. Undefined for
 * what no request says, such as a seal.
 */
export function fieldOfRetentionPlace(
  root: XmlNode,
  place: Pick<Violation, 'node' | 'name'>,
): string | undefined {
  const field = findRetencionField(root, place);
  return field === undefined ? undefined : retentionPath(field, { complements: [] });
}

/** The rules are asked of documents whose structure holds. */
function violationsOf(root: XmlNode): readonly Violation[] {
  const violations: Violation[] = [];
  if (findRetencionDefects(root, 1).length === 0) checkRetencion(root, { root }, violations, 100);
  return violations;
}
