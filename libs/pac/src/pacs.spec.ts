import { expect, it } from '@jest/globals';
import { Pacs } from './pacs.js';
import type { Pac } from './port.js';

const named = (name: string) => ({ name }) as Pac;

it('each environment has a provider of its own', () => {
  const pacs = new Pacs({ test: named('sandbox'), live: named('real') });
  expect(pacs.of({ livemode: false }).name).toBe('sandbox');
  expect(pacs.of({ livemode: true }).name).toBe('real');
});

it('an installation without a provider for Live never falls back on the one for Test', async () => {
  const pac = new Pacs({ test: named('sandbox') }).of({ livemode: true });
  const account = { organizationId: 'o', livemode: true };
  expect(await pac.stamp({ kind: 'comprobante', requestId: 'r', account, xml: '<x/>' })).toEqual({
    kind: 'unavailable',
    reason: 'no PAC is set up for Live',
  });
});
