import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ERRORS_PATH, errorsPage } from './error-docs.js';
import { openApiDocument } from './openapi.js';
import type { RouteTable } from './route-table.js';
import type { DescribedEvent } from './webhook-docs.js';

/** Where the OpenAPI document and the page to read it are served. */
const OPENAPI_PATH = '/v2/openapi.json';
export const DOCS_PATH = '/docs';

const assetTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const page = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Timbra · API</title>
    <link rel="icon" type="image/png" href="${DOCS_PATH}/favicon-32x32.png" />
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
  </head>
  <body>
    <div id="ui"></div>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: ${JSON.stringify(OPENAPI_PATH)},
  dom_id: '#ui',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: true,
  docExpansion: 'list',
});
`;

/**
 * Serves the OpenAPI document, made from the code when first asked for, and Swagger UI to read and try it.
 * Its files come from npm and are named one by one: nothing from a CDN, no path of a request reaches the disk.
 */
export function serveDocs(
  app: NestFastifyApplication,
  routes: RouteTable,
  events: () => readonly DescribedEvent[] = () => [],
): void {
  const fastify = app.getHttpAdapter().getInstance();
  const json = 'application/json; charset=utf-8';
  let document: string | undefined;
  fastify.get(OPENAPI_PATH, (_, reply) =>
    reply
      .header('content-type', json)
      .send((document ??= JSON.stringify(openApiDocument(app, routes, events())))),
  );
  fastify.get(DOCS_PATH, (_, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(page));
  let errors: string | undefined;
  fastify.get(ERRORS_PATH, (_, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send((errors ??= errorsPage())),
  );
  fastify.get(`${DOCS_PATH}/start.js`, (_, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(start),
  );
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const [name, type] of Object.entries(assetTypes)) {
    // Read once: anybody may ask for it a thousand times at once.
    let content: Promise<Buffer> | undefined;
    fastify.get(`${DOCS_PATH}/${name}`, async (_, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': 'public, max-age=86400' })
        .send(await (content ??= readFile(join(folder, name)))),
    );
  }
}
