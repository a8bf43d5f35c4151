import { fitOptions } from '../../tax-info/script.js';
import { texts, type Texts } from '../texts.js';
import { ELEMENTS } from './elements.js';
import { SCREENS } from './screens.js';
import { widgetStyle } from './style.js';
import { VISIT } from './visit.js';

/** What it says where there is no answer: everything else is said by the portal. */
const said = ({ askTitle, retry, offline, failed }: Texts) => ({ name: askTitle, retry, offline, failed });
const OWN_TEXTS = { es: said(texts.es), en: said(texts.en) };

/** A value in a script. Nothing in it ends the script, wherever that stands. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Code without the spaces that only people need; what stands in quotes stays. Each of our lines ends its statement itself. */
const compact = (code: string): string =>
  code
    .split(/('[^'\n]*')/)
    .map((part, n) =>
      n % 2 === 1
        ? part
        : part
            .replace(/\n +/g, '\n')
            .replace(/ ?([=+?:,{}()[\]<>&|;]) ?/g, '$1')
            .replace(/\n?([,;{(]|(?=[)}]))\n?/g, '$1'),
    )
    .join('');

/**
 * The widget: one script that draws the portal where its tag stands, or in the element that `data-target` names. It needs nothing of
 * the page but `script-src` and `connect-src` for the portal's origin: its style is a constructed style sheet in a shadow root, and no
 * text ever becomes markup.
 */
export const widgetScript = compact(`(() => {
'use strict';
const script = document.currentScript;
if (!script || !script.src) return;
const base = new URL('.', script.src);
const spoken = script.dataset.lang || (script.closest('[lang]') || {}).lang || navigator.language || 'es';
const language = /^en\\b/i.test(spoken) ? 'en' : 'es';
const TEXTS = OWN_TEXTS[language];
const host = document.createElement('timbra-widget');
host.lang = language;
const theme = script.dataset.theme || 'light';
host.dataset.theme = theme === 'auto' ? (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light') : theme;
const root = host.attachShadow({ mode: 'open' });
const [sheet, brand, colours] = [new CSSStyleSheet(), new CSSStyleSheet(), { accent: '#374151', onAccent: '#ffffff', ink: '#111827' }];
sheet.replaceSync(OWN_STYLE);
root.adoptedStyleSheets = [sheet, brand];
${fitOptions}
${ELEMENTS}
${SCREENS}
const test = h('div');
const main = h('div', { part: 'main' });
const support = h('div');
const said = h('p', { class: 'hidden', role: 'status' });
root.append(h('section', { class: 'sheet', part: 'widget', 'aria-label': TEXTS.name }, test, main, said, support));
${VISIT}
const mount = () => {
  const target = script.dataset.target && document.querySelector(script.dataset.target);
  if (target) target.append(host);
  else if (script.dataset.target) return false;
  else if (document.body && document.body.contains(script)) script.after(host);
  else if (document.body) document.body.append(host);
  else return false;
  visit(state.key ? { key: state.key } : {});
  return true;
};
if (!mount()) addEventListener('DOMContentLoaded', () => { if (!mount()) console.error('timbra: nothing is at', script.dataset.target); });
})();
`)
  .replace('OWN_TEXTS', () => literal(OWN_TEXTS))
  .replace('OWN_STYLE', () => literal(widgetStyle));
