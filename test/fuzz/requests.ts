import type { ApiDocument, Operation, Parameter } from './document.js';
import { fileTo, providers } from './files.js';
import { changeOne, twist } from './mutate.js';
import type { Random } from './random.js';
import { sample, type Sampling } from './schemas.js';
import { seeds } from './seeds.js';
import type { FuzzRequest } from './sender.js';
import { wildText, wildValue } from './values.js';
import type { World } from './world.js';

/** How far from right a request is meant to be. */
export type Kind = 'valid' | 'near' | 'wild';

/** One request to an operation of the document, of any kind. */
export function requestTo(
  random: Random,
  document: ApiDocument,
  world: World,
  operation: Operation,
): FuzzRequest {
  const kind = random.pick<Kind>(['valid', 'valid', 'valid', 'near', 'near', 'near', 'wild']);
  const sampling: Sampling = { random, document, idFor: (name) => world.idFor(random, name, operation) };
  const path = pathOf(sampling, operation, kind) + queryOf(sampling, operation, kind);
  const credentials = credentialsOf(random, world, operation);
  const base = { kind, path: path.slice(0, 9000), method: methodOf(random, operation, kind) };
  const headers = { ...languageOf(random), ...credentials.headers, ...extrasOf(sampling) };
  const content = fileTo(random, world.files, operation, kind) ?? contentOf(sampling, operation, kind);
  return {
    ...base,
    headers: { ...headers, ...content.headers },
    stranger: credentials.stranger,
    ...(content.body && { body: content.body }),
  };
}

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const methodOf = (random: Random, { method }: Operation, kind: Kind): string =>
  kind === 'wild' && random.chance(0.1) ? random.pick(otherMethods) : method;

function pathOf(
  { random, idFor, ...rest }: Sampling,
  { template, parameters }: Operation,
  kind: Kind,
): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    const value =
      kind === 'wild' && random.chance(0.2)
        ? wildText(random)
        : (idFor(name) ?? String(sample({ random, idFor, ...rest }, schema, name)));
    return encode(value);
  });
  return kind === 'wild' && random.chance(0.1) ? `${path}${random.pick(['/', '//', '/x', '/../..'])}` : path;
}

/** A lone half of a character has no UTF-8: it goes as what it is not. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function queryOf(sampling: Sampling, { parameters, method }: Operation, kind: Kind): string {
  const { random } = sampling;
  const pairs = parameters
    .filter((one) => one.in === 'query' && (one.required || random.chance(method === 'GET' ? 0.25 : 0.5)))
    .flatMap((parameter) => pairsOf(sampling, parameter));
  if (kind !== 'valid' && random.chance(0.3)) {
    const name = random.pick([...parameters.map((one) => one.name), 'extra', 'a[b]', 'a[b][c]', '__proto__']);
    pairs.push(`${encode(name)}=${encode(String(random.pick([wildText(random), '1', ''])))}`);
  }
  if (kind === 'wild' && random.chance(0.2))
    pairs.push(random.pick(['%', '%zz=1', '=', '&&&', 'q=%ff', 'a[=1', '[]=1', `q=${'x'.repeat(4500)}`]));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** A parameter in one of the ways in which clients write it. */
function pairsOf(sampling: Sampling, { name, schema }: Parameter): string[] {
  const { random } = sampling;
  const value = random.chance(0.06) ? wildText(random) : sample(sampling, schema, name);
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(String(item)));
    return random.pick([
      [`${name}=${items.join(',')}`],
      items.map((item) => `${name}=${item}`),
      items.map((item) => `${name}[]=${item}`),
      items.map((item, index) => `${name}%5B${index}%5D=${item}`),
    ]);
  }
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, item]) => `${name}[${key}]=${encode(String(item))}`);
  return [`${name}=${encode(String(value))}`];
}

function contentOf(
  sampling: Sampling,
  operation: Operation,
  kind: Kind,
): { headers: Record<string, string>; body?: Buffer } {
  const { random } = sampling;
  const json = { 'content-type': 'application/json' };
  // Clients send the type without a body, too.
  if (!operation.body && !random.chance(0.1)) return { headers: random.chance(0.5) ? json : {} };
  const known = seeds[operation.id];
  const right =
    known && random.chance(0.7) ? filled(sampling, random.pick(known)) : sample(sampling, operation.body);
  if (kind === 'valid') return { headers: json, body: Buffer.from(JSON.stringify(right)) };
  if (kind === 'near') {
    let near = changeOne(random, right);
    while (random.chance(0.3)) near = changeOne(random, near);
    return { headers: json, body: Buffer.from(JSON.stringify(near)) };
  }
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data',
    '',
    'application/json;x',
    'APPLICATION/JSON',
  ];
  const body = random.chance(0.5)
    ? twist(random, JSON.stringify(right))
    : Buffer.from(JSON.stringify(wildValue(random)));
  const coded = random.chance(0.05) ? { 'content-encoding': 'gzip' } : {};
  return {
    headers: random.chance(0.15) ? { 'content-type': random.pick(types) } : { ...json, ...coded },
    body,
  };
}

/** A seed with its places for what exists, such as @invoice, filled in. */
const filled = ({ idFor }: Sampling, seed: unknown): unknown =>
  JSON.parse(JSON.stringify(seed), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('@') ? (idFor(value.slice(1)) ?? 'x') : value,
  );

function credentialsOf(
  random: Random,
  { user, organization }: World,
  { template }: Operation,
): { headers: Record<string, string>; stranger: boolean } {
  if (template === '/v2/inbound-mail') return providers(random);
  const forUsers = /^\/v2\/organizations(?!\/me)/.test(template);
  const key = forUsers ? user : organization.key;
  const choice = random.next();
  const as = (authorization: string, stranger = false) => ({ headers: { authorization }, stranger });
  if (choice < 0.8) return as(`Bearer ${key}`);
  if (choice < 0.92) return as(`Basic ${Buffer.from(`${key}:`).toString('base64')}`);
  if (choice < 0.94) return { headers: {}, stranger: true };
  if (choice < 0.96) return as(`Bearer ${forUsers ? organization.key : user}`);
  return as(
    random.pick([
      'Bearer sk_test_00000000000000000000000000000000',
      'Bearer',
      'Basic Og==',
      'Basic !!!',
      `Digest ${key}`,
      key.slice(3),
      `Bearer ${key}x`,
    ]),
    true,
  );
}

const LANGUAGES = ['es', 'en', 'en-US,en;q=0.9,es;q=0.1', 'fr', '*', ';;;', 'es-MX', 'x'.repeat(200)];
const languageOf = (random: Random): Record<string, string> =>
  random.chance(0.5) ? { 'accept-language': random.pick(LANGUAGES) } : {};

function extrasOf({ random, idFor }: Sampling): Record<string, string> {
  if (!random.chance(0.2)) return {};
  const tag = (name: string) => (idFor(name) ?? '').replace(/[^\x20-\x7e]/g, '');
  return random.pick([
    { 'idempotency-key': `k${random.int(1, 20)}` },
    { 'idempotency-key': random.pick(['', 'x'.repeat(300), 'á', '\t']) },
    { 'if-match': random.pick(['*', '"1"', 'W/"1"', 'x', '"a", "b"']) },
    { 'if-match': tag('if-match') },
    { 'if-none-match': tag('if-none-match') },
    { 'if-none-match': random.pick(['*', '"1"']) },
    { accept: random.pick(['application/xml', '*/*', 'text/html', ';']) },
    { 'x-forwarded-for': '1.2.3.4', origin: 'https://example.com' },
    { range: 'bytes=0-10' },
  ]);
}
