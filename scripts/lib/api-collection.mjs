import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolsFolder } from './api-tools.mjs';
import { dayOf, DAY_VARIABLES, setsDays } from './collection-days.mjs';
import { bodyText, filledBy, takenBy, turnOf, variablesOf } from './collection-ids.mjs';
import { root } from './install.mjs';

/** Postman's format, one file: Bruno, Insomnia and Hoppscotch import it too. */
export const COLLECTION = join(root, 'docs/openapi/timbra.postman_collection.json');
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

/**
 * The collection of a document: a folder for each tag, in its order, and a request for each example, in an order that works from the
 * first to the last: what one has made, others of its folder take.
 */
export const collectionOf = (document) => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
  const tags = [
    ...new Set([...document.tags.map(({ name }) => name), ...operations.flatMap(({ tags = [] }) => tags)]),
  ];
  return {
    info: { name: 'Timbra', description: document.info.description, schema: SCHEMA },
    auth: bearer('key'),
    event: [setsDays],
    variable: [
      { key: 'base', value: 'http://localhost:3000' },
      ...['key', 'user_key', ...variablesOf(operations), ...DAY_VARIABLES].map((key) => ({ key, value: '' })),
    ],
    item: tags
      .map((name) => ({
        name,
        item: operations
          .filter(({ tags = [] }) => tags[0] === name)
          .sort((one, other) => turnOf(operations, one) - turnOf(operations, other))
          .flatMap((operation) => requestsOf(operations, operation)),
      }))
      .filter(({ item }) => item.length > 0),
  };
};

const bearer = (variable) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
});

/** One for each example that has a body; of other operations, one. Its `id` is of the operation and the example. */
const requestsOf = (operations, operation) => {
  const { summary, operationId } = operation;
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, example]) => [name, { ...example, type }]),
  );
  const examples = bodies.length > 0 ? bodies : [['', {}]];
  const [[first]] = examples;
  return examples.map(([name, example]) => ({
    id: [operationId, name].filter(Boolean).join('.'),
    name: examples.length < 2 ? summary || operationId : `${summary || operationId}: ${example.summary}`,
    request: requestOf(operations, operation, example),
    ...eventsOf(filledBy(operations, operation, { name, first })),
  }));
};

/** What keeps the ids of an answer for the requests that come after it. */
const eventsOf = (filled) => {
  if (filled.length === 0) return {};
  const kept = filled.map(({ name, code }) => `  pm.collectionVariables.set('${name}', ${code});`);
  const exec = ['if (pm.response.code < 300) {', ...kept, '}'];
  return { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
};

const requestOf = (operations, operation, { value: body, type }) => {
  const { path, method, description, parameters = [], requestBody, security } = operation;
  const of = (place) => parameters.filter((parameter) => parameter.in === place);
  const valueOf = ({ name, example }) =>
    String(dayOf(operation, name) ?? takenBy(operations, operation, name) ?? example ?? '');
  // Of an operation that does not need them, parameters are there and switched off.
  const query = of('query').map((parameter) => ({
    key: parameter.name,
    value: valueOf(parameter),
    disabled: !parameter.required && (parameter.example === undefined || isForOthers(operation, parameter)),
  }));
  const form = requestBody?.content?.['multipart/form-data']?.schema?.properties;
  const address = `{{base}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const [host, ...segments] = address.split('/');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    method: method.toUpperCase(),
    ...(description && { description }),
    ...(security?.length === 0 ? { auth: { type: 'noauth' } } : authOf(operation)),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: type }],
    url: {
      raw: sent.length > 0 ? `${address}?${sent.join('&')}` : address,
      host: [host],
      path: segments,
      query,
      variable: of('path').map((parameter) => ({ key: parameter.name, value: valueOf(parameter) })),
    },
    ...(body !== undefined && {
      body: rawOf(operation, body, type),
    }),
    ...(body === undefined &&
      form && { body: { mode: 'formdata', formdata: Object.entries(form).map(fieldOf) } }),
  };
};

const rawOf = (operation, body, type) =>
  type === JSON_TYPE
    ? { mode: 'raw', raw: bodyText(operation, body), options: { raw: { language: 'json' } } }
    : { mode: 'raw', raw: body };

/**
 * The key of the collection is a Test key of the demo organization's. Of other organizations, and where no Test key is taken, it is a
 * user's, or the Live key that the collection makes.
 */
const authOf = ({ path, 'x-keys': keys = ['test'] }) => {
  if (keys.includes('user') && (path.includes('{organization_id}') || !keys.includes('test')))
    return { auth: bearer('user_key') };
  return keys.includes('test') ? {} : { auth: bearer('live_key') };
};

/** Another invoice that takes the place of this one: of another example than the first. */
const isForOthers = ({ operationId }, { name }) => operationId === 'cancelInvoice' && name === 'substitution';

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
