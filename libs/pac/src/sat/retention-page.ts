import type { Estado } from '#cfdi';

/** The text of an element that has no other element inside. */
const LEAF = />\s*(Vigente|Cancelado)\s*</gi;

/**
 * What the tax authority's page says of a document of retentions: "Vigente" or "Cancelado", as the whole text of an element.
 * Undefined where it cannot be read: the page is made for people, has no published form, and a page of a proxy, a captcha or a
 * redesign must not pass for an answer. So it has to name the document too, and to use one of the words alone. Whether it was
 * not found is not to be told from a page that changed: that is undefined as well.
 */
export function readRetentionPage(html: string, uuid: string): Estado | undefined {
  if (!html.toLowerCase().includes(uuid.toLowerCase())) return undefined;
  const visible = html.replace(/<!--[^]*?-->/g, '').replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, '');
  const words = new Set([...visible.matchAll(LEAF)].map(([, word]) => word?.toLowerCase()));
  if (words.size !== 1) return undefined;
  return words.has('cancelado') ? 'Cancelado' : 'Vigente';
}
