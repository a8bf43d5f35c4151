import type { Language } from '#kernel';
import type { OrganizationDoc } from '#contracts';
import { brandOf } from './brand.js';
import type { Page } from './hosting.js';
import { noticePage } from './layout.js';

/** What a page without a form says. */
export interface Notice {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

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
