import type { ApiDocument, Operation } from './document.js';
import type { FuzzAnswer, FuzzRequest } from './sender.js';
import { MARK } from './world.js';

/** Refusals of the outside world, which an operation may pass on. */
const OUTAGES = ['service_unavailable', 'stamping_service_unavailable', 'cancellation_service_unavailable'];

/** Everything that must hold of an answer, whatever was asked; gives what does not. */
export function problemsOf(
  document: ApiDocument,
  asked: Operation,
  request: FuzzRequest,
  answer: FuzzAnswer,
  others: readonly string[],
): string[] {
  const { status, headers, bytes } = answer;
  const problems: string[] = [];
  const contentType = headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  const text = bytes.toString();
  const outage =
    (asked.responses['503'] && !('$ref' in asked.responses['503'])) ||
    OUTAGES.some((code) => text.includes(`"${code}"`));
  if (status >= 500 && !(status === 503 && outage))
    problems.push(`a server's error: ${status} ${codeOf(text)}`);
  if (request.method === 'HEAD' || request.method === 'OPTIONS') {
    if (request.method === 'HEAD' && bytes.length > 0) problems.push('HEAD with a body');
  } else {
    const reached = document.operationOf(request.method, request.path);
    problems.push(...document.problemsOf(reached, { status, contentType, bytes }));
    if (contentType === 'application/json') problems.push(...errorProblems(text, status));
    if (reached) problems.push(...bodyMismatch(document, reached, request, status, text));
  }
  if (request.stranger && !asked.open && status < 400 && request.method !== 'OPTIONS')
    problems.push(`${status} without a proper key`);
  for (const name of ['x-service-log-id', 'x-facturapi-log-id'])
    if (!/^[0-9a-f]{24}$/.test(String(headers[name]))) problems.push(`${name}: ${String(headers[name])}`);
  const sent = `${request.path} ${request.body?.toString() ?? ''}`.toLowerCase();
  if (text.includes(MARK)) problems.push('shows what is of another tenant');
  for (const id of others)
    if (text.toLowerCase().includes(id.toLowerCase()) && !sent.includes(id.toLowerCase()))
      problems.push('shows an identifier of another tenant');
  return problems;
}

/**
 * The document says what bodies look like: one that it allows is not refused for its shape, and one that it does
 * not allow is not taken. A null counts as absent, and so does an empty list as the whole body. A preview does not
 * refuse: it names the problems of what it was sent. A batch refuses its receipts one by one.
 */
function bodyMismatch(
  document: ApiDocument,
  operation: Operation,
  { body, headers }: FuzzRequest,
  status: number,
  text: string,
): string[] {
  if (!operation.body || !body || !/^application\/json/i.test(headers['content-type'] ?? '')) return [];
  if (status !== 400 && status >= 300) return [];
  let value: unknown;
  try {
    value = JSON.parse(body.toString().replace(/^\ufeff/, ''));
  } catch {
    return [];
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) value = {};
  if (status < 300) {
    if (operation.template.endsWith('/preview') && namesProblems(text)) return [];
    const taken = operation.template.endsWith('/batch') ? withoutRefused(value, text) : value;
    if (taken === undefined) return [];
    // As it is, a field that may be null and has to be there is allowed.
    if (document.bodyProblems(operation, taken).length === 0) return [];
    const problems = document.bodyProblems(operation, withoutNulls(taken));
    return problems.length > 0
      ? [`takes what the document forbids: ${problems.join('; ').slice(0, 300)}`]
      : [];
  }
  if (document.bodyProblems(operation, value).length > 0) return [];
  const { errors = [] } = JSON.parse(text) as Said;
  return errors
    .filter(({ code = '', location, path = '' }) => {
      return location === 'body' && SHAPES.includes(code) && !OPEN.test(path);
    })
    .map(({ code, path }) => `refuses what the document allows: ${code} ${path}`);
}

/** Not of a preview that is a PDF, or nothing. */
const namesProblems = (text: string): boolean => {
  if (!text.startsWith('{')) return false;
  const { problems = [] } = JSON.parse(text) as { readonly problems?: readonly unknown[] };
  return problems.length > 0;
};

/** A batch without the receipts that got an error; undefined where none is left. */
function withoutRefused(value: unknown, text: string): unknown {
  const { data } = JSON.parse(text) as { readonly data: readonly { readonly error?: unknown }[] };
  const { receipts, ...rest } = value as { readonly receipts: readonly unknown[] };
  const taken = receipts.filter((_, i) => data[i]?.error === undefined);
  return taken.length > 0 ? { ...rest, receipts: taken } : undefined;
}

const SHAPES = ['invalid_type', 'unknown_field', 'invalid_length'];
/** What the document leaves open: complements by their type, and lists that are needed beside other fields. */
const OPEN = /^complements\.\d+\.data|\.documents$/;

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

/** An error says the status that it has, and places that are written as documented. */
function errorProblems(text: string, status: number): string[] {
  if (status < 400) return [];
  const { status: said, message, errors = [] } = JSON.parse(text) as Said;
  const problems = said === status ? [] : [`status ${status} says it is ${String(said)}`];
  // A name in braces is a missing parameter of the message.
  const holes = [message, ...errors.map((one) => one.message)].filter(
    (one) => !one || /\{[a-z]\w*\}|undefined|\[object/i.test(withoutQuotes(one)),
  );
  if (holes.length > 0) problems.push(`a message with a hole: ${holes.join(' | ').slice(0, 300)}`);
  return problems;
}

interface Said {
  readonly status?: number;
  readonly message?: string;
  readonly errors?: readonly {
    readonly message?: string;
    readonly code?: string;
    readonly path?: string;
    readonly location?: string;
  }[];
}

/** Messages quote what was sent, which may hold anything. */
const withoutQuotes = (text: string): string => text.replace(/"[^]*"/g, '""');

const codeOf = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80);
