import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { cadenaOriginalOf, parseComprobante } from '#cfdi';
import { testXml, type TestDocument } from '#cfdi/testing';

/** Documents for tests of the sandbox, sealed as an issuer would. */
export { testXml, type TestConcepto, type TestDocument } from '#cfdi/testing';

export interface TestCsd {
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

function cadenaOf(xml: string): string {
  const parsed = parseComprobante(xml);
  const cadena = parsed.ok ? cadenaOriginalOf(parsed.value) : parsed;
  if (!cadena.ok) throw new Error(JSON.stringify(cadena.refusal));
  return cadena.value;
}

/** Puts a CSD's certificate and seal on a test document. */
export function sealedXml(document: TestDocument, csd: TestCsd): string {
  const x509 = new X509Certificate(csd.cer);
  const unsealed = testXml({
    ...document,
    comprobante: {
      NoCertificado: Buffer.from(x509.serialNumber, 'hex').toString(),
      Certificado: csd.cer.toString('base64'),
      ...document.comprobante,
    },
  });
  const key = createPrivateKey({ key: csd.key, format: 'der', type: 'pkcs8', passphrase: csd.password });
  const sello = sign('sha256', Buffer.from(cadenaOf(unsealed)), key).toString('base64');
  return unsealed.replace(' Sello="AAAA"', ` Sello="${sello}"`);
}
