import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { applyMutation } from '../../scripts/seams/apply.mjs';
import { mutations } from '../../scripts/seams/mutations.mjs';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

// `npm run check:seams` says so too, but only after minutes: here a change of the code learns it with its own specs.
describe('the mutations of the seams', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))('has a place in the code: %s', (_, mutation) => {
    expect(() => applyMutation(mutation, read)).not.toThrow();
  });
});
