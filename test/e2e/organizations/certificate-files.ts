import type { Answer, TestApp } from '../../support/app.js';
import type { MadeCertificado } from '#cfdi/testing/certificates';

/** What is uploaded; a part that is left out is not sent. */
export type Files = Partial<Pick<MadeCertificado, 'cer' | 'key' | 'password'>>;

export interface UploadOptions {
  readonly key: string | null;
  readonly language?: string;
  readonly setting?: 'certificate' | 'fiel';
  /** Parts that nobody asked for. */
  readonly others?: Readonly<Record<string, string>>;
}

/** A form as the SDKs send it. */
export function formOf(
  { cer, key, password }: Files,
  others: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  if (cer) form.append('cer', new Blob([new Uint8Array(cer)]), 'certificate.cer');
  if (key) form.append('key', new Blob([new Uint8Array(key)]), 'certificate.key');
  if (password !== undefined) form.append('password', password);
  for (const [name, value] of Object.entries(others)) form.append(name, value);
  return form;
}

/** Uploads a certificate of an organization. */
export async function upload(
  { baseUrl }: Pick<TestApp, 'baseUrl'>,
  organization: string,
  files: Files,
  { key, language, setting = 'certificate', others }: UploadOptions,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const response = await fetch(`${baseUrl}/organizations/${organization}/${setting}`, {
    method: 'PUT',
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(language !== undefined && { 'accept-language': language }),
    },
    body: formOf(files, others),
  });
  return { status: response.status, body: await response.json() };
}
