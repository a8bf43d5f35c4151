import Handlebars from 'handlebars';
import type { Language } from '#kernel';
import type { Brand } from './brand.js';
import { styles } from './styles.js';

/** The frame of every hosted page. */
export interface Frame {
  readonly language: Language;
  readonly brand: Brand;
  readonly title: string;
  /** Whether nothing here counts: the Test environment. */
  readonly test: boolean;
  /** The id of a form whose values stay when the language is switched: that is sent as a part of it. */
  readonly form?: string;
  /** Whether the page can't be asked for again, in another language neither. */
  readonly stays?: boolean;
}

/** The field that says that a form was sent to switch the language, and for nothing else. */
export const LANGUAGE_FIELD = 'language';

/** What the frame of a page says. */
export const frameWords = {
  es: { test: 'Ambiente de pruebas', testDetail: 'Nada de esto tiene validez fiscal.', questions: '¿Dudas?' },
  en: { test: 'Test environment', testDetail: 'Nothing here has fiscal validity.', questions: 'Questions?' },
} as const;

/** An environment of its own: partials and helpers of other templates are not known here. */
const handlebars = Handlebars.create();

/** Compiles a template; every value is escaped, and one that is not given is an error. */
export const template = <View>(text: string): ((view: View) => string) =>
  handlebars.compile<View>(text, { strict: true });

const frame = template<Record<string, unknown>>(`<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="{{brand.accent}}">
<title>{{title}}{{#if brand.name}} · {{brand.name}}{{/if}}</title>
<style nonce="{{nonce}}">:root{--accent:{{brand.accent}};--on-accent:{{brand.onAccent}};--ink:{{brand.ink}} }
{{{styles}}}</style>
</head>
<body>
{{#if test}}<aside class="test" aria-label="{{words.test}}"><b>{{words.test}}</b> <span>{{words.testDetail}}</span></aside>{{/if}}
<div class="sheet">
<header>
  <div class="who">{{#if brand.logo}}<img src="{{brand.logo}}" alt="{{brand.name}}">{{else}}<b>{{brand.name}}</b>{{/if}}</div>
  {{#if form}}{{! Enter in a field presses the first button of its form: it must not be the one of the language. }}<button class="enter" form="{{form}}" tabindex="-1" aria-hidden="true"></button>{{/if}}
  <nav aria-label="Idioma / Language">{{#each languages}}{{#if current}}<span lang="{{code}}" aria-current="true">{{name}}</span>{{else if ../form}}<button form="{{../form}}" formaction="?lang={{code}}" name="${LANGUAGE_FIELD}" value="{{code}}" lang="{{code}}">{{name}}</button>{{else}}<a href="?lang={{code}}" lang="{{code}}" hreflang="{{code}}">{{name}}</a>{{/if}}{{/each}}</nav>
</header>
<main>
{{{content}}}
</main>
{{#if brand.supportEmail}}<footer><p>{{words.questions}} <a href="mailto:{{brand.supportEmail}}">{{brand.supportEmail}}</a></p></footer>{{/if}}
</div>
{{#if script}}<script nonce="{{nonce}}">{{{script}}}</script>{{/if}}
</body>
</html>
`);

/** A whole page around its content; `script` adds comfort to what works without it. */
export function pageOf(page: Frame, content: string, script = ''): (nonce: string) => string {
  const { language } = page;
  const languages = [
    { code: 'es', name: 'Español', current: language === 'es' },
    { code: 'en', name: 'English', current: language === 'en' },
  ].filter(({ current }) => current || !page.stays);
  return (nonce) =>
    frame({ form: null, ...page, words: frameWords[language], languages, styles, content, script, nonce });
}

const notice = template<{ title: string; mark: string; paragraphs: readonly string[] }>(`
<section class="notice {{mark}}">
  <div class="mark" aria-hidden="true"></div>
  <h1>{{title}}</h1>
  {{#each paragraphs}}<p>{{this}}</p>{{/each}}
</section>`);

/** A page with only a message. */
export const noticePage = (
  page: Frame,
  mark: 'done' | 'stop',
  paragraphs: readonly string[],
): ((nonce: string) => string) => pageOf(page, notice({ title: page.title, mark, paragraphs }));
