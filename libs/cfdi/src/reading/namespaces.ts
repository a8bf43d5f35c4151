/** Namespaces in XML (W3C, 1.0): which namespace a prefix names where it is used. */

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** What is in force in every document; an element without a prefix is in no namespace until one is declared. */
export const XML_NAMESPACES: Readonly<Record<string, string>> = { xml: XML, xmlns: XMLNS, '': '' };

/** Namespaces by prefix inside an element; those of the elements around it by inheritance, so that none is copied. */
export type Scope = Readonly<Record<string, string | undefined>>;

type Stop = (reason: string) => never;
type Attributes = Readonly<Record<string, string>>;

/** The namespaces in force inside an element with these attributes. */
export function enterScope(attributes: Attributes, outer: Scope, stop: Stop): Scope {
  let scope: Record<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
    if (prefix === undefined) continue;
    const uri = attributes[name] as string;
    const bad =
      uri === XMLNS ||
      prefix === 'xmlns' ||
      (prefix !== '' && uri === '') ||
      (prefix === 'xml') !== (uri === XML);
    if (bad) stop(`"${name}" declares no namespace.`);
    scope ??= Object.create(outer) as Record<string, string>;
    scope[prefix] = uri;
  }
  return scope ?? outer;
}

/** The local name and the namespace of an element; every prefix in it has to be declared. */
export function nameOf(
  { name, attributes }: { readonly name: string; readonly attributes: Attributes },
  scope: Scope,
  stop: Stop,
): { readonly name: string; readonly namespace: string } {
  const colon = name.indexOf(':');
  const namespace = uriOf(colon < 0 ? '' : name.slice(0, colon), name, colon, scope, stop);
  let prefixed: Set<string> | undefined;
  for (const attribute in attributes) {
    const at = attribute.indexOf(':');
    if (at < 0) continue;
    // Two prefixes of one namespace make two spellings of one attribute.
    const uri = uriOf(attribute.slice(0, at), attribute, at, scope, stop);
    const expanded = `${uri} ${attribute.slice(at + 1)}`;
    prefixed ??= new Set();
    if (prefixed.has(expanded)) stop(`duplicate attribute "${attribute}".`);
    prefixed.add(expanded);
  }
  return { name: colon < 0 ? name : name.slice(colon + 1), namespace };
}

function uriOf(prefix: string, name: string, colon: number, scope: Scope, stop: Stop): string {
  const uri = scope[prefix];
  if (uri === undefined || name.indexOf(':', colon + 1) >= 0 || colon === 0 || colon === name.length - 1)
    return stop(`unbound prefix in "${name}".`);
  return uri;
}
