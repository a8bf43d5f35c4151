import type { ErrorCode, Refused } from '#kernel';

/** What a refusal of uploaded files is about, where it does not say so itself: a part of the form. */
const PLACES: Partial<Record<ErrorCode, { readonly location: 'files' | 'body'; readonly path: string }>> = {
  private_key_password_incorrect: { location: 'body', path: 'password' },
  private_key_certificate_mismatch: { location: 'files', path: 'key' },
  certificate_files_invalid: { location: 'files', path: 'key' },
  certificate_invalid: { location: 'files', path: 'cer' },
  certificate_expired: { location: 'files', path: 'cer' },
  certificate_not_yet_valid: { location: 'files', path: 'cer' },
  csd_required: { location: 'files', path: 'cer' },
  fiel_required: { location: 'files', path: 'cer' },
  fiel_rfc_mismatch: { location: 'files', path: 'cer' },
  fiel_invalid: { location: 'files', path: 'cer' },
};

/** The refusal at the part of the form that it is about. */
export const atItsFile = ({ refusal }: Refused): Refused => ({
  ok: false,
  refusal: { ...PLACES[refusal.code], ...refusal },
});
