import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { takesOrganizationHeader } from './authority.js';
import { MAIL_PROVIDER_SCHEMES } from './mail-body.js';
import { FORM } from './multipart/upload.js';
import { rowOfOperation, type RouteRow, type RouteTable } from './route-table.js';
import { webhooksSection, type DescribedEvent } from './webhook-docs.js';

const text = { type: 'string' as const };
const place = {
  location: { ...text, enum: ['body', 'query', 'params', 'headers', 'files'] },
  path: { ...text, description: 'Path of the field, such as items.0.product.price' },
};
const docUrl = { ...text, format: 'uri', description: 'Where the code is explained' };
const errorSchema = {
  type: 'object' as const,
  required: ['ok', 'message', 'status', 'code', 'errors'],
  properties: {
    ok: { type: 'boolean' as const, enum: [false] },
    message: {
      ...text,
      description: 'For people to read, in the language of the request; the text may change',
    },
    status: { type: 'integer' as const, description: 'The HTTP status' },
    code: { ...text, description: 'Stable: let your code depend on this field' },
    ...place,
    errors: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['message', 'code', 'source'],
        properties: {
          message: text,
          code: text,
          source: { ...text, enum: ['service', 'sat', 'pac'] },
          ...place,
          doc_url: docUrl,
        },
      },
    },
    doc_url: docUrl,
    resource_id: {
      ...text,
      description: 'The resource in conflict, such as the document that already has the key',
    },
  },
};
const errorResponse = {
  description: 'Error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const NDJSON = 'application/x-ndjson';
/** Lines are no JSON together, so their schema is that of a text. */
const lines = { schema: { ...text, description: 'One JSON object in each line, as in `data` of a page' } };
const LANGUAGE = 'The language of texts: Spanish by default, English by `en`';

/** What people say with a User key, where organizations' own keys need not. */
const peopleHeaders = {
  OrganizationId: {
    name: 'X-Organization-Id',
    in: 'header' as const,
    required: false,
    description: 'With a User key: the organization that the request is for. Ignored with its own keys',
    schema: { ...text, example: '6743f1c2a1b2c3d4e5f60718' },
  },
  Environment: {
    name: 'X-Environment',
    in: 'header' as const,
    required: false,
    description:
      'With a User key: the environment that the request is for. Ignored with an organization’s keys',
    schema: { ...text, enum: ['test', 'live'], default: 'test' },
  },
};
const toHeaders = Object.keys(peopleHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/**
 * The OpenAPI 3.1 document of an application, from its controllers and DTOs, and from the table of its routes:
 * `x-operation`, what roles and permissions call an operation; `x-keys`, the kinds of key that it takes, or `x-public`.
 */
export function openApiDocument(
  app: NestFastifyApplication,
  routes: RouteTable,
  events: readonly DescribedEvent[] = [],
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Timbra')
    .setDescription('Mexican electronic invoicing (CFDI 4.0).')
    .setVersion('2.0')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'A secret key: sk_test_…, sk_live_…, sk_user_…' },
      'key',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'The key as the user name, with no password' },
      'basic',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'The secret that the operator set for the mail provider',
      },
      MAIL_PROVIDER_SCHEMES[0],
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'The same secret as the password, with any user name' },
      MAIL_PROVIDER_SCHEMES[1],
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: errorSchema },
    parameters: { ...document.components?.parameters, ...peopleHeaders },
  };
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item as Record<string, unknown>))
      complete(operation, rowOfOperation(routes, method, path));
  if (events.length > 0) document.webhooks = webhooksSection(events);
  return document;
}

/** A form that is taken beside JSON (`TakesForm`): Nest has one schema for all types of a body. */
function moveForm(operation: Operation & { [FORM]?: object }): void {
  const { [FORM]: schema, requestBody } = operation;
  delete operation[FORM];
  if (schema && requestBody && 'content' in requestBody)
    requestBody.content['multipart/form-data'] = { schema };
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Every operation may answer the Error object and, unless public, takes a key or has credentials of its own; ranges are written with brackets. */
function complete(operation: unknown, row: RouteRow | undefined): void {
  if (typeof operation !== 'object' || operation === null || !('responses' in operation)) return;
  const described = operation as Operation;
  described.responses.default ??= errorResponse;
  moveForm(described);
  for (const response of Object.values(described.responses))
    if (response && 'content' in response && response.content?.[NDJSON]) response.content[NDJSON] = lines;
  if (row) {
    const takesKeys = row.keys.length > 0;
    if (takesKeys) described.security = [{ key: [] }, { basic: [] }];
    Object.assign(described, {
      'x-operation': row.operation,
      ...(takesKeys ? { 'x-keys': row.keys } : !described.security && { 'x-public': true }),
    });
    if (takesOrganizationHeader(row)) described.parameters = [...(described.parameters ?? []), ...toHeaders];
  }
  for (const parameter of described.parameters ?? []) {
    // Nest takes every header that a controller reads for a required one.
    if ('in' in parameter && parameter.name.toLowerCase() === 'accept-language')
      Object.assign(parameter, { required: false, description: LANGUAGE });
    if (!('in' in parameter) || parameter.in !== 'query' || !parameter.schema) continue;
    if ('type' in parameter.schema && parameter.schema.type === 'object')
      Object.assign(parameter, { style: 'deepObject', explode: true });
  }
}
