import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedAnswer } from '#http';
import { ANSWERS_FOLDER } from '#apps/gateway/src/api-docs/answers';
import type { Json } from '../../support/app.js';

/** Answers to the examples as docs/openapi/answers has them, a file for each tag; `UPDATE_DOCS=1 npx jest …` writes them. */

export type OfTag = Record<string, Record<string, RecordedAnswer>>;

const fileOf = (tag: string): string => join(ANSWERS_FOLDER, `${tag.toLowerCase()}.json`);

export function readRecorded(tag: string): OfTag {
  try {
    return JSON.parse(readFileSync(fileOf(tag), 'utf8')) as OfTag;
  } catch {
    return {};
  }
}

export function writeRecorded(tag: string, answers: OfTag): void {
  mkdirSync(ANSWERS_FOLDER, { recursive: true });
  writeFileSync(fileOf(tag), `${JSON.stringify(answers, undefined, 2)}\n`);
}

/** An answer without what is of this machine: where it runs, and its keys. */
export const withoutPlace = (body: Json, origin: string): Json =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(origin, 'https://timbra.example')
      .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://timbra.example')
      .replace(/token=[\w.-]+/g, 'token=…')
      .replace(/sk_(test|live|user)_[\w-]+/g, 'sk_$1_…'),
  );

/** The names of an answer's fields, all the way down, without its values; null may be anything. */
export function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return '·';
  return Object.fromEntries(
    Object.entries(value as object)
      .filter(([, one]) => typeof one !== 'object' || one !== null)
      .map(([name, one]) => [name, shapeOf(one)] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
