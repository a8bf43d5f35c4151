import { zipSync, type Zippable } from 'fflate';
import type { Answer, TestApp } from './app.js';

/** Sends files to be imported, as a client does. */

/** A form with one file. */
export function documentForm(bytes: Uint8Array | string, name = 'cfdi.xml', part = 'file'): FormData {
  const form = new FormData();
  form.append(part, new Blob([bytes]), name);
  return form;
}

/** What POST /invoices/import answers. */
export async function importForm(
  app: Pick<TestApp, 'baseUrl'>,
  key: string,
  form: FormData | undefined,
  language = 'es',
  query = '',
): Promise<Pick<Answer, 'status' | 'body' | 'headers'>> {
  const response = await fetch(`${app.baseUrl}/invoices/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'accept-language': language },
    ...(form && { body: form }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export const importFile = (
  app: Pick<TestApp, 'baseUrl'>,
  key: string,
  bytes: Uint8Array | string,
  name?: string,
) => importForm(app, key, documentForm(bytes, name));

/** A ZIP of files. */
export const zipOf = (files: Readonly<Record<string, Uint8Array | string>>): Uint8Array => {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files))
    entries[name] = typeof content === 'string' ? Buffer.from(content) : content;
  return zipSync(entries);
};
