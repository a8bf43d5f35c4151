import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../support/app.js';
import { inDocument, openApiAjv } from '../support/openapi.js';
import { complaintsOf } from '../support/complaints.js';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  /** `GET /v2/customers/{customer_id}`. */
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** The JSON body that it takes, if any. */
  readonly body: Json;
  readonly responses: Readonly<Record<string, Json>>;
  /** Whether it takes no key. */
  readonly open: boolean;
}

/** What came back from a request. */
export interface Received {
  readonly status: number;
  /** Without its parameters. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The OpenAPI document of the service, to find operations in and to hold answers against. */
export interface ApiDocument {
  readonly operations: readonly Operation[];
  /** The operation that a request reaches; undefined where there is none. */
  operationOf(method: string, path: string): Operation | undefined;
  /** What is wrong with an answer of an operation, or of no operation: then it can only be an error. */
  problemsOf(operation: Operation | undefined, received: Received): string[];
  /** What is wrong with a body that is sent to an operation. */
  bodyProblems(operation: Operation, body: unknown): string[];
  /** A schema with its reference followed. */
  resolve(schema: Json): Json;
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/** Reads the document; schemas are closed, so that an answer's field that it does not name is found. */
export function readDocument(document: Json): ApiDocument {
  const ajv = openApiAjv(document);
  const validators = new Map<unknown, ValidateFunction>();
  const validatorOf = (schema: Json): ValidateFunction => {
    let validator = validators.get(schema);
    if (!validator) validators.set(schema, (validator = ajv.compile(inDocument(schema))));
    return validator;
  };
  const errorSchema = { $ref: '#/components/schemas/Error' };
  const operations = Object.entries(document.paths as Record<string, Json>).flatMap(([template, item]) =>
    METHODS.filter((method) => method in item).map((method) =>
      operationAt(template, method, item[method], document),
    ),
  );
  const routes = [...operations]
    .sort((one, other) => literalness(other.template).localeCompare(literalness(one.template)))
    .map((operation) => ({ operation, pattern: patternOf(operation.template) }));
  return {
    operations,
    operationOf: (method, path) =>
      routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation,
    problemsOf: (operation, { status, contentType, bytes }) => {
      const found = operation?.responses[status] ?? (status >= 400 && operation?.responses['default']);
      // What any operation may answer stands once, among the components.
      const documented = found?.$ref ? document.components.responses[found.$ref.split('/').at(-1)] : found;
      if (!documented && (operation || status < 400)) return [`status ${status} is not in the document`];
      const content = documented
        ? (documented.content ?? {})
        : { 'application/json': { schema: errorSchema } };
      const types = Object.keys(content as object);
      if (types.length === 0) return bytes.length === 0 ? [] : ['a body that the document does not have'];
      const media = content[contentType];
      if (!media) return [`${contentType || 'no'} content type instead of ${types.join(', ')}`];
      if (contentType !== 'application/json') return bytes.length > 0 ? [] : ['an empty file'];
      const text = bytes.toString();
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        return [`no JSON: ${text.slice(0, 200)}`];
      }
      return complaintsOf(validatorOf(media.schema), value);
    },
    bodyProblems: ({ body }, value) => (body === undefined ? [] : complaintsOf(validatorOf(body), value)),
    resolve: (schema) => {
      const name = /^#\/components\/schemas\/(.*)$/.exec(String(schema?.$ref))?.[1];
      return name === undefined ? schema : document.components.schemas[name];
    },
  };
}

/** A parameter that several operations share is named by reference. */
const parameterOf = (parameter: Json, document: Json): Json => {
  const name = /^#\/components\/parameters\/(.*)$/.exec(String(parameter.$ref))?.[1];
  return name === undefined ? parameter : document.components.parameters[name];
};

const operationAt = (template: string, method: string, operation: Json, document: Json): Operation => ({
  id: `${method.toUpperCase()} ${template}`,
  method: method.toUpperCase(),
  template,
  parameters: (operation.parameters ?? []).map((parameter: Json) => ({
    required: false,
    ...parameterOf(parameter, document),
  })),
  body: operation.requestBody?.content?.['application/json']?.schema,
  responses: operation.responses,
  open: (operation.security ?? []).length === 0,
});

/** Where paths have several routes, the one with words before the one with parameters. */
const literalness = (template: string): string =>
  template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '0' : '1'))
    .join('');

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?]+')}/?(?:\\?|$)`);
