import { createHash, verify, X509Certificate } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { readXml } from '#cfdi';
import { findNode, textAt } from '../core/soap.js';

/**
 * XML signatures of the bulk download: RSA with SHA-1, by the FIEL, over the canonical XML that the signature names. Clients that are in use
 * against the SAT name different ones: phpcfdi/sat-ws-descarga-masiva exclusive canonical XML, python-satcfdi canonical XML 1.0 with the
 * transform of an enveloped signature. Both leave the envelope out of what is digested, although their references are to all of it.
 */

interface Frame {
  readonly name: string;
  readonly scope: ReadonlyMap<string, string>;
  readonly rendered: ReadonlyMap<string, string>;
  readonly inside: boolean;
}

const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&#xD;');
const escapeValue = (text: string): string =>
  text.replace(
    /[&<"\t\n\r]/g,
    (c) =>
      ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[c] ??
      `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`,
  );
const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

export interface Canonical {
  /** Elements of this name, and what is in them, are left out. */
  readonly without?: string;
  /** Canonical XML 1.0: all namespaces in scope are written, not those in use alone. */
  readonly inclusive?: boolean;
}

/** Canonical XML (without comments; exclusive by default) of the first element that is chosen. */
export function canonicalize(
  xml: string,
  chosen: (name: string) => boolean,
  { without = '', inclusive = false }: Canonical = {},
): string {
  const parser = new SaxesParser({ xmlns: false });
  const frames: Frame[] = [];
  let written = '';
  let done = false;
  parser.on('text', (text) => {
    if (frames.at(-1)?.inside) written += escapeText(text);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const outer = frames.at(-1);
    const scope = new Map(outer?.scope);
    for (const [key, value] of Object.entries(attributes))
      if (key === 'xmlns' || key.startsWith('xmlns:')) scope.set(key === 'xmlns' ? '' : key.slice(6), value);
    const began = outer?.inside === true && localOf(name) !== without;
    const inside = began || (!done && frames.every((frame) => !frame.inside) && chosen(localOf(name)));
    const rendered = new Map(outer?.rendered);
    if (inside) {
      const own = Object.entries(attributes).filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'));
      const inUse = [prefixOf(name), ...own.map(([key]) => prefixOf(key)).filter((prefix) => prefix !== '')];
      const used = new Set(inclusive ? scope.keys() : inUse);
      const spaces = [...used].sort().flatMap((prefix) => {
        const uri = scope.get(prefix) ?? '';
        if (rendered.get(prefix) === uri || (uri === '' && !rendered.has(prefix))) return [];
        rendered.set(prefix, uri);
        return [` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`];
      });
      const uriOf = (key: string): string => (prefixOf(key) === '' ? '' : (scope.get(prefixOf(key)) ?? ''));
      const order = ([a]: [string, string], [b]: [string, string]): number =>
        uriOf(a) < uriOf(b) ? -1 : uriOf(a) > uriOf(b) ? 1 : localOf(a) < localOf(b) ? -1 : 1;
      const attrs = own.sort(order).map(([key, value]) => ` ${key}="${escapeValue(value)}"`);
      written += `<${name}${spaces.join('')}${attrs.join('')}>`;
    }
    frames.push({ name, scope, rendered, inside });
  });
  parser.on('closetag', () => {
    const frame = frames.pop();
    if (!frame?.inside) return;
    written += `</${frame.name}>`;
    if (!frames.at(-1)?.inside && localOf(frame.name) !== without)
      done = frames.every(({ inside }) => !inside);
  });
  parser.write(xml).close();
  return written;
}

const ROOTS = { token: 'Timestamp' } as const;

/** Whether an algorithm writes all namespaces in scope. */
const CANONICAL: ReadonlyMap<string, boolean> = new Map([
  ['http://www.w3.org/2001/10/xml-exc-c14n#', false],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', true],
]);

/** The signature as a document of its own: python-satcfdi signs it before it is put in its place, where more is in scope. */
const aloneIn = (xml: string): string =>
  /<(\w+:)?Signature[\s>].*<\/(\w+:)?Signature>/s.exec(xml)?.[0] ?? xml;

/**
 * Whether the signature of a request holds, and whose certificate made it. `token`: over the Timestamp of the header, with the
 * certificate in its BinarySecurityToken; otherwise enveloped in the operation's element.
 */
export function verifyRequest(
  xml: string,
  operation: string,
): { certificate: X509Certificate; holds: boolean } | undefined {
  const read = readXml(xml);
  const root = read.ok ? read.value : undefined;
  const signature = findNode(root, 'Signature');
  const der = textAt(findNode(root, 'BinarySecurityToken')) || textAt(findNode(signature, 'X509Certificate'));
  if (!signature || der === '') return undefined;
  try {
    const certificate = new X509Certificate(Buffer.from(der.replace(/\s/g, ''), 'base64'));
    const named = findNode(signature, 'CanonicalizationMethod')?.attributes['Algorithm'];
    const inclusive = CANONICAL.get(named ?? '');
    if (inclusive === undefined) return { certificate, holds: false };
    const canonical = { inclusive };
    const covered =
      operation === 'Autentica'
        ? canonicalize(xml, (name) => name === ROOTS.token, canonical)
        : canonicalize(xml, (name) => name === operation, { ...canonical, without: 'Signature' });
    const digest = createHash('sha1').update(covered).digest('base64');
    const value = Buffer.from(textAt(findNode(signature, 'SignatureValue')).replace(/\s/g, ''), 'base64');
    const same = textAt(findNode(signature, 'DigestValue')) === digest;
    const isSigned = [xml, aloneIn(xml)].some((text) => {
      const info = canonicalize(text, (name) => name === 'SignedInfo', canonical);
      return verify('sha1', Buffer.from(info), certificate.publicKey, value);
    });
    return { certificate, holds: same && isSigned };
  } catch {
    return undefined;
  }
}
