import { statusOf, type Language, type Refusal } from '#kernel';
import type { ManifestText } from '#contracts';
import { errorBody } from '#http';
import type { FoundManifestLink } from '../../organizations/pacs/manifest-links.js';
import { brandOf } from '../brand.js';
import { dateTime } from '../dates.js';
import type { Page } from '../hosting.js';
import { fieldErrors } from '../key-files/form.js';
import { alertOf, fieldsOf } from '../key-files/views.js';
import { pageOf } from '../layout.js';
import { tell } from '../notice.js';
import { noticeOf, unusable } from './notices.js';
import { manifestTemplate } from './template.js';
import { PAC_TITLES, texts } from './texts.js';

/** A link that was found, and the language to speak. */
export interface Visit {
  readonly found: FoundManifestLink;
  readonly language: Language;
  /** Where the page is: the path that its form is sent to. */
  readonly path: string;
}

/** What is about to be signed, and whether the PAC gets the files. */
export interface Manifest {
  readonly texts: readonly ManifestText[];
  readonly files: boolean;
}

/** The texts and the empty form, with what was wrong with the last one. */
export function manifestPage({ found, language, path }: Visit, manifest: Manifest, refusal?: Refusal): Page {
  const { organization, expiresAt } = found;
  const { legal, timezone } = organization;
  const words = texts[language];
  const pac = PAC_TITLES[found.pac];
  const errors = refusal ? fieldErrors(refusal, language) : [];
  const title = words.title(pac);
  const content = manifestTemplate({
    ...{ title, send: words.send, heading: words.documents },
    kept: manifest.files ? words.kept.files(pac) : words.kept.here,
    action: `${path}?lang=${language}`,
    lead: words.lead(legal.legal_name ?? legal.name, legal.tax_id ?? '', pac),
    until: words.until(dateTime(expiresAt, language, timezone)),
    documents: manifest.texts.map((one, index) => ({ id: `document-${index}`, ...one })),
    none: manifest.texts.length === 0 ? words.noDocuments(pac) : null,
    alert: refusal ? alertOf(words, errors, errorBody(refusal, language).message) : null,
    fields: fieldsOf(words, errors, 'kept'),
  });
  const brand = brandOf(organization);
  const status = refusal ? statusOf(refusal.code, refusal.location) : 200;
  const shown = refusal ? `${words.wrong}: ${title}` : title;
  return { status, brand, html: pageOf({ language, brand, title: shown, test: false }, content) };
}

export function donePage({ found, language }: Visit): Page {
  const { legal, pacs } = found.organization;
  const words = texts[language];
  const certificate = pacs?.manifests[found.pac]?.certificate;
  const close = words.close(legal.legal_name ?? legal.name, PAC_TITLES[found.pac]);
  const paragraphs = certificate === undefined ? [close] : [words.facts(certificate), close];
  return tell(200, 'done', { title: words.done, paragraphs }, language, found);
}

/** The page of a link that opens nothing any more. */
export const unusablePage = (state: 'completed' | 'expired', { found, language }: Visit): Page =>
  tell(statusOf('manifesto_link_unavailable'), 'stop', unusable[state][language], language, found);

/** The page of a refusal, of what came by a link where that was found. */
export const refusalPage = (
  { code, location }: Refusal,
  language: Language,
  found?: FoundManifestLink,
): Page => tell(statusOf(code, location), 'stop', noticeOf(code, language), language, found);
