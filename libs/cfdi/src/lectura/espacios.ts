/** Namespaces in XML (W3C, 1.0): which namespace a prefix names where it is used. */

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** What is in force in every document; an element without a prefix is in no namespace until one is declared. */
export const ESPACIOS_DE_XML: Readonly<Record<string, string>> = { xml: XML, xmlns: XMLNS, '': '' };

/** Namespaces by prefix inside an element; those of the elements around it by inheritance, so that none is copied. */
export type Alcance = Readonly<Record<string, string | undefined>>;

type Alto = (reason: string) => never;
type Atributos = Readonly<Record<string, string>>;

/** The namespaces in force inside an element with these attributes. */
export function entrar(attributes: Atributos, outer: Alcance, stop: Alto): Alcance {
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
export function nombreDe(
  { name, attributes }: { readonly name: string; readonly attributes: Atributos },
  scope: Alcance,
  stop: Alto,
): { readonly nombre: string; readonly espacio: string } {
  const colon = name.indexOf(':');
  const espacio = uriOf(colon < 0 ? '' : name.slice(0, colon), name, colon, scope, stop);
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
  return { nombre: colon < 0 ? name : name.slice(colon + 1), espacio };
}

function uriOf(prefix: string, name: string, colon: number, scope: Alcance, stop: Alto): string {
  const uri = scope[prefix];
  if (uri === undefined || name.indexOf(':', colon + 1) >= 0 || colon === 0 || colon === name.length - 1)
    return stop(`unbound prefix in "${name}".`);
  return uri;
}
