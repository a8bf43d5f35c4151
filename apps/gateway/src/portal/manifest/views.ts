import { statusOf, type Language, type Refusal } from '#kernel';
import type { ManifestText } from '#contracts';
import { errorBody } from '#http';
import type { FoundManifestLink } from '../../organizations/pacs/manifest-links.js';
import { brandOf } from '../brand.js';
import type { Page } from '../hosting.js';
import { pageOf } from '../layout.js';
import { tell } from '../notice.js';
import { FIELDS, fieldErrors } from '../onboarding/form.js';
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
    alert: refusal
      ? {
          ...{ title: words.wrong, again: words.again },
          text: errors.length > 0 ? null : errorBody(refusal, language).message,
          links: errors.map(({ name, message }) => ({ id: name, label: words.fields[name].label, message })),
        }
      : null,
    fields: FIELDS.map((name) => {
      const error = errors.find((one) => one.name === name)?.message ?? null;
      return {
        ...{ name, error, ...words.fields[name] },
        type: name === 'password' ? 'password' : 'file',
        described: `${error === null ? '' : `${name}-error `}${name}-hint kept`,
      };
    }),
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

/** A moment as people write it where the organization is. */
const dateTime = (instant: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
    // Twelve hours end with a dot in Spanish, and so does the sentence.
    ...(language === 'es' && { hourCycle: 'h23' }),
  }).format(new Date(instant));
