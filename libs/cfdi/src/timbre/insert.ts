import { SaxesParser } from 'saxes';
import type { TimbreFiscalDigital } from '../comprobante.js';
import { timbreXml } from './timbre.js';

const STAMP = /<(?:[\w.-]+:)?TimbreFiscalDigital[\s/>]/;
const ROOTS = new Set(['Comprobante', 'Retenciones']);
const PLAIN_END = /<\/(?:([\w.-]+):)?(?:Comprobante|Retenciones)\s*>\s*$/;

/**
 * Puts a stamp inside the Complemento of a sealed document (a CFDI or one of retentions), which is added where there is
 * none, before the Addenda. Every other byte stays: the stamp is not part of the cadena original. Throws (TypeError)
 * for a document that is already stamped or is neither: the caller has read it before.
 */
export function insertTimbre(xml: string, timbre: TimbreFiscalDigital | string): string {
  const node = typeof timbre === 'string' ? timbre : timbreXml(timbre);
  if (STAMP.test(xml)) throw new TypeError('the document carries a stamp already');
  const end = PLAIN_END.exec(xml.slice(-200));
  if (end && !/<(?:[\w.-]+:)?(?:Complemento|Addenda)[\s/>]/.test(xml)) {
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
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw new TypeError(error.message);
  });
  parser.on('opentag', ({ name }) => {
    if (depth === 0) {
      if (!ROOTS.has(local(name))) throw new TypeError('neither Comprobante nor Retenciones');
      found.prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
    }
    if (depth === 1 && local(name) === 'Addenda') found.before = xml.lastIndexOf('<', parser.position - 1);
    depth += 1;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth -= 1;
    const from = xml.lastIndexOf('<', parser.position - 1);
    if (depth === 1 && local(name) === 'Complemento') {
      if (isSelfClosing) found.empty = { from, to: parser.position };
      else found.inside = from;
    }
    if (depth === 0 && found.before < 0) found.before = from;
  });
  parser.write(xml).close();
  return found;
}
