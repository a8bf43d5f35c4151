import { ok, refuse, type ErrorCode, type Result } from '#kernel';

/** Whose a certificate has to be, before an organization may seal with it. RFCs are compared as certified. */

interface HasRfc {
  readonly rfc: string;
}

const checkSame = <T extends HasRfc>(own: T, rfc: string, code: ErrorCode): Result<T> =>
  own.rfc === rfc.trim().toUpperCase() ? ok(own) : refuse(code);

/** The certificate, if it is of the holder of the FIEL. Refuses certificate_fiel_rfc_mismatch. */
export const checkFielHolder = <T extends HasRfc>(certificado: T, fiel: HasRfc): Result<T> =>
  checkSame(certificado, fiel.rfc, 'certificate_fiel_rfc_mismatch');

/**
 * The certificate, if it is of the RFC that the organization's certificate had before: what is sealed under one RFC
 * stays under it. Refuses certificate_previous_rfc_mismatch.
 */
export const checkSameRfc = <T extends HasRfc>(certificado: T, previous: HasRfc | undefined): Result<T> =>
  previous === undefined
    ? ok(certificado)
    : checkSame(certificado, previous.rfc, 'certificate_previous_rfc_mismatch');

/** The FIEL, if it is of the organization's RFC. Refuses fiel_rfc_mismatch. */
export const checkFielRfc = <T extends HasRfc>(fiel: T, rfc: string): Result<T> =>
  checkSame(fiel, rfc, 'fiel_rfc_mismatch');
