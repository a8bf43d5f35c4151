import { oidOf, partsOf, textOf, type Der } from './der.js';

/** Names of holders and issuers (X.501 Name): attributes by OID, in the order of the certificate. */

export interface X500Attribute {
  readonly oid: string;
  readonly value: string;
}

/** A relative name: one attribute, seldom more. */
export type Rdn = readonly X500Attribute[];

export const OID = {
  nombre: '2.5.4.3',
  numeroDeSerie: '2.5.4.5',
  sucursal: '2.5.4.11',
  identificador: '2.5.4.45',
} as const;

/** Short names as the tax authority's own requests write them, which are OpenSSL's. */
const SHORT: ReadonlyMap<string, string> = new Map([
  [OID.nombre, 'CN'],
  ['2.5.4.4', 'SN'],
  [OID.numeroDeSerie, 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  [OID.sucursal, 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.13', 'description'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.41', 'name'],
  ['2.5.4.42', 'GN'],
  [OID.identificador, 'x500UniqueIdentifier'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
  ['1.2.840.113549.1.9.2', 'unstructuredName'],
]);

/** Reads a Name; undefined where it is none, or has a value that is no text. */
export function readName(name: Der | undefined): readonly Rdn[] | undefined {
  const rdns: Rdn[] = [];
  for (const set of partsOf(name) ?? []) {
    const attributes: X500Attribute[] = [];
    for (const attribute of partsOf(set) ?? []) {
      const [type, text, ...others] = partsOf(attribute) ?? [];
      const oid = oidOf(type);
      const value = text && textOf(text);
      if (oid === undefined || value === undefined || others.length > 0) return undefined;
      attributes.push({ oid, value });
    }
    if (attributes.length === 0) return undefined;
    rdns.push(attributes);
  }
  return rdns.length === 0 ? undefined : rdns;
}

/** The first value of an attribute, without the spaces around it. */
export const valueFor = (rdns: readonly Rdn[], oid: string): string | undefined =>
  rdns
    .flat()
    .find((attribute) => attribute.oid === oid)
    ?.value.trim();

/** What RFC 2253 (2.4) sets apart; a space or "#" only where it begins the value, a space also where it ends it. */
const ESPECIAL = /[,+"\\<>;]|^[ #]| $/g;
const hex = (character: string): string => `\\${Buffer.from(character).toString('hex')}`;

/**
 * A name as text, `CN=AC UAT,O=SERVICIO...,street=Av. Hidalgo 77\2c Col. Guerrero`: escaped as RFC 2253 allows (a
 * backslash and two hexadecimal digits), but in the order of the certificate, as cancellation requests carry it.
 */
export const nameToText = (rdns: readonly Rdn[]): string =>
  rdns
    .map((rdn) =>
      rdn.map(({ oid, value }) => `${SHORT.get(oid) ?? oid}=${value.replace(ESPECIAL, hex)}`).join('+'),
    )
    .join(',');
