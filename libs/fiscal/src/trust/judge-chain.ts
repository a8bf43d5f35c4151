import { hasLiveNumber, issuerOf, judgeIssuer, type Certificado, type CertificateUse } from '#cfdi';
import { field, ok, refuse, type Bilingual, type Result } from '#kernel';
import type { TrustStore } from './trust-store.js';

/**
 * Where an uploaded certificate is good: `live`, as one of the tax authority's that signs in both environments, or
 * `test`. Refuses certificate_invalid (of a FIEL fiel_invalid) where nobody known has issued it, and
 * feature_not_available for one of production where this installation has no certificates of the tax authority to judge
 * it by. Its own validity, and whether its key fits, are judged where it is opened.
 */
export async function judgeChain(
  certificado: Pick<Certificado, 'certificado' | 'noCertificado'>,
  kind: 'csd' | 'fiel',
  store: TrustStore,
): Promise<Result<CertificateUse>> {
  const use = judgeIssuer(certificado, await store.trust());
  if (use !== undefined) return ok(use);
  if (hasLiveNumber(certificado) && !store.hasLive)
    return refuse('feature_not_available', {
      params: { feature: LIVE_CERTIFICATES },
      ...at(NO_AUTHORITIES),
    });
  store.reportUnknown(certificado.noCertificado, issuerOf(certificado));
  return refuse(kind === 'csd' ? 'certificate_invalid' : 'fiel_invalid', at(UNKNOWN_ISSUER));
}

const at = (message: Bilingual) => ({
  ...{ path: 'cer', location: 'files' as const },
  details: [field('cer', 'invalid_value', { location: 'files', message })],
});

const LIVE_CERTIFICATES = {
  es: 'certificados de producción del SAT',
  en: 'certificates of the SAT for production',
};

const NO_AUTHORITIES = {
  es: 'El certificado de "cer" es de producción, y este servicio no tiene los certificados de la autoridad certificadora del SAT para comprobarlo. Quien administra el servicio debe configurarlos (TIMBRA_SAT_ROOTS). Puede usar los certificados de prueba del SAT.',
  en: 'The certificate in "cer" is one of production, and this service does not have the certificates of the SAT\'s certificate authority to check it by. The operator of the service must configure them (TIMBRA_SAT_ROOTS). You can use the SAT\'s test certificates.',
};

const UNKNOWN_ISSUER = {
  es: 'El certificado de "cer" no fue emitido por el SAT, o lo emitió una autoridad del SAT que este servicio todavía no conoce. Si lo descargó del SAT, avise a quien administra el servicio.',
  en: 'The certificate in "cer" was not issued by the SAT, or by an authority of the SAT that this service does not know yet. If you downloaded it from the SAT, tell the operator of the service.',
};
