import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { readContent, readContentAhead } from '../../reading/content.js';
import type { Reading } from '../../reading/nodes.js';
import type { XmlNode } from '../../parsed.js';
import type { NamespaceInput } from '../input.js';
import { CFDI, isSatUri, addendaNamespaces, checkNamespaces, TFD, XSI } from './namespaces.js';
import { stripDeclaration } from './text.js';

/** What cfdi:Addenda will contain, and the namespaces that the document's root declares for it. */
export interface Addenda {
  readonly xml: string;
  readonly espacios: readonly NamespaceInput[];
}

/** Names of elements that only the tax authority's own may have, whatever namespace another is in. */
const RESERVED_NAMES = new Set(['Comprobante', 'TimbreFiscalDigital']);
/** Elements and attributes of an addenda: 1 MB of the smallest would take 100 ms. */
const MAX_NODES = 25_000;
/** Each may be the end of a comment or of CDATA, for which the reader stops: half a million take it 70 ms. */
const MARKS = ['-', ']'];
const MAX_MARKS = 100_000;

/**
 * The caller's own XML outside of what is signed: elements of any namespace, their texts, comments and CDATA, byte
 * for byte (a byte order mark and an XML declaration before it are left out). Refuses (invalid_request) what is not
 * well-formed by itself, so that it ends where it seems to; a DTD, entities, processing instructions; prefixes that
 * neither it nor `namespaces` declares; text outside of its elements, which the schema has no room for; elements of
 * the CFDI or its stamp, or with their names in any namespace; other meanings for their prefixes; more than 1 MB (the API takes half of it),
 * 25,000 elements and attributes, 100,000 hyphens and brackets, or 56 levels. Comments, texts and CDATA may say anything.
 * @param ruta where the addenda is in the input; the namespaces are at `namespaces`
 */
export function checkAddenda(
  xml: string,
  namespaces: readonly NamespaceInput[],
  path: string,
): Result<Addenda> {
  const bad = checkNamespaces(namespaces, 'espacios');
  if (bad.length > 0) return refuseFields(bad);
  const text = stripDeclaration(xml, path);
  if (!text.ok) return text;
  if (hasTooManyMarks(text.value))
    return refuseFields([
      foreignDetail(path, 'más de 100,000 guiones y corchetes', 'more than 100,000 hyphens and brackets'),
    ]);
  const own = ownNamespaces(namespaces);
  const parsed = readContent(text.value, path, readingWith(own));
  if (!parsed.ok) return parsed;
  const detail = parsed.value.length === 0 ? field(path, 'required') : findForeign(parsed.value, path);
  return detail ? refuseFields([detail]) : ok({ xml: text.value, espacios: own });
}

/** Reads a long addenda in pieces, for {@link checkAddenda} afterwards. Says nothing of what is wrong with it. */
export async function readAddendaAhead(
  xml: string,
  namespaces: readonly NamespaceInput[],
  path: string,
  nextTurn: () => Promise<void>,
): Promise<void> {
  const text = stripDeclaration(xml, path);
  if (!text.ok || checkNamespaces(namespaces, '').length > 0 || hasTooManyMarks(text.value)) return;
  await readContentAhead(text.value, path, readingWith(ownNamespaces(namespaces)), nextTurn);
}

const ownNamespaces = (namespaces: readonly NamespaceInput[]): readonly NamespaceInput[] =>
  namespaces.filter(({ uri }) => !isSatUri(uri));

const readingWith = (own: readonly NamespaceInput[]): Reading => ({
  espacios: addendaNamespaces(own),
  without: ['processinginstruction'],
  maxNodes: MAX_NODES,
});

function hasTooManyMarks(text: string): boolean {
  let found = 0;
  for (const mark of MARKS)
    for (let at = text.indexOf(mark); at >= 0 && found <= MAX_MARKS; at = text.indexOf(mark, at + 1))
      found += 1;
  return found > MAX_MARKS;
}

const foreignDetail = (path: string, es: string, en: string): Detail =>
  field(path, 'invalid_value', {
    message: { es: `La addenda no puede contener ${es}.`, en: `The addenda cannot contain ${en}.` },
  });

/** Meanings of the prefixes that every document gives. */
const FIXED: Readonly<Record<string, string>> = { 'xmlns:cfdi': CFDI, 'xmlns:tfd': TFD, 'xmlns:xsi': XSI };

/** The first element that pretends to be a part of the CFDI. */
function findForeign(nodes: readonly XmlNode[], path: string, root = path): Detail | undefined {
  for (const { name, namespace, attributes, children } of nodes) {
    const here = `${path}.${name.slice(0, 100)}`;
    if (namespace === CFDI || namespace === TFD)
      return foreignDetail(here, `elementos de ${namespace}`, `elements of ${namespace}`);
    if (RESERVED_NAMES.has(name))
      return foreignDetail(root, 'un comprobante o un timbre', 'a document or a stamp');
    for (const name in FIXED)
      if (Object.hasOwn(attributes, name) && attributes[name] !== FIXED[name])
        return foreignDetail(here, `otro significado de "${name}"`, `another meaning of "${name}"`);
    const inside = findForeign(children, here, root);
    if (inside) return inside;
  }
  return undefined;
}
