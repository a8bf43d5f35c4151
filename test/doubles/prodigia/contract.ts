import { createHash, verify, X509Certificate } from 'node:crypto';
import { readCertificado, readXml, type XmlNode } from '#cfdi';
import { findNode, textAt } from '../core/soap.js';

/** A manifest that an issuer has signed. */
export interface SignedContract {
  readonly rfc: string;
  readonly certificate: string;
  readonly text: string;
}

/** Reads a Contrato, and judges its hash and the seal of the one that signs; undefined where they do not hold. */
export function readContract(xml: string): SignedContract | undefined {
  const read = readXml(xml);
  if (!read.ok || read.value.name !== 'Contrato') return undefined;
  const text = findNode(read.value, 'Texto')?.text ?? '';
  const firma = findNode(read.value, 'Firma');
  const attribute = (name: string): string => attributeOf(firma, name);
  const cer = Buffer.from(attribute('Certificado'), 'base64');
  const holder = readCertificado(cer);
  if (!holder.ok || !holder.value.fiel) return undefined;
  const { rfc, noCertificado } = holder.value;
  const holds =
    textAt(read.value, 'Hash') === createHash('sha1').update(text).digest('hex') &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(textAt(read.value, 'Fecha')) &&
    attribute('RFC') === rfc &&
    attribute('Quien') !== '' &&
    attribute('CertificadoSerie') === noCertificado &&
    verify('sha1', Buffer.from(text), new X509Certificate(cer).publicKey, seal(attribute('Sello')));
  return holds ? { rfc, certificate: noCertificado, text } : undefined;
}

const seal = (base64: string): Buffer => Buffer.from(base64, 'base64');

const attributeOf = (node: XmlNode | undefined, name: string): string => node?.attributes[name] ?? '';
