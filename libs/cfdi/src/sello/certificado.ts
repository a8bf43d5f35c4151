import { X509Certificate, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { leerArchivo } from './archivos.js';
import { OID, valorDe, type Rdn } from './nombre.js';
import { leerCuerpo, type Usos } from './x509.js';

/** What a certificate of the tax authority says. */
export interface Certificado {
  /** 20 digits: the ASCII bytes of the certificate's serial number. */
  readonly noCertificado: string;
  /** The DER certificate in base64, as the attribute Certificado carries it. */
  readonly certificado: string;
  /** Of the holder: x500UniqueIdentifier, before the slash. */
  readonly rfc: string;
  /** Holder as certified (commonName), with the régimen societario. */
  readonly nombre: string;
  /** CURP of a holder who is a natural person. */
  readonly curp?: string;
  /** Who represents a legal person: what follows the slashes of x500UniqueIdentifier and serialNumber. */
  readonly representante?: { readonly rfc: string; readonly curp?: string };
  /** The branch or unit that a CSD was made for (organizationalUnitName). */
  readonly sucursal?: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Its holder's personal signature, not a seal. */
  readonly fiel: boolean;
  readonly publicKey: KeyObject;
}

/** RSA of 2048 bits is what the authority certifies, of 1024 what it did; verifying with a giant key would take long. */
const BITS = { min: 1024, max: 4096 };
/** An extended key usage that a FIEL has and a CSD has not: e-mail protection. */
const CORREO = '1.3.6.1.5.5.7.3.4';

/**
 * Reads a certificate file (.cer, DER or PEM). Refuses certificate_invalid where it is none of the tax authority's
 * for signing: no X.509, no number of 20 digits, no RFC, another key than RSA of 1024 to 4096 bits, or one that
 * issues others. Neither the chain nor revocation is asked.
 */
export function readCertificado(cer: Buffer): Result<Certificado> {
  const archivo = leerArchivo(cer);
  const leido = archivo.clase === 'certificado' ? leer(archivo.der) : undefined;
  return leido ? ok(leido) : refuse('certificate_invalid');
}

function leer(der: Buffer): Certificado | undefined {
  const cuerpo = leerCuerpo(der);
  const x509 = segunOpenSsl(der);
  if (!cuerpo || !x509 || !firmaDocumentos(cuerpo.usos)) return undefined;
  const titular = titularDe(cuerpo.titular);
  const { asymmetricKeyType, asymmetricKeyDetails } = x509.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (!titular || asymmetricKeyType !== 'rsa' || bits < BITS.min || bits > BITS.max) return undefined;
  if (!/^\d{20}$/.test(x509.noCertificado)) return undefined;
  if (Number.isNaN(x509.validFrom.getTime()) || Number.isNaN(x509.validTo.getTime())) return undefined;
  return { ...x509, ...titular, certificado: der.toString('base64'), fiel: esFiel(cuerpo.usos) };
}

/** What node:crypto reads; its getters throw as its constructor does, for keys of kinds that it does not know. */
function segunOpenSsl(
  der: Buffer,
): Pick<Certificado, 'noCertificado' | 'validFrom' | 'validTo' | 'publicKey'> | undefined {
  try {
    const { serialNumber, validFrom, validTo, publicKey } = new X509Certificate(der);
    return {
      noCertificado: Buffer.from(serialNumber, 'hex').toString('latin1'),
      validFrom: new Date(validFrom),
      validTo: new Date(validTo),
      publicKey,
    };
  } catch {
    return undefined;
  }
}

const firmaDocumentos = ({ firma, noRepudio, emiteCertificados }: Usos): boolean =>
  firma && noRepudio && !emiteCertificados;

/** A CSD signs and no more; a FIEL also encrypts, and proves who one is. */
const esFiel = ({ cifrado, acuerdo, fines }: Usos): boolean => cifrado || acuerdo || fines.includes(CORREO);

/** "RFC / RFC of the representative", "CURP / CURP": of a natural person there is no slash. */
function titularDe(
  nombres: readonly Rdn[],
): Pick<Certificado, 'rfc' | 'nombre' | 'curp' | 'representante' | 'sucursal'> | undefined {
  const nombre = valorDe(nombres, OID.nombre) ?? '';
  const [propio = '', suyo = ''] = partido(valorDe(nombres, OID.identificador));
  const [curp = '', curpSuya = ''] = partido(valorDe(nombres, OID.numeroDeSerie));
  const rfc = parseRfc(propio)?.rfc;
  const sucursal = valorDe(nombres, OID.sucursal);
  if (rfc === undefined || nombre === '') return undefined;
  return {
    ...{ rfc, nombre },
    ...(curp !== '' && { curp }),
    ...(suyo !== '' && { representante: { rfc: suyo, ...(curpSuya !== '' && { curp: curpSuya }) } }),
    ...(sucursal !== undefined && sucursal !== '' && { sucursal }),
  };
}

const partido = (texto: string | undefined): readonly string[] =>
  (texto ?? '').split('/').map((parte) => parte.trim());
