import { SaxesParser } from 'saxes';
import type { TimbreFiscalDigital } from '../comprobante.js';
import { timbreXml } from './timbre.js';

const STAMP = 'TimbreFiscalDigital';
const ROOTS = new Set(['Comprobante', 'Retenciones']);
/** What a document without any of these words in it cannot have as an element, nor pretend to have. */
const WORDS = [STAMP, 'Complemento', 'Addenda'];
const PLAIN_END = /<\/(?:([\w.-]{1,50}):)?(?:Comprobante|Retenciones)\s*>\s*$/;

/**
 * Puts a stamp inside the Complemento of a sealed document (a CFDI or one of retentions), which is added where there is
 * none, before the Addenda. Every other byte stays: the stamp is not part of the cadena original. The elements of the
 * document alone say where: what comments, CDATA and the addenda's own elements look like does not count. Throws
 * (TypeError) for a document that is already stamped or is neither: the caller has read it before.
 */
export function insertTimbre(xml: string, timbre: TimbreFiscalDigital | string): string {
  const node = typeof timbre === 'string' ? timbre : timbreXml(timbre);
  const end = WORDS.some((word) => xml.includes(word)) ? null : PLAIN_END.exec(xml.slice(-200));
  if (end) {
    const at = xml.lastIndexOf('<');
    return xml.slice(0, at) + complemento(end[1], node) + xml.slice(at);
  }
  const { prefix, inside, before, empty } = place(xml);
  if (inside !== undefined) return xml.slice(0, inside) + node + xml.slice(inside);
  if (empty) return xml.slice(0, empty.from) + complemento(prefix, node) + xml.slice(empty.to);
  return xml.slice(0, before) + complemento(prefix, node) + xml.slice(before);
}

function complemento(prefix: string | undefined, node: string): string {
  const name = prefix === undefined || prefix === '' ? 'Complemento' : `${prefix}:Complemento`;
  return `<${name}>${node}</${name}>`;
}

/** Offsets of where the stamp goes: at the end of a Complemento, instead of an empty one, or before what follows. */
interface Place {
  prefix: string;
  inside?: number;
  empty?: { from: number; to: number };
  before: number;
}

function place(xml: string): Place {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const found: Place = { prefix: '', before: -1 };
  let depth = 0;
  let inComplemento = false;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  /** Where the tag that was just read begins: no tag has a "<" inside. */
  const tagStart = (): number => xml.lastIndexOf('<', parser.position - 1);
  parser.on('error', (error) => {
    throw new TypeError(error.message);
  });
  parser.on('opentag', ({ name }) => {
    if (depth === 0) {
      if (!ROOTS.has(local(name))) throw new TypeError('neither Comprobante nor Retenciones');
      found.prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
    }
    if (depth === 1) {
      inComplemento = local(name) === 'Complemento';
      if (local(name) === 'Addenda') found.before = tagStart();
    }
    if (depth === 2 && inComplemento && local(name) === STAMP)
      throw new TypeError('the document carries a stamp already');
    depth += 1;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth -= 1;
    if (depth === 1 && local(name) === 'Complemento') {
      if (isSelfClosing) found.empty = { from: tagStart(), to: parser.position };
      else found.inside = tagStart();
    }
    if (depth === 0 && found.before < 0) found.before = tagStart();
  });
  parser.write(xml).close();
  return found;
}
