import { createHash, timingSafeEqual, verify } from 'node:crypto';
import { ok, type Result } from '#kernel';
import type { XmlNode } from '../parsed.js';
import { readCertificado, type Certificado } from '../sello/certificado.js';
import { canonicalize } from './canonical.js';
import { C14N, DSIG, ENVELOPED, RSA_SHA1, SHA1 } from './signature.js';
import { readCancelacion, refuseWith } from './read.js';
import type { Cancelacion } from './model.js';

/** A request whose signature holds, and the certificate that made it. */
export interface VerifiedCancelacion extends Cancelacion {
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
): Result<VerifiedCancelacion> {
  const read = readCancelacion(xml);
  if (!read.ok) return read;
  const { cancelacion, signature } = read.value;
  const certificado = verifySignature(xml, { signature, rfc: cancelacion.rfcEmisor, at });
  return certificado.ok ? ok({ ...cancelacion, certificado: certificado.value }) : certificado;
}

/** What of a document that was read its signature is verified with: the RFC whose certificate it has to be, and when. */
export interface SignatureToVerify {
  readonly signature: XmlNode | undefined;
  readonly rfc: string;
  readonly at: Date | undefined;
}

/**
 * Verifies the signature of a document whose every element is known and covered: what `verifyCancelacion` says of it. Gives the
 * certificate that made it.
 */
export function verifySignature(xml: string, { signature, rfc, at }: SignatureToVerify): Result<Certificado> {
  const partes = signature && readSignatureParts(signature);
  if (!partes)
    return refuseWith(
      '302',
      'Falta la firma, o no es la que se admite.',
      'It is missing, or not the one taken.',
    );
  const certificado = checkHolder(partes.certificado, rfc, at);
  if (!certificado.ok) return certificado;
  const canonicalNode = canonicalize(xml);
  if (canonicalNode?.signedInfo === undefined)
    return refuseWith('302', 'No es canónico.', 'It is not canonical.');
  const digest = createHash('sha1').update(canonicalNode.documento).digest();
  if (digest.length !== partes.digest.length || !timingSafeEqual(digest, partes.digest))
    return refuseWith('302', 'El documento no es el que se firmó.', 'The document is not what was signed.');
  const { publicKey } = certificado.value;
  const { n, e } = publicKey.export({ format: 'jwk' });
  if (partes.key && (partes.key.n !== n || partes.key.e !== e))
    return refuseWith(
      '302',
      'KeyValue no es la llave del certificado.',
      "KeyValue is not the certificate's key.",
    );
  if (!verify('sha1', Buffer.from(canonicalNode.signedInfo), publicKey, partes.value))
    return refuseWith('302', 'La firma no es del certificado.', 'The signature is not of the certificate.');
  return certificado;
}

function checkHolder(der: Buffer, holder: string, at: Date | undefined): Result<Certificado> {
  const parsed = readCertificado(der);
  if (!parsed.ok) return refuseWith('305', '', '');
  const { fiel, rfc, validFrom, validTo } = parsed.value;
  if (fiel) return refuseWith('310', '', '');
  if (rfc !== holder) return refuseWith('303', '', '');
  return at !== undefined && (at < validFrom || at > validTo) ? refuseWith('304', '', '') : parsed;
}

interface SignatureParts {
  readonly digest: Buffer;
  readonly value: Buffer;
  readonly certificado: Buffer;
  /** KeyValue, where there is one: modulus and exponent as base64url, without leading zeros. */
  readonly key: { readonly n: string; readonly e: string } | undefined;
}

/** What counts in a Signature, where it has the one form that is taken. */
function readSignatureParts(signature: XmlNode): SignatureParts | undefined {
  const [info, value, keyInfo] = childrenOf(signature, 'SignedInfo', 'SignatureValue', 'KeyInfo') ?? [];
  const [canonicalNode, metodo, referencia] =
    childrenOf(info, 'CanonicalizationMethod', 'SignatureMethod', 'Reference') ?? [];
  const [transformaciones, summary, digest] =
    childrenOf(referencia, 'Transforms', 'DigestMethod', 'DigestValue') ?? [];
  const [transformacion] = childrenOf(transformaciones, 'Transform') ?? [];
  const isTheOne =
    is(canonicalNode, C14N) &&
    is(metodo, RSA_SHA1) &&
    is(transformacion, ENVELOPED) &&
    is(summary, SHA1) &&
    referencia?.attributes['URI'] === '' &&
    attributesOf(referencia).length === 1;
  const certificados = descendantsOf(keyInfo, 'X509Certificate');
  const keyPair = descendantsOf(keyInfo, 'RSAKeyValue');
  const [elDigest, theValue, certificado] = [digest, value, certificados[0]].map(bytesOf);
  if (!isTheOne || certificados.length !== 1 || keyPair.length > 1) return undefined;
  if (!elDigest || !theValue || !certificado) return undefined;
  const key = keyPair[0] && keyOf(keyPair[0]);
  if (keyPair.length > 0 && !key) return undefined;
  return { digest: elDigest, value: theValue, certificado, key };
}

/** The children of an element of XMLDSig, where they are just those, in that order. */
function childrenOf(node: XmlNode | undefined, ...names: readonly string[]): readonly XmlNode[] | undefined {
  const son =
    node?.text === undefined &&
    node?.children.length === names.length &&
    node.children.every(({ name, namespace }, i) => name === names[i] && namespace === DSIG);
  return son ? node.children : undefined;
}

const attributesOf = (node: XmlNode | undefined): readonly string[] =>
  Object.keys(node?.attributes ?? {}).filter((name) => name !== 'xmlns' && !name.startsWith('xmlns:'));

/** Whether an element names that algorithm, and says nothing else. */
const is = (node: XmlNode | undefined, algoritmo: string): boolean =>
  node !== undefined &&
  node.attributes['Algorithm'] === algoritmo &&
  attributesOf(node).length === 1 &&
  node.children.length === 0 &&
  node.text === undefined;

const descendantsOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  (node?.children ?? []).flatMap((child) => [
    ...(child.name === name && child.namespace === DSIG ? [child] : []),
    ...descendantsOf(child, name),
  ]);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function bytesOf(node: XmlNode | undefined): Buffer | undefined {
  const text = (node?.text ?? '').replace(/[ \t\r\n]+/g, '');
  return node?.children.length === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function keyOf(node: XmlNode): SignatureParts['key'] {
  const [n, e] = (childrenOf(node, 'Modulus', 'Exponent') ?? []).map(bytesOf);
  const stripZeros = (bytes: Buffer): string =>
    bytes
      .subarray(
        Math.max(
          0,
          bytes.findIndex((byte) => byte !== 0),
        ),
      )
      .toString('base64url');
  return n && e && { n: stripZeros(n), e: stripZeros(e) };
}
