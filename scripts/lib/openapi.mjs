/** Makes the OpenAPI document of the built service, with nothing behind it: no database, no port. */
export async function makeDocument() {
  const { makeGateway } = await import('#apps/gateway/src/testing/gateway-alone');
  const { apiDocs } = await import('#apps/gateway/src/api-docs/index');
  const { describedEvents } = await import('#apps/gateway/src/events/described');
  const { routes } = await import('#apps/gateway/src/routes');
  const { openApiDocument } = await import('#http');
  const { app } = await makeGateway();
  try {
    return openApiDocument(app, { routes, docs: apiDocs(), events: describedEvents() });
  } finally {
    await app.close();
  }
}
