import type { ErrorCode } from '#kernel';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { takesOrganizationHeader } from '../authority.js';
import { MAIL_PROVIDER_SCHEMES } from '../mail-body.js';
import { FORM } from '../multipart/upload.js';
import { rowOfOperation, type RouteRow, type RouteTable } from '../route-table.js';
import type { ApiDocs, OperationDoc } from './api-docs.js';
import { describe } from './describe.js';
import {
  errorSchemas,
  exampleOfEachCode,
  otherError,
  responsesOf,
  SHARED_CODES,
  sharedResponses,
} from './errors.js';
import { addExamples } from './examples.js';
import { tellWhereIdsAre } from './example-ids.js';
import { nameShapes } from './shapes.js';
import { webhookPathItems, webhookSchemas, webhooksSection, type DescribedEvent } from './webhooks.js';

const text = { type: 'string' as const };
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
    schema: { ...text, enum: ['test', 'live'], default: 'test', example: 'test' },
  },
};
const toHeaders = Object.keys(peopleHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** What the document is made of beside the controllers and DTOs of an application. */
export interface DocumentParts {
  readonly routes: RouteTable;
  readonly docs: ApiDocs;
  readonly events?: readonly DescribedEvent[];
  /** Where the service is reached from outside; none: where the document came from. */
  readonly publicUrl?: string | undefined;
}

/**
 * The OpenAPI 3.1 document of an application, from its controllers and DTOs, from the table of its routes
 * (`x-operation`, what roles and permissions call an operation; `x-keys`, the kinds of key that it takes, or `x-public`),
 * and from what people wrote of it: summaries, descriptions, examples, refusals.
 */
export function openApiDocument(
  app: NestFastifyApplication,
  { routes, docs, events = [], publicUrl }: DocumentParts,
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, configOf(docs, publicUrl), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      ...errorSchemas,
      ...webhookSchemas(events),
      ...structuredClone(docs.schemas ?? {}),
    },
    parameters: { ...document.components?.parameters, ...peopleHeaders },
    responses: sharedResponses(),
    examples: exampleOfEachCode(codesIn(docs)),
  };
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item as Record<string, unknown>)) {
      if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue;
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      const row = rowOfOperation(routes, method, path);
      complete(operation as Operation, row, docs.operations[route], docs);
    }
  if (events.length > 0) {
    document.webhooks = webhooksSection(events);
    Object.assign(document.components, { pathItems: webhookPathItems(events) });
  }
  tellWhereIdsAre(document);
  nameShapes(document);
  describe(document, docs.vocabulary);
  return document;
}

/** All codes that responses refer to: those that are about a field have an example of their own. */
const codesIn = ({ operations }: ApiDocs): readonly ErrorCode[] => [
  ...SHARED_CODES,
  ...Object.values(operations).flatMap(({ refusals }) => refusals.filter((one) => typeof one === 'string')),
];

function configOf(docs: ApiDocs, publicUrl: string | undefined) {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Timbra')
    .setDescription(docs.description)
    .setVersion('2.0')
    .setLicense('Proprietary', '')
    .addServer(publicUrl ?? '/', publicUrl ? 'This installation' : 'Where this document came from')
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
    );
  for (const { name, description } of docs.tags) builder.addTag(name, description);
  const config = builder.build();
  // A SPDX expression: there is no address to link to.
  Object.assign(config.info, {
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    contact: { name: 'Timbra' },
  });
  return config;
}

/**
 * A form that is taken beside JSON (`TakesForm`): Nest has one schema for all types of a body. It comes first: of a second
 * form generators import a type that they do not make.
 */
function moveForm(operation: Operation): void {
  const { [FORM]: schema, requestBody } = operation;
  delete operation[FORM];
  if (schema && requestBody && 'content' in requestBody)
    requestBody.content = { 'multipart/form-data': { schema }, ...requestBody.content };
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { [FORM]?: object };

/** What the code does not say of an operation: its words, its examples, what it refuses, who may call it. */
function complete(
  operation: Operation,
  row: RouteRow | undefined,
  doc: OperationDoc | undefined,
  { answers }: ApiDocs,
): void {
  moveForm(operation);
  for (const response of Object.values(operation.responses))
    if (response && 'content' in response && response.content?.[NDJSON]) response.content[NDJSON] = lines;
  if (row) admit(operation, row);
  if (doc) {
    operation.operationId = doc.id;
    operation.summary = doc.summary;
    operation.description = doc.description;
    operation.tags = [doc.tag];
  }
  const hasBody = operation.requestBody !== undefined;
  Object.assign(operation.responses, responsesOf(doc?.refusals ?? [], row, hasBody));
  operation.responses.default ??= otherError;
  for (const parameter of operation.parameters ?? []) {
    // Nest takes every header that a controller reads for a required one.
    if ('in' in parameter && parameter.name.toLowerCase() === 'accept-language')
      Object.assign(parameter, { required: false, description: LANGUAGE });
    if (!('in' in parameter) || parameter.in !== 'query' || !parameter.schema) continue;
    if ('type' in parameter.schema && parameter.schema.type === 'object')
      Object.assign(parameter, { style: 'deepObject', explode: true });
  }
  if (doc) addExamples(operation, doc, answers(doc.id));
}

/** Who may call it: a key of these kinds, whoever has credentials of its own, or everybody. */
function admit(operation: Operation, row: RouteRow): void {
  const takesKeys = row.keys.length > 0;
  const isOpen = !takesKeys && operation.security === undefined;
  if (takesKeys) operation.security = [{ key: [] }, { basic: [] }];
  if (isOpen) operation.security = [];
  Object.assign(operation, {
    'x-operation': row.operation,
    ...(takesKeys && { 'x-keys': row.keys }),
    ...(isOpen && { 'x-public': true }),
  });
  if (takesOrganizationHeader(row)) operation.parameters = [...(operation.parameters ?? []), ...toHeaders];
}
