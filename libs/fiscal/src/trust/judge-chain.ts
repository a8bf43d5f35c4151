import { issuerOf, judgeIssuer, type Certificado, type CertificateUse } from '#cfdi';
import { field, ok, refuse, type Bilingual, type Result } from '#kernel';
import type { TrustStore } from './trust-store.js';

/**
 * Where an uploaded certificate is good: `live`, as one of the tax authority's that signs in both environments, or
 * `test`. Refuses certificate_invalid (of a FIEL fiel_invalid) where nobody known has issued it. Its own validity, and
 * whether its key fits, are judged where it is opened.
 */
export async function judgeChain(
  certificado: Pick<Certificado, 'certificado' | 'noCertificado'>,
  kind: 'csd' | 'fiel',
  store: TrustStore,
): Promise<Result<CertificateUse>> {
  const use = judgeIssuer(certificado, await store.trust());
  if (use !== undefined) return ok(use);
  store.reportUnknown(certificado.noCertificado, issuerOf(certificado));
  return refuse(kind === 'csd' ? 'certificate_invalid' : 'fiel_invalid', at(UNKNOWN_ISSUER));
}

const at = (message: Bilingual) => ({
  ...{ path: 'cer', location: 'files' as const },
  details: [field('cer', 'invalid_value', { location: 'files', message })],
});

const UNKNOWN_ISSUER = {
  es: 'El certificado de "cer" no fue emitido por el SAT, o lo emitió una autoridad del SAT que este servicio todavía no conoce. Si lo descargó del SAT, avise a quien administra el servicio: puede agregar la autoridad nueva (TIMBRA_SAT_ROOTS).',
  en: 'The certificate in "cer" was not issued by the SAT, or by an authority of the SAT that this service does not know yet. If you downloaded it from the SAT, tell the operator of the service, who can add the new authority (TIMBRA_SAT_ROOTS).',
};
