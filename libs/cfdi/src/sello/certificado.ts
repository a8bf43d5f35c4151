import { X509Certificate, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { readFile } from './files.js';
import { OID, valueFor, type Rdn } from './name.js';
import { readBody, type KeyUsages } from './x509.js';

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
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';

/**
 * Reads a certificate file (.cer, DER or PEM). Refuses certificate_invalid where it is none of the tax authority's
 * for signing: no X.509, no number of 20 digits, no RFC, another key than RSA of 1024 to 4096 bits, or one that
 * issues others. Neither the chain nor revocation is asked.
 */
export function readCertificado(cer: Buffer): Result<Certificado> {
  const file = readFile(cer);
  const parsed = file.kind === 'certificado' ? readDerCertificate(file.der) : undefined;
  return parsed ? ok(parsed) : refuse('certificate_invalid');
}

function readDerCertificate(der: Buffer): Certificado | undefined {
  const body = readBody(der);
  const x509 = readWithOpenSsl(der);
  if (!body || !x509 || !signsDocuments(body.usos)) return undefined;
  const holder = holderOf(body.titular);
  const { asymmetricKeyType, asymmetricKeyDetails } = x509.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (!holder || asymmetricKeyType !== 'rsa' || bits < BITS.min || bits > BITS.max) return undefined;
  if (!/^\d{20}$/.test(x509.noCertificado)) return undefined;
  if (Number.isNaN(x509.validFrom.getTime()) || Number.isNaN(x509.validTo.getTime())) return undefined;
  return { ...x509, ...holder, certificado: der.toString('base64'), fiel: isFiel(body.usos) };
}

/** What node:crypto reads; its getters throw as its constructor does, for keys of kinds that it does not know. */
function readWithOpenSsl(
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

const signsDocuments = ({ signature, noRepudio, emiteCertificados }: KeyUsages): boolean =>
  signature && noRepudio && !emiteCertificados;

/** A CSD signs and no more; a FIEL also encrypts, and proves who one is. */
const isFiel = ({ encryption, acuerdo, purposes }: KeyUsages): boolean =>
  encryption || acuerdo || purposes.includes(EMAIL_PROTECTION);

/** "RFC / RFC of the representative", "CURP / CURP": of a natural person there is no slash. */
function holderOf(
  names: readonly Rdn[],
): Pick<Certificado, 'rfc' | 'nombre' | 'curp' | 'representante' | 'sucursal'> | undefined {
  const name = valueFor(names, OID.nombre) ?? '';
  const [own = '', subjectValue = ''] = splitText(valueFor(names, OID.identificador));
  const [curp = '', ownCurp = ''] = splitText(valueFor(names, OID.numeroDeSerie));
  const rfc = parseRfc(own)?.rfc;
  const sucursal = valueFor(names, OID.sucursal);
  if (rfc === undefined || name === '') return undefined;
  return {
    ...{ rfc, nombre: name },
    ...(curp !== '' && { curp }),
    ...(subjectValue !== '' && {
      representante: { rfc: subjectValue, ...(ownCurp !== '' && { curp: ownCurp }) },
    }),
    ...(sucursal !== undefined && sucursal !== '' && { sucursal }),
  };
}

const splitText = (text: string | undefined): readonly string[] =>
  (text ?? '').split('/').map((parte) => parte.trim());
