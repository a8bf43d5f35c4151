import { errorTable, statusOf, subcodeTable, type ErrorCode } from '#kernel';
import type { ErrorBody } from './refusals.js';

/** The page of all codes; each code is an anchor of it. */
export const ERRORS_PATH = '/docs/errors';

const isKnown = (code: string): boolean =>
  Object.hasOwn(errorTable, code) || Object.hasOwn(subcodeTable, code);

/** Where a code is explained; codes of the tax authority and of providers have no place there. */
const urlOf = (code: string, base: string) =>
  isKnown(code) ? { doc_url: `${base}${ERRORS_PATH}#${code}` } : {};

/**
 * An answer with `doc_url` for each of its codes.
 *
 * @param base where the service is reached, without a slash at its end
 */
export const withDocUrls = (body: ErrorBody, base: string): ErrorBody => ({
  ...body,
  ...urlOf(body.code, base),
  errors: body.errors.map((error) => ({ ...error, ...urlOf(error.code, base) })),
});

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Placeholders stand for what differs from request to request. */
const withPlaceholders = (text: string): string => escape(text).replace(/\{(\w+)\}/g, '<var>$1</var>');

const row = (
  code: string,
  status: string,
  { es, en }: { readonly es: string; readonly en: string },
): string =>
  `<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${status}</td>` +
  `<td lang="es">${withPlaceholders(es)}</td><td lang="en">${withPlaceholders(en)}</td></tr>`;

const table = (title: string, rows: readonly string[]): string =>
  `<h2>${title}</h2><table><thead><tr><th>code</th><th>HTTP</th><th>Español</th><th>English</th></tr></thead>` +
  `<tbody>${rows.join('\n')}</tbody></table>`;

/** The page of all codes with their texts, made of the table of errors. */
export function errorsPage(): string {
  const codes = Object.entries(errorTable).map(([code, entry]) =>
    row(code, String(statusOf(code as ErrorCode)), entry),
  );
  const subcodes = Object.entries(subcodeTable)
    .filter(([code]) => !Object.hasOwn(errorTable, code))
    .map(([code, entry]) => row(code, '', entry));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Timbra · Errors</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { border-bottom: 1px solid #ddd; padding: 0.4rem; text-align: left; vertical-align: top; }
      tr:target { background: #fff3c4; }
    </style>
  </head>
  <body>
    <h1>Errors</h1>
    <p>Branch on <code>code</code>, and on <code>errors[].code</code> with its <code>path</code>. The texts are for people and may change.</p>
    ${table('Details (<code>errors[].code</code>)', subcodes)}
    ${table('Codes (<code>code</code>)', codes)}
  </body>
</html>
`;
}
