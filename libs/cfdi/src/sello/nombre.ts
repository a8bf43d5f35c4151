import { oidDe, partesDe, textoDe, type Der } from './der.js';

/** Names of holders and issuers (X.501 Name): attributes by OID, in the order of the certificate. */

export interface AtributoX500 {
  readonly oid: string;
  readonly valor: string;
}

/** A relative name: one attribute, seldom more. */
export type Rdn = readonly AtributoX500[];

export const OID = {
  nombre: '2.5.4.3',
  numeroDeSerie: '2.5.4.5',
  sucursal: '2.5.4.11',
  identificador: '2.5.4.45',
} as const;

/** Short names as the tax authority's own requests write them, which are OpenSSL's. */
const CORTOS: ReadonlyMap<string, string> = new Map([
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
export function leerNombre(nombre: Der | undefined): readonly Rdn[] | undefined {
  const rdns: Rdn[] = [];
  for (const conjunto of partesDe(nombre) ?? []) {
    const atributos: AtributoX500[] = [];
    for (const atributo of partesDe(conjunto) ?? []) {
      const [tipo, texto, ...otros] = partesDe(atributo) ?? [];
      const oid = oidDe(tipo);
      const valor = texto && textoDe(texto);
      if (oid === undefined || valor === undefined || otros.length > 0) return undefined;
      atributos.push({ oid, valor });
    }
    if (atributos.length === 0) return undefined;
    rdns.push(atributos);
  }
  return rdns.length === 0 ? undefined : rdns;
}

/** The first value of an attribute, without the spaces around it. */
export const valorDe = (rdns: readonly Rdn[], oid: string): string | undefined =>
  rdns
    .flat()
    .find((atributo) => atributo.oid === oid)
    ?.valor.trim();

/** What RFC 2253 (2.4) sets apart; a space or "#" only where it begins the value, a space also where it ends it. */
const ESPECIAL = /[,+"\\<>;]|^[ #]| $/g;
const hex = (caracter: string): string => `\\${Buffer.from(caracter).toString('hex')}`;

/**
 * A name as text, `CN=AC UAT,O=SERVICIO...,street=Av. Hidalgo 77\2c Col. Guerrero`: escaped as RFC 2253 allows (a
 * backslash and two hexadecimal digits), but in the order of the certificate, as cancellation requests carry it.
 */
export const nombreComoTexto = (rdns: readonly Rdn[]): string =>
  rdns
    .map((rdn) =>
      rdn.map(({ oid, valor }) => `${CORTOS.get(oid) ?? oid}=${valor.replace(ESPECIAL, hex)}`).join('+'),
    )
    .join(',');
