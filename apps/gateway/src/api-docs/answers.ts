import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDocumentedRoot, type RecordedAnswer } from '#http';

type Answers = Readonly<Record<string, Readonly<Record<string, RecordedAnswer>>>>;

/** Below the project: what was answered to the examples when they were last recorded, a file for each tag. */
export const ANSWERS_FOLDER = join('docs', 'openapi', 'answers');

/** Reads the recorded answers, by operationId; none where an installation has no documentation. */
export function readAnswers(root = findDocumentedRoot()): Answers {
  if (root === undefined) return {};
  const folder = join(root, ANSWERS_FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Answers),
  ) as Answers;
}
