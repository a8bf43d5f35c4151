import { ok, refuse, type ErrorCode, type Result } from '#kernel';

/** Whose a certificate has to be, before an organization may seal with it. RFCs are compared as certified. */

interface DeAlguien {
  readonly rfc: string;
}

const mismo = <T extends DeAlguien>(suyo: T, rfc: string, code: ErrorCode): Result<T> =>
  suyo.rfc === rfc.trim().toUpperCase() ? ok(suyo) : refuse(code);

/** The certificate, if it is of the holder of the FIEL. Refuses certificate_fiel_rfc_mismatch. */
export const certificadoDeLaFiel = <T extends DeAlguien>(certificado: T, fiel: DeAlguien): Result<T> =>
  mismo(certificado, fiel.rfc, 'certificate_fiel_rfc_mismatch');

/**
 * The certificate, if it is of the RFC that the organization's certificate had before: what is sealed under one RFC
 * stays under it. Refuses certificate_previous_rfc_mismatch.
 */
export const certificadoDelMismoRfc = <T extends DeAlguien>(
  certificado: T,
  anterior: DeAlguien | undefined,
): Result<T> =>
  anterior === undefined
    ? ok(certificado)
    : mismo(certificado, anterior.rfc, 'certificate_previous_rfc_mismatch');

/** The FIEL, if it is of the organization's RFC. Refuses fiel_rfc_mismatch. */
export const fielDelRfc = <T extends DeAlguien>(fiel: T, rfc: string): Result<T> =>
  mismo(fiel, rfc, 'fiel_rfc_mismatch');
