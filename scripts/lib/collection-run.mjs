import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolsFolder } from './api-tools.mjs';
import { EXPECTED, NOT_SENT } from './collection-refusals.mjs';

/** As long as one request may take. */
const TIMEOUT_MS = 60_000;

/**
 * Sends every request of a collection to a running service, from the first to the last, by newman, Postman's own runner.
 *
 * @returns one entry a request: its id, the status, and the code of a refusal; or what went wrong instead
 */
export const runCollection = (collection, { origin, testKey, userKey }) => {
  const newman = createRequire(join(toolsFolder, 'package.json'))('newman');
  const values = { base: origin, key: testKey, user_key: userKey };
  const options = {
    collection: withoutUnsent(collection),
    envVar: Object.entries(values).map(([key, value]) => ({ key, value })),
    timeoutRequest: TIMEOUT_MS,
    reporters: [],
  };
  return new Promise((resolve, reject) => {
    newman.run(options, (error, summary) => {
      if (error) return reject(error);
      const failed = new Map(
        summary.run.failures.map(({ source, error: { message } }) => [source?.id, message]),
      );
      resolve(summary.run.executions.map((execution) => outcomeOf(execution, failed)));
    });
  });
};

const withoutUnsent = (collection) => ({
  ...collection,
  item: collection.item.map((folder) => ({
    ...folder,
    item: folder.item.filter(({ id }) => !(id in NOT_SENT)),
  })),
});

const outcomeOf = ({ item, response }, failed) => {
  const { id } = item;
  if (failed.has(id) || !response) return { id, failure: failed.get(id) ?? 'no answer' };
  if (response.code < 300) return { id, status: response.code };
  return { id, status: response.code, code: codeIn(response.text()) };
};

const codeIn = (text) => {
  try {
    return JSON.parse(text).code;
  } catch {
    return undefined;
  }
};

/** What was answered otherwise than told: below 300, or the one refusal that stands in the list. */
export const surprises = (outcomes) => [
  ...outcomes.flatMap(({ id, status, code, failure }) => {
    const expected = EXPECTED[id]?.[0];
    const is = failure ?? (status < 300 ? 'done' : `${status} ${code}`);
    return is === (expected ?? 'done')
      ? []
      : [{ rule: 'answered otherwise', place: id, message: `${is}, and not ${expected ?? 'done'}` }];
  }),
  ...[...Object.keys(EXPECTED), ...Object.keys(NOT_SENT)]
    .filter((id) => !(id in NOT_SENT) && !outcomes.some((one) => one.id === id))
    .map((id) => ({
      rule: 'not sent',
      place: id,
      message: 'the list of refusals has it, the collection has not',
    })),
];
