import { createHash, verify, X509Certificate } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { readXml } from '#cfdi';
import { findNode, textAt } from '../core/soap.js';

/** XML signatures of the bulk download: exclusive canonical XML, RSA with SHA-1, by the FIEL. */

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

/** Exclusive canonical XML (without comments) of the first element that is chosen, less elements that are `without`. */
export function canonicalize(xml: string, chosen: (name: string) => boolean, without = ''): string {
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
      const used = new Set([
        prefixOf(name),
        ...own.map(([key]) => prefixOf(key)).filter((prefix) => prefix !== ''),
      ]);
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
    const covered =
      operation === 'Autentica'
        ? canonicalize(xml, (name) => name === ROOTS.token)
        : canonicalize(xml, (name) => name === operation, 'Signature');
    const digest = createHash('sha1').update(covered).digest('base64');
    const info = canonicalize(xml, (name) => name === 'SignedInfo');
    const value = Buffer.from(textAt(findNode(signature, 'SignatureValue')).replace(/\s/g, ''), 'base64');
    const same = textAt(findNode(signature, 'DigestValue')) === digest;
    return { certificate, holds: same && verify('sha1', Buffer.from(info), certificate.publicKey, value) };
  } catch {
    return undefined;
  }
}
