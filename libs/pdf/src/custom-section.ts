import sanitizeHtml from 'sanitize-html';

/** Tags that a `pdf_custom_section` may use (contract: restricted HTML). */
const TAGS =
  'h1 h2 h3 h4 h5 h6 div p span small br b i ul ol li strong table thead tbody tfoot tr th td a'.split(' ');
/** Elements whose content is not text for a reader: dropped whole. */
const DROPPED =
  'script style template noscript iframe object embed svg math title textarea option select xmp plaintext'.split(
    ' ',
  );
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 40;
const LINK = /^(?:https?:\/\/|mailto:)[^\s]{1,2000}$/i;
const SPAN = /^[1-9]\d?$/;
const ALIGN = /^(?:left|center|right|justify)$/i;

type Attributes = Readonly<Record<string, string>>;
/** The attributes whose values have their forms. */
const keepAttributes = (
  attribs: Attributes,
  forms: Readonly<Record<string, RegExp>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(attribs).filter(([name, value]) => forms[name]?.test(value.trim())));

const cell = (tagName: string, attribs: Attributes) => ({
  tagName,
  attribs: keepAttributes(attribs, { colspan: SPAN, align: ALIGN }),
});

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'title'], th: ['colspan', 'align'], td: ['colspan', 'align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: keepAttributes(attribs, { href: LINK, title: /^.{1,500}$/s }),
    }),
    th: cell,
    td: cell,
  },
};

const TABLE_TAG = /<(\/?)(table|thead|tbody|tfoot|tr|th|td)\b[^<>]*>/g;

/** Rows and cells outside a table would end the table around the section, so they are removed. */
function inTables(html: string): string {
  let open = 0;
  return html.replace(TABLE_TAG, (tag, end: string, name: string) => {
    if (name === 'table') open += end === '' ? 1 : -1;
    return name === 'table' || open > 0 ? tag : '';
  });
}

/**
 * Restricted HTML as it may be printed: the allowed tags, links with their addresses, spans and alignment of cells;
 * no style, nothing that is loaded, every element closed. Anything beyond 50,000 characters is cut off.
 */
export const cleanCustomSection = (html: string): string =>
  inTables(sanitizeHtml(html.slice(0, MAX_LENGTH), OPTIONS));
