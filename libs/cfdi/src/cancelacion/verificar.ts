import { createHash, timingSafeEqual, verify } from 'node:crypto';
import { ok, type Result } from '#kernel';
import type { Nodo } from '../parsed.js';
import { readCertificado, type Certificado } from '../sello/certificado.js';
import { canonizar } from './canonico.js';
import { C14N, DSIG, ENVUELTA, RSA_SHA1, SHA1 } from './firma.js';
import { leerCancelacion, negar } from './leer.js';
import type { Cancelacion } from './modelo.js';

/** A request whose signature holds, and the certificate that made it. */
export interface CancelacionVerificada extends Cancelacion {
  readonly certificado: Certificado;
}

/**
 * Verifies a cancellation request as the authority's service does: 301 its form, 302 its signature, 305 no certificate,
 * 310 a FIEL, 303 a certificate of another RFC, 304 one that is not in force `at` (left out: not asked).
 *
 * The signature is taken only in the one form there is: in the root, last, with one reference to the whole document
 * (URI=""), the enveloped transform and no other, canonical XML 1.0, RSA with SHA-1; no key but that of the certificate
 * inside it. Every element of the document is known and covered, so nothing can be wrapped around or beside what was
 * signed. Revocation and the chain of the certificate are not asked.
 */
export function verifyCancelacion(
  xml: string,
  { at }: { readonly at?: Date } = {},
): Result<CancelacionVerificada> {
  const leida = leerCancelacion(xml);
  if (!leida.ok) return leida;
  const { cancelacion, firma } = leida.value;
  const partes = firma && partesDeLaFirma(firma);
  if (!partes)
    return negar('302', 'Falta la firma, o no es la que se admite.', 'It is missing, or not the one taken.');
  const certificado = titular(partes.certificado, cancelacion.rfcEmisor, at);
  if (!certificado.ok) return certificado;
  const canonico = canonizar(xml);
  if (canonico?.signedInfo === undefined) return negar('302', 'No es canónico.', 'It is not canonical.');
  const digest = createHash('sha1').update(canonico.documento).digest();
  if (digest.length !== partes.digest.length || !timingSafeEqual(digest, partes.digest))
    return negar('302', 'El documento no es el que se firmó.', 'The document is not what was signed.');
  const { publicKey } = certificado.value;
  const { n, e } = publicKey.export({ format: 'jwk' });
  if (partes.llave && (partes.llave.n !== n || partes.llave.e !== e))
    return negar('302', 'KeyValue no es la llave del certificado.', "KeyValue is not the certificate's key.");
  if (!verify('sha1', Buffer.from(canonico.signedInfo), publicKey, partes.valor))
    return negar('302', 'La firma no es del certificado.', 'The signature is not of the certificate.');
  return ok({ ...cancelacion, certificado: certificado.value });
}

function titular(der: Buffer, rfcEmisor: string, at: Date | undefined): Result<Certificado> {
  const leido = readCertificado(der);
  if (!leido.ok) return negar('305', '', '');
  const { fiel, rfc, validFrom, validTo } = leido.value;
  if (fiel) return negar('310', '', '');
  if (rfc !== rfcEmisor) return negar('303', '', '');
  return at !== undefined && (at < validFrom || at > validTo) ? negar('304', '', '') : leido;
}

interface PartesDeFirma {
  readonly digest: Buffer;
  readonly valor: Buffer;
  readonly certificado: Buffer;
  /** KeyValue, where there is one: modulus and exponent as base64url, without leading zeros. */
  readonly llave: { readonly n: string; readonly e: string } | undefined;
}

/** What counts in a Signature, where it has the one form that is taken. */
function partesDeLaFirma(firma: Nodo): PartesDeFirma | undefined {
  const [info, valor, keyInfo] = hijos(firma, 'SignedInfo', 'SignatureValue', 'KeyInfo') ?? [];
  const [canonico, metodo, referencia] =
    hijos(info, 'CanonicalizationMethod', 'SignatureMethod', 'Reference') ?? [];
  const [transformaciones, resumen, digest] =
    hijos(referencia, 'Transforms', 'DigestMethod', 'DigestValue') ?? [];
  const [transformacion] = hijos(transformaciones, 'Transform') ?? [];
  const esLaUna =
    es(canonico, C14N) &&
    es(metodo, RSA_SHA1) &&
    es(transformacion, ENVUELTA) &&
    es(resumen, SHA1) &&
    referencia?.atributos['URI'] === '' &&
    atributosDe(referencia).length === 1;
  const certificados = descendientes(keyInfo, 'X509Certificate');
  const llaves = descendientes(keyInfo, 'RSAKeyValue');
  const [elDigest, elValor, certificado] = [digest, valor, certificados[0]].map(bytesDe);
  if (!esLaUna || certificados.length !== 1 || llaves.length > 1) return undefined;
  if (!elDigest || !elValor || !certificado) return undefined;
  const llave = llaves[0] && llaveDe(llaves[0]);
  if (llaves.length > 0 && !llave) return undefined;
  return { digest: elDigest, valor: elValor, certificado, llave };
}

/** The children of an element of XMLDSig, where they are just those, in that order. */
function hijos(nodo: Nodo | undefined, ...nombres: readonly string[]): readonly Nodo[] | undefined {
  const son =
    nodo?.texto === undefined &&
    nodo?.hijos.length === nombres.length &&
    nodo.hijos.every(({ nombre, espacio }, i) => nombre === nombres[i] && espacio === DSIG);
  return son ? nodo.hijos : undefined;
}

const atributosDe = (nodo: Nodo | undefined): readonly string[] =>
  Object.keys(nodo?.atributos ?? {}).filter((name) => name !== 'xmlns' && !name.startsWith('xmlns:'));

/** Whether an element names that algorithm, and says nothing else. */
const es = (nodo: Nodo | undefined, algoritmo: string): boolean =>
  nodo !== undefined &&
  nodo.atributos['Algorithm'] === algoritmo &&
  atributosDe(nodo).length === 1 &&
  nodo.hijos.length === 0 &&
  nodo.texto === undefined;

const descendientes = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  (nodo?.hijos ?? []).flatMap((hijo) => [
    ...(hijo.nombre === nombre && hijo.espacio === DSIG ? [hijo] : []),
    ...descendientes(hijo, nombre),
  ]);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function bytesDe(nodo: Nodo | undefined): Buffer | undefined {
  const texto = (nodo?.texto ?? '').replace(/[ \t\r\n]+/g, '');
  return nodo?.hijos.length === 0 && BASE64.test(texto) ? Buffer.from(texto, 'base64') : undefined;
}

function llaveDe(nodo: Nodo): PartesDeFirma['llave'] {
  const [n, e] = (hijos(nodo, 'Modulus', 'Exponent') ?? []).map(bytesDe);
  const sinCeros = (bytes: Buffer): string =>
    bytes
      .subarray(
        Math.max(
          0,
          bytes.findIndex((octeto) => octeto !== 0),
        ),
      )
      .toString('base64url');
  return n && e && { n: sinCeros(n), e: sinCeros(e) };
}
