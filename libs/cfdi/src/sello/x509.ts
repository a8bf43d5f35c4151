import { DER, leerDer, oidDe, partesDe, type Der } from './der.js';
import { leerNombre, type Rdn } from './nombre.js';

/** What node:crypto does not tell of a certificate (RFC 5280): names with their texts, and the basic key usage. */
export interface Cuerpo {
  readonly emisor: readonly Rdn[];
  readonly titular: readonly Rdn[];
  readonly usos: Usos;
}

/** keyUsage (RFC 5280, 4.2.1.3), and the purposes of extKeyUsage. */
export interface Usos {
  readonly firma: boolean;
  readonly noRepudio: boolean;
  readonly cifrado: boolean;
  readonly acuerdo: boolean;
  readonly emiteCertificados: boolean;
  readonly fines: readonly string[];
}

const KEY_USAGE = '2.5.29.15';
const EXT_KEY_USAGE = '2.5.29.37';
/** The context tags of TBSCertificate that may be missing come with a number; names are SEQUENCEs in fixed places. */
const EMISOR = 2;
const TITULAR = 4;

/** Reads a DER certificate's body; undefined where it is none. */
export function leerCuerpo(der: Buffer): Cuerpo | undefined {
  const [cuerpo] = partesDe(leerDer(der)) ?? [];
  const partes = partesDe(cuerpo);
  if (partes === undefined) return undefined;
  const campos = partes[0]?.etiqueta === DER.version ? partes.slice(1) : partes;
  const emisor = leerNombre(campos[EMISOR]);
  const titular = leerNombre(campos[TITULAR]);
  const usos = leerUsos(partes.find(({ etiqueta }) => etiqueta === DER.extensiones));
  return emisor && titular && usos && { emisor, titular, usos };
}

function leerUsos(extensiones: Der | undefined): Usos | undefined {
  const [lista] = partesDe(extensiones) ?? [];
  let bits = 0;
  let fines: readonly string[] = [];
  for (const extension of partesDe(lista) ?? []) {
    const partes = partesDe(extension);
    const valor = partes?.at(-1);
    const oid = oidDe(partes?.[0]);
    if (valor?.etiqueta !== DER.octetos) return undefined;
    const dentro = leerDer(valor.contenido);
    if (oid === KEY_USAGE) {
      // A BIT STRING: how many bits of the last octet are not used, and the octets; the first one has those asked here.
      if (dentro?.etiqueta !== DER.bits) return undefined;
      bits = dentro.contenido[1] ?? 0;
    }
    if (oid === EXT_KEY_USAGE) fines = (partesDe(dentro) ?? []).map((fin) => oidDe(fin) ?? '');
  }
  return {
    firma: (bits & 0x80) !== 0,
    noRepudio: (bits & 0x40) !== 0,
    cifrado: (bits & 0x10) !== 0,
    acuerdo: (bits & 0x08) !== 0,
    emiteCertificados: (bits & 0x04) !== 0,
    fines,
  };
}
