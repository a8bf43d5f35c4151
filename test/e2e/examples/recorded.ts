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
  writeFileSync(fileOf(tag), `${JSON.stringify(answers, briefly, 2)}\n`);
}

/** An answer without what is of this machine: where it runs, its keys, and all of long seals. */
export const withoutPlace = (body: Json, origin: string): Json =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(origin, 'https://timbra.example')
      .replace(/http:\/\/localhost:\d+/g, 'https://timbra.example')
      .replace(/\btoken=[\w.-]+/g, 'token=TOKEN')
      .replace(/([A-Za-z0-9+/]{60})[A-Za-z0-9+/]{60,}=*/g, '$1…')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://shop.example.com')
      .replace(/whsec_[\w+/=-]+/g, 'whsec_…')
      .replace(/sk_(test|live|user)_[\w-]+/g, 'sk_$1_…')
      // Links to pages: what stands for their keys is a valid address, as the schema says.
      .replace(/\/(onboarding|manifest)\/[0-9a-f]{40}/g, `/$1/${'0123456789'.repeat(4)}`),
  );

/** As it is written: the first operations of people and roles, who may have more than a hundred, and no address for mails that works. */
function briefly(_: string, value: unknown): unknown {
  if (isListOfOperations(value)) return value.slice(0, 3);
  return typeof value === 'string' ? value.replace(/\w+@in\.example\.mx/g, '…@in.example.mx') : value;
}

const isListOfOperations = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && /^(read|write)\.\w+\.\w+$/.test(one));
