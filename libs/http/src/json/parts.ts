import { ok, refuseFields, type Result } from '#kernel';
import { joinPath } from '../paths.js';
import {
  countNames,
  findBroken,
  findInexact,
  findTwice,
  inexactNumber,
  refuseTwice,
  type Place,
} from './problems.js';
import type { Part, Split } from './scan.js';

/** The body, and what the scanner has found in it. */
export interface Found {
  readonly body: Buffer;
  readonly inexactAt: number;
  readonly suspicious: boolean;
}

/**
 * The value of a stretch of JSON, with the brackets that it lacks. Refuses what {@link findBroken} and the like find.
 * Throws SyntaxError for what is not JSON.
 */
export function parsePart(part: Part, found: Found, place: Place, [open, close] = ['', '']): Result<unknown> {
  const { from, to, names } = part;
  const text = `${open}${found.body.toString('utf8', from, to)}${close}`;
  const value = JSON.parse(text) as unknown;
  if (countNames(value) !== names) return refuseTwice(findTwice(text, place) ?? place.path);
  const broken = found.suspicious ? findBroken(value, place) : undefined;
  if (broken) return refuseFields([broken]);
  if (found.inexactAt < from || found.inexactAt >= to) return ok(value);
  return refuseFields([inexactNumber(findInexact(text, place) ?? place.path)]);
}

/** The value of the outermost array or object, where it is large, part by part. */
export function parseSplit(split: Split, found: Found): Generator<undefined, Result<unknown>> {
  const { body } = found;
  if (!isBlank(body, 0, split.start) || !isBlank(body, split.end + 1, body.length))
    throw new SyntaxError('something beside the outermost value');
  return parseNested(split, found, '');
}

function* parseArray({ parts }: Split, found: Found, path: string): Generator<undefined, Result<unknown>> {
  const items: unknown[] = [];
  for (const part of parts) {
    const { large } = part;
    const first = items.length;
    if (large) {
      if (!isAlone(part, large, found.body)) throw new SyntaxError('something beside an item');
      const item = yield* parseNested(large, found, joinPath(path, first));
      if (!item.ok) return item;
      items.push(item.value);
    } else {
      const some = parsePart(part, found, { path, first }, ['[', ']']);
      if (!some.ok) return some;
      for (const item of some.value as unknown[]) items.push(item);
      if (items.length === first && parts.length > 1) throw new SyntaxError('a comma too many');
    }
    yield;
  }
  return ok(items);
}

function* parseObject({ parts }: Split, found: Found, path: string): Generator<undefined, Result<unknown>> {
  const members: Record<string, unknown> = {};
  for (const part of parts) {
    const { large } = part;
    const { body } = found;
    const some = large
      ? yield* parseMember(part, large, found, path)
      : parsePart(part, found, { path, first: 0 }, ['{', '}']);
    if (!some.ok) return some;
    const names = Object.keys(some.value as object);
    if (names.length === 0 && !(parts.length === 1 && isBlank(body, part.from, part.to)))
      throw new SyntaxError('a comma too many');
    for (const name of names) {
      if (Object.hasOwn(members, name)) return refuseTwice(joinPath(path, name));
      members[name] = (some.value as Record<string, unknown>)[name];
    }
    yield;
  }
  return ok(members);
}

/** A member of an object whose value is large: an object with this member alone. */
function* parseMember(
  part: Part,
  large: Split,
  found: Found,
  path: string,
): Generator<undefined, Result<unknown>> {
  const { body } = found;
  if (!isBlank(body, large.end + 1, part.to)) throw new SyntaxError('something after a value');
  const before = { from: part.from, to: large.start, names: 1, large: undefined };
  const member = parsePart(before, found, { path, first: 0 }, ['{', 'null}']);
  if (!member.ok) return member;
  const [name = '', ...more] = Object.keys(member.value as object);
  if (more.length > 0) throw new SyntaxError('something before a value');
  const value = yield* parseNested(large, found, joinPath(path, name));
  return value.ok ? ok({ [name]: value.value }) : value;
}

const parseNested = (split: Split, found: Found, path: string) =>
  split.isObject ? parseObject(split, found, path) : parseArray(split, found, path);

const isAlone = ({ from, to }: Part, { start, end }: Split, body: Buffer): boolean =>
  isBlank(body, from, start) && isBlank(body, end + 1, to);

/** Whether there is only white space between two places. */
function isBlank(body: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const byte = body[i];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}
