import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Where the page to read and try the API is served. */
export const DOCS_PATH = '/docs';

/**
 * What the page may do: run the scripts of this service, ask this service, and nothing else. The viewer makes its styles
 * as it runs, so those alone may be inline.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const page = (document: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Timbra · API</title>
    <link rel="icon" type="image/svg+xml" href="${DOCS_PATH}/icon.svg" />
  </head>
  <body>
    <div id="viewer" data-document="${document}"></div>
    <noscript>This page needs JavaScript. The same without it: <a href="${document}">${document}</a></noscript>
    <script src="${DOCS_PATH}/viewer.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

/**
 * The page's own script. A key behind the # of the address is in no request, so no server or log sees it. It is taken out of
 * the address and the history before anything else, and lives in the page's memory alone. Requests go to where the page
 * came from, whatever name that has: any other would be another origin.
 */
const start = `
const root = document.querySelector('#viewer');
const takeKey = () => {
  const [, key] = /^#(sk_(?:test|live|user)_[\\w-]+)$/.exec(location.hash) ?? [];
  if (key) history.replaceState(null, '', location.pathname + location.search);
  return key;
};
const settings = (content, token) => ({
  content,
  authentication: {
    preferredSecurityScheme: 'key',
    ...(token && { securitySchemes: { key: { token } } }),
  },
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Timbra · API' },
});
// Ids of the newest things, so that what needs one can be sent as it is shown. Of Live nothing is read unasked.
const fillIds = async (content, key) => {
  if (!key?.startsWith('sk_test_')) return content;
  const filled = structuredClone(content);
  const parameters = Object.values(filled.paths)
    .flatMap((path) => Object.values(path))
    .flatMap((operation) => operation.parameters ?? [])
    .filter((parameter) => filled.paths[parameter['x-example-from']]?.get['x-keys']?.includes('test'));
  const newest = async (list) => {
    const headers = { authorization: 'Bearer ' + key };
    const answer = await fetch(content.servers[0].url + list + '?limit=1', {
      headers,
      signal: AbortSignal.timeout(3000),
    });
    return answer.ok ? (await answer.json()).data[0]?.id : undefined;
  };
  const lists = [...new Set(parameters.map((parameter) => parameter['x-example-from']))];
  const ids = await Promise.all(lists.map((list) => newest(list).catch(() => undefined)));
  for (const parameter of parameters) {
    const id = ids[lists.indexOf(parameter['x-example-from'])];
    if (id) parameter.example = id;
  }
  return filled;
};
const open = async (key) => {
  const answer = await fetch(root.dataset.document);
  if (!answer.ok) throw new Error(String(answer.status));
  const content = await answer.json();
  const [server] = content.servers ?? [];
  const base = server ? new URL(server.url, location.href).pathname.replace(/\\/+$/, '') : '';
  content.servers = [{ url: location.origin + base }];
  const viewer = Scalar.createApiReference(root, settings(await fillIds(content, key), key));
  addEventListener('hashchange', async () => {
    const later = takeKey();
    if (later) viewer.updateConfiguration(settings(await fillIds(content, later), later));
  });
};
open(takeKey()).catch((error) => {
  root.textContent = 'The API document could not be loaded (' + error.message + '). Reload the page to try again.';
});
`;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f766e"/>' +
  '<path d="M8 9h16v4h-6v11h-4V13H8z" fill="#fff"/></svg>';

/**
 * Serves Scalar's API reference, as its package on npm has it (MIT): nothing from a CDN, no path of a request reaches
 * the disk.
 *
 * @param document path of the OpenAPI document
 */
export function serveViewer(app: NestFastifyApplication, document: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  const html = page(document);
  fastify.get(DOCS_PATH, (_, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
      .send(html),
  );
  const script = 'text/javascript; charset=utf-8';
  fastify.get(`${DOCS_PATH}/start.js`, (_, reply) => reply.header('content-type', script).send(start));
  fastify.get(`${DOCS_PATH}/icon.svg`, (_, reply) =>
    reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }).send(icon),
  );
  // Read once, and made small once: anybody may ask for it a thousand times at once.
  let content: Promise<Viewer> | undefined;
  fastify.get(`${DOCS_PATH}/viewer.js`, async (request, reply) => {
    const { plain, small } = await (content ??= readViewer());
    const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return reply
      .headers({ 'content-type': script, 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' })
      .headers(packed ? { 'content-encoding': 'gzip' } : {})
      .send(packed ? small : plain);
  });
}

interface Viewer {
  readonly plain: Buffer;
  readonly small: Buffer;
}

/** The viewer of the package in one file, with all that it needs. */
async function readViewer(): Promise<Viewer> {
  const folder = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'));
  const plain = await readFile(join(folder, 'js/standalone.js'));
  return { plain, small: await promisify(gzip)(plain) };
}
