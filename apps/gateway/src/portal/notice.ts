import type { ErrorCode, Language } from '#kernel';
import type { OrganizationDoc } from '#contracts';
import { brandOf } from './brand.js';
import type { Page } from './hosting.js';
import { noticePage } from './layout.js';

/** What a page without a form says. */
export interface Notice {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A notice in the languages of the pages. */
export type BilingualNotice = Readonly<Record<Language, Notice>>;

/** What refusals are called on the pages of one kind. */
export type Failures = Readonly<Partial<Record<ErrorCode, BilingualNotice>>>;

const tooManyAttempts: BilingualNotice = {
  es: { title: 'Demasiados intentos', paragraphs: ['Espere un minuto y vuelva a intentarlo.'] },
  en: { title: 'Too many attempts', paragraphs: ['Wait a minute and try again.'] },
};

/**
 * Names refusals on the pages of one kind.
 *
 * @param failure what any other refusal, or a bug of ours, is called there
 */
export const namerOf =
  (failures: Failures, failure: BilingualNotice) =>
  (code: ErrorCode, language: Language): Notice =>
    (failures[code] ?? (code === 'rate_limit_exceeded' ? tooManyAttempts : failure))[language];

/** The page of a notice to somebody who came by an organization's link, in its look if the link was found. */
export function tell(
  status: number,
  mark: 'done' | 'stop',
  { title, paragraphs }: Notice,
  language: Language,
  found?: { readonly organization: OrganizationDoc },
): Page {
  const brand = brandOf(found?.organization);
  return { status, brand, html: noticePage({ language, brand, title, test: false }, mark, paragraphs) };
}
