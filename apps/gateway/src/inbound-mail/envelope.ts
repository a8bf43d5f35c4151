import { field, refuseFields, ok, type Result } from '#kernel';
import type { MailBody } from '#http';
import { bareAddress } from './head.js';

/** A mail as its provider hands it over. */
export interface HandedOver {
  readonly raw: Buffer;
  /** Whom it was delivered to, in lower case, where the provider says so; undefined: the mail's headers tell. */
  readonly recipients: readonly string[] | undefined;
}

/** The names of the mail in a form: SendGrid's "raw" and Mailgun's "MIME". */
export const MAIL_FIELDS = ['email', 'body-mime'] as const;
/** What else of a form is read, and what it says. */
export const FORM_FIELDS = {
  envelope: 'Whom it was delivered to, as JSON: `{"to": ["…"]}` (SendGrid)',
  recipient: 'Whom it was delivered to, separated by commas (Mailgun)',
} as const;
const isMail = (name: string): boolean => MAIL_FIELDS.some((field) => field === name);
const MOST_BYTES_OF_FIELD = 64 * 1024;

type Part = { readonly name: string; readonly bytes: Buffer };

/**
 * Reads what a provider posts: the mail by itself, or a form with it. Recipients are those of the header X-Envelope-To
 * (separated by commas), of SendGrid's field `envelope` or of Mailgun's `recipient`. Refused with invalid_request without a mail.
 */
export async function readHandedOver(
  body: MailBody,
  envelopeTo: string | undefined,
): Promise<Result<HandedOver>> {
  const read = await body.read();
  if (!read.ok) return read;
  const named = recipientsIn(envelopeTo);
  if ('mail' in read.value) {
    const raw = read.value.mail;
    return raw.length === 0 ? missing('') : ok({ raw, recipients: named });
  }
  const { parts } = read.value;
  const raw = parts.find(({ name, bytes }) => isMail(name) && bytes.length > 0)?.bytes;
  if (!raw) return missing('email');
  return ok({ raw, recipients: named ?? ofEnvelope(parts) ?? recipientsIn(textOf(parts, 'recipient')) });
}

const missing = (path: string) => refuseFields([field(path, 'required')]);

const textOf = (parts: readonly Part[], name: string): string | undefined =>
  parts
    .find((part) => part.name === name && part.bytes.length <= MOST_BYTES_OF_FIELD)
    ?.bytes.toString('utf8');

function recipientsIn(text: string | undefined): readonly string[] | undefined {
  const named = (text ?? '')
    .split(',')
    .map(bareAddress)
    .filter((one) => one !== '');
  return named.length > 0 ? named : undefined;
}

/** SendGrid's `{"to": ["a@b.mx"], "from": "…"}`; one that can't be read says nothing. */
function ofEnvelope(parts: readonly Part[]): readonly string[] | undefined {
  try {
    const envelope = JSON.parse(textOf(parts, 'envelope') ?? 'null') as { readonly to?: unknown } | null;
    const { to } = envelope ?? {};
    return Array.isArray(to)
      ? recipientsIn(to.filter((one) => typeof one === 'string').join(','))
      : undefined;
  } catch {
    return undefined;
  }
}
