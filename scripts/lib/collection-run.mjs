import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolsFolder } from './api-tools.mjs';
import { AWAITED, EXPECTED, NOT_SENT } from './collection-refusals.mjs';

/** As long as one request may take, and how often one is sent that waits for something. */
const TIMEOUT_MS = 60_000;
const TRIES = 100;

/**
 * Sends every request of a collection to a running service, from the first to the last, by newman, Postman's own runner.
 *
 * @returns of each request its id, and what came of it: `done` (a status below 300), `404 invoice_not_found` of a refusal, or what
 *   went wrong
 */
export const runCollection = (collection, { origin, testKey, userKey }) => {
  const newman = createRequire(join(toolsFolder, 'package.json'))('newman');
  const values = { base: origin, key: testKey, user_key: userKey };
  const options = {
    collection: asSent(collection),
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
      // Of one that was sent again, the last answer.
      const answers = new Map(summary.run.executions.map(({ item, response }) => [item.id, response]));
      resolve([...answers].map(([id, response]) => ({ id, is: failed.get(id) ?? outcomeOf(response) })));
    });
  });
};

const asSent = (collection) => ({
  ...collection,
  item: collection.item.map((folder) => ({
    ...folder,
    item: folder.item
      .filter(({ id }) => !(id in NOT_SENT))
      .map((item) => (AWAITED.includes(item.id) ? { ...item, event: [again(item.id)] } : item)),
  })),
});

/** Sends a request again, a fifth of a second later, until it is no longer refused. */
const again = (id) => ({
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      `const tries = Number(pm.variables.get('tries ${id}') ?? 0) + 1;`,
      `pm.variables.set('tries ${id}', tries);`,
      `if (pm.response.code >= 400 && tries < ${TRIES}) {`,
      `  pm.execution.setNextRequest('${id}');`,
      '  setTimeout(() => {}, 200);',
      '}',
    ],
  },
});

const outcomeOf = (response) => {
  if (!response) return 'no answer';
  return response.code < 300 ? 'done' : `${response.code} ${codeIn(response.text())}`;
};

const codeIn = (text) => {
  try {
    return JSON.parse(text).code;
  } catch {
    return text.slice(0, 80);
  }
};

/** What came out otherwise than told: done, or refused as the list of refusals says. */
export const surprisesOf = (outcomes) => [
  ...outcomes.flatMap(({ id, is }) => {
    const [expected] = EXPECTED[id] ?? ['done'];
    return is === expected ? [] : [problem(id, `${is}, and not ${expected}`)];
  }),
  ...[...Object.keys(EXPECTED), ...AWAITED]
    .filter((id) => !outcomes.some((one) => one.id === id))
    .map((id) =>
      problem(id, 'a list of scripts/lib/collection-refusals.mjs has it, and the collection has not'),
    ),
];

const problem = (place, message) => ({ rule: 'answered otherwise', place, message });
