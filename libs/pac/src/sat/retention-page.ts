import type { Estado } from '#cfdi';

/** The words, as the whole text of an element. */
const WORDS: ReadonlyMap<string, Estado> = new Map([
  ['vigente', 'Vigente'],
  ['cancelado', 'Cancelado'],
]);

/**
 * What the tax authority's page says of a document of retentions: "Vigente" or "Cancelado", as the whole text of an element.
 * Undefined where it cannot be read: the page is made for people, has no published form, and a page of a proxy, a captcha or a
 * redesign must not pass for an answer. So it has to name the document too, and to use one of the words alone. Whether it was
 * not found is not to be told from a page that changed: that is undefined as well.
 */
export function readRetentionPage(html: string, uuid: string): Estado | undefined {
  if (!html.toLowerCase().includes(uuid.toLowerCase())) return undefined;
  let visible = cut(html.toLowerCase(), '<!--', '-->');
  for (const name of ['script', 'style']) visible = cut(visible, `<${name}`, `</${name}`);
  const texts = visible.split('<').map((part) => part.slice(part.indexOf('>') + 1).trim());
  const found = new Set(texts.flatMap((text) => WORDS.get(text) ?? []));
  const [estado] = found;
  return found.size === 1 ? estado : undefined;
}

/** A text without what lies between two marks; without its rest, where the second one is missing. */
function cut(text: string, from: string, to: string): string {
  const [before = '', ...others] = text.split(from);
  return [before, ...others.map((part) => (part.includes(to) ? part.slice(part.indexOf(to)) : ''))].join('');
}
