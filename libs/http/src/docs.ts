import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { serveViewer } from './docs-viewer.js';
import { ERRORS_PATH, errorsPage } from './error-docs.js';
import { openApiDocument, type DocumentParts } from './openapi/document.js';

/** Where the OpenAPI document is served. */
const OPENAPI_PATH = '/v2/openapi.json';

/** Serves the OpenAPI document, made from the code when first asked for, the page to read and try it, and that of the errors. */
export function serveDocs(app: NestFastifyApplication, parts: () => Promise<DocumentParts>): void {
  const fastify = app.getHttpAdapter().getInstance();
  const json = 'application/json; charset=utf-8';
  let document: string | undefined;
  fastify.get(OPENAPI_PATH, async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(app, await parts()));
    return reply.header('content-type', json).send(document);
  });
  serveViewer(app, OPENAPI_PATH);
  let errors: string | undefined;
  fastify.get(ERRORS_PATH, (_, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send((errors ??= errorsPage())),
  );
}
