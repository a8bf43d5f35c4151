import { statusOf, type Language, type Refusal } from '#kernel';
import type { OrganizationDoc } from '#contracts';
import type { EditLinkState, FoundEditLink } from '../../customers/edit-links.js';
import { brandOf } from '../brand.js';
import { dateTime } from '../dates.js';
import type { Page } from '../hosting.js';
import { noticePage, pageOf } from '../layout.js';
import type { Notice } from '../notice.js';
import type { FieldError } from './errors.js';
import { formView, type Values } from './form.js';
import { noticeOf, saved, unusable } from './notices.js';
import { script } from './script.js';
import { FORM_ID, formTemplate } from './template.js';
import { texts } from './texts.js';

/** A link that was found, whose it is, and the language to speak. */
export interface Visit {
  readonly found: FoundEditLink;
  readonly organization: OrganizationDoc;
  readonly language: Language;
  /** Where the page is: the path that its form is sent to. */
  readonly path: string;
}

/** The form with the known or typed values, and their problems. */
export function formPage(
  visit: Visit,
  values: Values,
  wrong: { readonly status: number; readonly errors: readonly FieldError[]; readonly failure?: string } = {
    status: 200,
    errors: [],
  },
): Page {
  const { found, organization, language, path } = visit;
  const { address, edit_link_expires_at } = found.customer;
  const view = formView({
    language,
    organization: organization.legal.name,
    until: dateTime(edit_link_expires_at ?? '', language, organization.timezone),
    action: `${path}?lang=${language}`,
    country: address.country,
    values,
    errors: wrong.errors,
    failure: wrong.failure,
  });
  const brand = brandOf(organization);
  const frame = {
    language,
    brand,
    title: texts[language].title,
    test: !found.tenant.livemode,
    form: FORM_ID,
  };
  return { status: wrong.status, brand, html: pageOf(frame, formTemplate(view), script) };
}

export const savedPage = (visit: Visit): Page => tell(200, 'done', saved[visit.language], visit);

/** The page of a link that opens nothing any more. */
export const unusablePage = (state: Exclude<EditLinkState, 'open'>, visit: Visit): Page =>
  tell(statusOf('customer_edit_link_unavailable'), 'stop', unusable[state][visit.language], visit);

/** The page of what was refused before anybody's link was found. */
export function refusalPage({ code, location }: Refusal, language: Language): Page {
  const { title, paragraphs } = noticeOf(code, language);
  const brand = brandOf(undefined);
  const frame = { language, brand, title, test: false };
  return { status: statusOf(code, location), brand, html: noticePage(frame, 'stop', paragraphs) };
}

function tell(
  status: number,
  mark: 'done' | 'stop',
  { title, paragraphs }: Notice,
  { found, organization, language }: Visit,
): Page {
  const brand = brandOf(organization);
  const frame = { language, brand, title, test: !found.tenant.livemode };
  return { status, brand, html: noticePage(frame, mark, paragraphs) };
}
