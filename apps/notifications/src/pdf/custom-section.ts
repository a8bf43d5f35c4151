/** Tags that a `pdf_custom_section` may use (contract: restricted HTML). No attributes survive but table spans. */
const ALLOWED = new Set(
  'h1 h2 h3 h4 h5 h6 div p span small br b i ul ol li strong table thead tbody tfoot tr th td'.split(' '),
);
/** Elements whose content is not text for a reader: dropped whole. */
const DROPPED =
  /<(script|style|template|noscript|iframe|object|svg|math|title|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
// Bounded, so that hostile text cannot make it quadratic; a `>` inside of an attribute just ends the tag early.
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]{0,500})>/g;
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 40;
const ENTITY = /&(?!(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});)/g;

const text = (raw: string): string =>
  raw.replace(ENTITY, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function spans(name: string, attributes: string): string {
  if (name !== 'th' && name !== 'td') return '';
  const span = (attribute: string) => {
    const match = new RegExp(`\\b${attribute}\\s*=\\s*["']?(\\d{1,2})\\b`, 'i').exec(attributes);
    return match ? ` ${attribute}="${match[1]}"` : '';
  };
  return span('colspan') + span('rowspan');
}

/**
 * Restricted HTML, rebuilt rather than filtered: tags are written anew from the allow-list without the caller's
 * attributes, everything else is escaped text, and every element is closed, so that it cannot reach beyond its box.
 */
export function cleanCustomSection(html: string): string {
  const source = html.slice(0, MAX_LENGTH).replace(COMMENT, '').replace(DROPPED, '');
  const open: string[] = [];
  let out = '';
  let from = 0;
  for (const match of source.matchAll(TAG)) {
    out += text(source.slice(from, match.index));
    from = match.index + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    if (!ALLOWED.has(name) || open.length > MAX_DEPTH) continue;
    if (name === 'br') {
      out += '<br>';
    } else if (match[1] === '') {
      open.push(name);
      out += `<${name}${spans(name, match[3] ?? '')}>`;
    } else if (open.includes(name)) {
      let closed: string | undefined;
      do {
        closed = open.pop();
        out += `</${closed}>`;
      } while (closed !== name);
    }
  }
  out += text(source.slice(from));
  while (open.length > 0) out += `</${open.pop()}>`;
  return out;
}
