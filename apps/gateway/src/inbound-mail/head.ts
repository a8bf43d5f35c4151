import PostalMime, { type Address, type Email } from 'postal-mime';
import type { InboundMailHead } from '#contracts';

/** What is read of a mail when it arrives; its parts are opened in a thread of reception. */
export interface ReadHead extends InboundMailHead {
  /** Addresses that it says it is for, in lower case. */
  readonly recipients: readonly string[];
  /** Where its body begins. */
  readonly bodyAt: number;
}

/** With all signatures and stations of its way, a mail has some 20 KB of headers. */
const MAX_HEAD = 128 * 1024;
const LIMITS = { maxNestingDepth: 1, maxHeadersSize: 2 * MAX_HEAD, maxRfc822NestingDepth: 0 } as const;
const LONGEST = { from: 320, subject: 500, message_id: 500, authentication: 1_000 } as const;
const MOST_RECIPIENTS = 500;

const NOTHING = {
  from: null,
  subject: null,
  message_id: null,
  authentication: null,
  recipients: [],
} as const;

/**
 * Reads the headers of a mail. Nothing is refused here: what can't be read is null, and the mail is shown as unreadable once
 * it has been processed.
 */
export async function readHead(raw: Buffer): Promise<ReadHead> {
  const bodyAt = endOfHead(raw);
  try {
    return { ...fieldsOf(await PostalMime.parse(raw.subarray(0, bodyAt), LIMITS)), bodyAt };
  } catch {
    return { ...NOTHING, bodyAt };
  }
}

/** Behind the first empty line; of a mail without one, or with endless headers, as much as is looked at. */
function endOfHead(raw: Buffer): number {
  const head = raw.subarray(0, MAX_HEAD);
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length === 0 ? head.length : Math.min(...ends) + (head[Math.min(...ends)] === 0x0d ? 4 : 2);
}

function fieldsOf(mail: Email): Omit<ReadHead, 'bodyAt'> {
  const headersNamed = (name: string) =>
    mail.headers.flatMap(({ key, value }) => (key === name ? [value] : []));
  const delivered = [...headersNamed('x-original-to'), ...headersNamed('delivered-to')];
  const listed = [mail.to, mail.cc, mail.bcc].flatMap((addresses = []) => addresses.flatMap(mailboxes));
  return {
    from: shown(mail.from && mailboxes(mail.from)[0], LONGEST.from),
    subject: shown(mail.subject, LONGEST.subject),
    message_id: shown(mail.messageId, LONGEST.message_id),
    authentication: shown(headersNamed('authentication-results')[0], LONGEST.authentication),
    recipients: [...delivered, ...listed].slice(0, MOST_RECIPIENTS).map(bareAddress),
  };
}

const mailboxes = (address: Address): string[] =>
  address.group ? address.group.map((one) => one.address) : [address.address ?? ''];

/** `<a@b.mx>` is a@b.mx; addresses are the same in any case. */
export const bareAddress = (text: string): string => text.trim().replace(/^<|>$/g, '').toLowerCase();

/** A header as it may be shown and stored. */
function shown(text: string | undefined, longest: number): string | null {
  // eslint-disable-next-line no-control-regex -- those are what is removed
  const plain = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain === ''
    ? null
    : [...plain]
        .slice(0, longest)
        .join('')
        .replace(/[\ud800-\udfff]/gu, '');
}
