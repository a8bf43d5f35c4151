import type { Timbre } from './port.js';
import { rfcsOf, type PacParts } from './real.js';
import { verifyTimbre } from './verify.js';

export interface HandedOut {
  /** The sealed document that was sent. */
  readonly xml: string;
  /** The stamped document of the answer. */
  readonly stamped: string;
  /** The UUID that the answer says beside it, where it does. */
  readonly uuid: string | undefined;
  /** The provider's own RFC. */
  readonly rfc: string;
}

/** The stamp that a provider handed out in a document, or why it does not count. */
export async function judgeStamped(
  { xml, stamped, uuid, rfc }: HandedOut,
  { certificates, sandbox }: PacParts,
  now: Date,
): Promise<Timbre | string> {
  const verified = await verifyTimbre({
    ...{ xml, answer: stamped, rfcPac: rfcsOf(rfc, sandbox), certificates, now },
  });
  if (verified.kind === 'doubt') return verified.reason;
  if (uuid !== undefined && uuid.toUpperCase() !== verified.timbre.uuid)
    return 'the answer names another UUID than its stamp';
  return verified.timbre;
}
