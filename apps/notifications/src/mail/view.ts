import { readUrl, type Language } from '#kernel';
import type { OrganizationDoc } from '#contracts';
import type { Row } from '#pdf/rows';

/** What a mail says, the same for its text and its HTML part. Nothing in it is escaped yet. */
export interface MailView {
  readonly subject: string;
  readonly heading: string;
  /** Above everything: what must not be overlooked. */
  readonly notice: string | null;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Row[];
  /** What the facts add up to, set off from them. */
  readonly total: Row | null;
  readonly button: { readonly label: string; readonly href: string } | null;
  readonly notes: readonly string[];
}

/** Whose mail it is. */
export interface MailLook {
  readonly language: Language;
  readonly organization: Pick<OrganizationDoc['legal'], 'name' | 'phone' | 'website' | 'support_email'>;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** PNG or JPEG. */
  readonly logo: Uint8Array | null;
}

/** A text on one line, as headers and headings need it: what a name has of line breaks and controls is a space. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();

/** An address that may stand behind a link; undefined for one of another kind, such as `javascript:`. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return /^https?:$/.test(readUrl(text)?.protocol ?? '') ? text : undefined;
}
