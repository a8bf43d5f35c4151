import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mutations } from '../../scripts/pauses/mutations.mjs';
import { applyMutation } from '../../scripts/seams/apply.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** What `npm run check:pauses` takes out at night: by day it is seen that it is still there. */
describe('the mend of', () => {
  it.each(mutations.map((mutation) => [mutation.scenario, mutation] as const))(
    '%s is where check:pauses takes it out',
    (_, mutation) => {
      const changed = applyMutation(mutation, (path) => readFileSync(join(ROOT, path), 'utf8'));
      expect(changed.size).toBeGreaterThan(0);
    },
  );

  it.each(mutations.map((mutation) => [mutation.scenario, mutation] as const))(
    '%s is seen in a history, or it is known why not',
    (_, { inHistory, notInHistory }) => expect([inHistory, notInHistory].filter(Boolean)).toHaveLength(1),
  );

  it('each scenario is taken out', () => {
    const spec = readFileSync(join(ROOT, 'test/pauses/scenarios.kafka.spec.ts'), 'utf8');
    const played = [...spec.matchAll(/'(D\d:)/g)].map(([, scenario]) => scenario);
    expect(mutations.map(({ scenario }) => scenario)).toEqual(played);
  });
});
