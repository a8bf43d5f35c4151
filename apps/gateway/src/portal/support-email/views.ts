import { statusOf, type Language, type Refusal } from '#kernel';
import type { FoundSupportLink } from '../../organizations/support-links.js';
import { brandOf } from '../brand.js';
import { dateTime } from '../dates.js';
import type { Page } from '../hosting.js';
import { pageOf, template } from '../layout.js';
import { tell } from '../notice.js';
import { noticeOf, texts, unusable, verified } from './texts.js';

/** A link that was found, and the language to speak. */
export interface Visit {
  readonly found: FoundSupportLink;
  readonly language: Language;
  /** Where the page is: the path that its form is sent to. */
  readonly path: string;
}

interface FormView {
  readonly title: string;
  readonly lead: string;
  readonly until: string;
  readonly confirm: string;
  readonly otherwise: string;
  readonly action: string;
}

const form = template<FormView>(`
<h1>{{title}}</h1>
<p class="lead">{{lead}}</p>
<p class="small">{{until}}</p>
<form method="post" action="{{action}}">
<div class="send"><button type="submit">{{confirm}}</button>
<p class="small">{{otherwise}}</p></div>
</form>`);

/** The page with the one button that confirms the address: a link that is only followed, as scanners do, confirms nothing. */
export function confirmPage({ found, language, path }: Visit): Page {
  const { organization, link } = found;
  const { title, lead, until, confirm, otherwise } = texts[language];
  const content = form({
    ...{ title, confirm, otherwise, action: `${path}?lang=${language}` },
    lead: lead(organization.legal.name, emailOf(found)),
    until: until(dateTime(link?.expiresAt ?? '', language, organization.timezone)),
  });
  const brand = brandOf(organization);
  return { status: 200, brand, html: pageOf({ language, brand, title, test: false }, content) };
}

export const verifiedPage = ({ found, language }: Visit): Page =>
  tell(200, 'done', verified(found.organization.legal.name, emailOf(found))[language], language, found);

/** The page of a link that opens nothing any more. */
export const unusablePage = (state: 'expired' | 'replaced', { found, language }: Visit): Page =>
  tell(statusOf('support_email_link_unavailable'), 'stop', unusable[state][language], language, found);

/** The page of what was refused before a link was found. */
export const refusalPage = ({ code, location }: Refusal, language: Language): Page =>
  tell(statusOf(code, location), 'stop', noticeOf(code, language), language);

const emailOf = ({ organization }: FoundSupportLink): string => organization.self_invoice.support_email ?? '';
