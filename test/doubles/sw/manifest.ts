import { createPrivateKey, sign, verify, type KeyObject } from 'node:crypto';
import { readCertificado } from '#cfdi';
import type { Answer, Asked } from '../core/server.js';
import { parse } from './account.js';
import { fail } from './stamping.js';

/** A manifest that SW has signed. */
export interface SwManifest {
  readonly rfc: string;
  readonly certificate: string;
  /** Whom the signed one was sent to; undefined: nobody. */
  readonly email: string | undefined;
}

/** Signs with the FIEL that was sent, and answers with the PDF; a refusal has a message alone. */
export function manifest({ body }: Asked, signed: SwManifest[], bad: boolean): Answer {
  const given = parse(body);
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const cer = Buffer.from(text('B64Cer'), 'base64');
  const read = readCertificado(cer);
  if (!read.ok || bad) return refusal('El certificado publico no es base64');
  const { rfc, noCertificado, fiel, publicKey } = read.value;
  if (!fiel) return refusal('El certificado no corresponde a una FIEL');
  const key = keyOf(Buffer.from(text('B64Key'), 'base64'), text('Password'));
  if (!key) return refusal('La llave privada o la contraseña son incorrectas');
  const probe = Buffer.from('manifiesto');
  if (!verify('sha256', probe, publicKey, sign('sha256', probe, key)))
    return refusal('La llave privada no corresponde al certificado');
  const email = given['SendEmail'] === (true as never) ? text('Email') : undefined;
  signed.push({ rfc, certificate: noCertificado, email });
  return { status: 200, type: 'application/pdf', body: `%PDF-1.4\nmanifiesto de ${rfc}\n%%EOF\n` };
}

const refusal = (message: string): Answer => fail(message);

function keyOf(der: Buffer, passphrase: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    return undefined;
  }
}
