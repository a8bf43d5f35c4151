import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolsFolder } from './api-tools.mjs';
import { root } from './install.mjs';

/** Postman's format, one file: Bruno, Insomnia and Hoppscotch import it too. */
export const COLLECTION = join(root, 'docs/openapi/timbra.postman_collection.json');
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

/** The collection of a document: a folder for each tag, in its order, and a request for each example. */
export const collectionOf = (document) => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
  const tags = [
    ...new Set([...document.tags.map(({ name }) => name), ...operations.flatMap(({ tags = [] }) => tags)]),
  ];
  return {
    info: { name: 'Timbra', description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'base', value: 'http://localhost:3000' },
      { key: 'key', value: '' },
    ],
    item: tags
      .map((name) => ({
        name,
        item: operations.filter(({ tags = [] }) => tags[0] === name).flatMap(requestsOf),
      }))
      .filter(({ item }) => item.length > 0),
  };
};

const requestsOf = (operation) => {
  const examples = Object.values(operation.requestBody?.content?.[JSON_TYPE]?.examples ?? {});
  const name = operation.summary || operation.operationId;
  if (examples.length < 2) return [{ name, request: requestOf(operation, examples[0]?.value) }];
  return examples.map(({ summary, value }) => ({
    name: `${name}: ${summary}`,
    request: requestOf(operation, value),
  }));
};

const requestOf = ({ path, method, description, parameters = [], requestBody, security }, body) => {
  const of = (place) => parameters.filter((parameter) => parameter.in === place);
  // Of an operation that does not need them, parameters are there and switched off.
  const query = of('query').map(({ name, required, example }) => ({
    key: name,
    value: String(example ?? ''),
    disabled: !required && example === undefined,
  }));
  const form = requestBody?.content?.['multipart/form-data']?.schema?.properties;
  const address = `{{base}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const [host, ...segments] = address.split('/');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    method: method.toUpperCase(),
    ...(description && { description }),
    ...(security?.length === 0 && { auth: { type: 'noauth' } }),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: JSON_TYPE }],
    url: {
      raw: sent.length > 0 ? `${address}?${sent.join('&')}` : address,
      host: [host],
      path: segments,
      query,
      variable: of('path').map(({ name, example }) => ({ key: name, value: String(example ?? '') })),
    },
    ...(body !== undefined && {
      body: { mode: 'raw', raw: JSON.stringify(body, undefined, 2), options: { raw: { language: 'json' } } },
    }),
    ...(body === undefined &&
      form && { body: { mode: 'formdata', formdata: Object.entries(form).map(fieldOf) } }),
  };
};

const fieldOf = ([key, { format }]) =>
  format === 'binary' ? { key, type: 'file', src: null } : { key, type: 'text', value: '' };

export const textOf = (document) => `${JSON.stringify(collectionOf(document), undefined, 1)}\n`;

/** What is wrong with the file that is there: it is behind the document, or Postman's own library takes it for another one. */
export const collectionProblems = (document) => {
  if (!existsSync(COLLECTION)) return [problem('missing', 'npm run collection writes it')];
  const text = readFileSync(COLLECTION, 'utf8');
  if (text !== textOf(document)) return [problem('behind', 'npm run collection writes it anew')];
  const { Collection } = createRequire(join(toolsFolder, 'package.json'))('postman-collection');
  const read = [];
  new Collection(JSON.parse(text)).forEachItem((item) =>
    read.push(`${item.request.method} ${item.request.url.getPath(true)}`),
  );
  const unread = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method])
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
      .filter((route) => !read.some((one) => matches(one, route))),
  );
  return unread.map((route) => problem('unread', route));
};
/** The library puts the examples of the path in the place of their names. */
const matches = (one, route) =>
  new RegExp(`^${route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]*')}$`).test(one);
const problem = (rule, message) => ({ rule, place: COLLECTION, message });
