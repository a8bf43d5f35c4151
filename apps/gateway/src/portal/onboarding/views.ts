import { statusOf, type Language, type Refusal } from '#kernel';
import type { FoundOnboardingLink, OnboardingLinkState } from '../../organizations/onboarding-links.js';
import { brandOf } from '../brand.js';
import { dateTime, localeOf } from '../dates.js';
import type { Page } from '../hosting.js';
import { fieldErrors } from '../key-files/form.js';
import { alertOf, fieldsOf } from '../key-files/views.js';
import { pageOf } from '../layout.js';
import { tell } from '../notice.js';
import { noticeOf, unusable } from './notices.js';
import { formTemplate } from './template.js';
import { texts } from './texts.js';

/** A link that was found, and the language to speak. */
export interface Visit {
  readonly found: FoundOnboardingLink;
  readonly language: Language;
  /** Where the page is: the path that its form is sent to. */
  readonly path: string;
}

/** The empty form, with what was wrong with the last one. */
export function formPage({ found, language, path }: Visit, refusal?: Refusal): Page {
  const { organization, link } = found;
  const words = texts[language];
  const errors = refusal ? fieldErrors(refusal, language) : [];
  const content = formTemplate({
    ...{ title: words.title, send: words.send, once: words.once, kept: words.kept },
    action: `${path}?lang=${language}`,
    lead: words.lead(organization.legal.name),
    until: words.until(dateTime(link?.expiresAt ?? '', language, organization.timezone)),
    alert: refusal ? alertOf(words, errors, noticeOf(refusal.code, language).paragraphs.join(' ')) : null,
    fields: fieldsOf(words, errors),
  });
  const brand = brandOf(organization);
  const status = refusal ? statusOf(refusal.code, refusal.location) : 200;
  const title = refusal ? `${words.wrong}: ${words.title}` : words.title;
  return { status, brand, html: pageOf({ language, brand, title, test: false }, content) };
}

export function donePage({ found, language }: Visit): Page {
  const { legal, certificate, timezone } = found.organization;
  const { serial_number, expires_at } = certificate;
  const words = texts[language];
  const facts =
    serial_number !== null && expires_at !== null
      ? [words.facts(serial_number, date(expires_at, language, timezone))]
      : [];
  const notice = { title: words.done, paragraphs: [...facts, words.close(legal.name)] };
  return tell(200, 'done', notice, language, found);
}

/** The page of a link that opens nothing any more. */
export const unusablePage = (state: Exclude<OnboardingLinkState, 'open'>, { found, language }: Visit): Page =>
  tell(statusOf('onboarding_link_unavailable'), 'stop', unusable[state][language], language, found);

/** The page of what was refused before a link was found. */
export const refusalPage = ({ code, location }: Refusal, language: Language): Page =>
  tell(statusOf(code, location), 'stop', noticeOf(code, language), language);

const date = (instant: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(new Date(instant));
