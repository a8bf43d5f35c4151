import { DER, readDer, oidOf, partsOf, type Der } from './der.js';
import { readName, type Rdn } from './name.js';

/** What node:crypto does not tell of a certificate (RFC 5280): names with their texts, and the basic key usage. */
export interface CertificateBody {
  readonly emisor: readonly Rdn[];
  readonly titular: readonly Rdn[];
  readonly usos: KeyUsages;
}

/** keyUsage (RFC 5280, 4.2.1.3), and the purposes of extKeyUsage. */
export interface KeyUsages {
  readonly signature: boolean;
  readonly noRepudio: boolean;
  readonly encryption: boolean;
  readonly acuerdo: boolean;
  readonly emiteCertificados: boolean;
  readonly purposes: readonly string[];
}

const KEY_USAGE = '2.5.29.15';
const EXT_KEY_USAGE = '2.5.29.37';
/** The context tags of TBSCertificate that may be missing come with a number; names are SEQUENCEs in fixed places. */
const EMISOR = 2;
const HOLDER = 4;

/** Reads a DER certificate's body; undefined where it is none. */
export function readBody(der: Buffer): CertificateBody | undefined {
  const [body] = partsOf(readDer(der)) ?? [];
  const partes = partsOf(body);
  if (partes === undefined) return undefined;
  const fields = partes[0]?.tag === DER.version ? partes.slice(1) : partes;
  const emisor = readName(fields[EMISOR]);
  const holder = readName(fields[HOLDER]);
  const usos = readUsos(partes.find(({ tag }) => tag === DER.extensiones));
  return emisor && holder && usos && { emisor, titular: holder, usos };
}

function readUsos(extensiones: Der | undefined): KeyUsages | undefined {
  const [list] = partsOf(extensiones) ?? [];
  let bits = 0;
  let purposes: readonly string[] = [];
  for (const extension of partsOf(list) ?? []) {
    const partes = partsOf(extension);
    const value = partes?.at(-1);
    const oid = oidOf(partes?.[0]);
    if (value?.tag !== DER.octetos) return undefined;
    const inside = readDer(value.content);
    if (oid === KEY_USAGE) {
      // A BIT STRING: how many bits of the last octet are not used, and the octets; the first one has those asked here.
      if (inside?.tag !== DER.bits) return undefined;
      bits = inside.content[1] ?? 0;
    }
    if (oid === EXT_KEY_USAGE) purposes = (partsOf(inside) ?? []).map((end) => oidOf(end) ?? '');
  }
  return {
    signature: (bits & 0x80) !== 0,
    noRepudio: (bits & 0x40) !== 0,
    encryption: (bits & 0x10) !== 0,
    acuerdo: (bits & 0x08) !== 0,
    emiteCertificados: (bits & 0x04) !== 0,
    purposes,
  };
}
