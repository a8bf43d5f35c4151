import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordedAnswer } from '#http';

type Answers = Readonly<Record<string, Readonly<Record<string, RecordedAnswer>>>>;

/** Below the project: what was answered to the examples when they were last recorded, a file for each tag. */
export const ANSWERS_FOLDER = join('docs', 'openapi', 'answers');

/** Above the sources as above what is built of them. */
function findFolder(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return join(folder, ANSWERS_FOLDER);
  return undefined;
}

/** Reads the recorded answers, by operationId; none where an installation has no documentation. */
export function readAnswers(folder = findFolder()): Answers {
  if (folder === undefined || !existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Answers),
  ) as Answers;
}
