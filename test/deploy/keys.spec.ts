import { expect, it } from '@jest/globals';
import { allServices } from '#apps/standalone/src/services';
import { KEYS_OF } from '../../deploy/secrets.mjs';

it('each service is given the keys that it says it needs, and no other', () => {
  expect(KEYS_OF).toEqual(Object.fromEntries(allServices.map(({ name, keys = [] }) => [name, [...keys]])));
});
