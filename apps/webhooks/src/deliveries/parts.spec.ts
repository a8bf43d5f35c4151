import { beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as Library } from 'standardwebhooks';
import type { Webhook } from '#contracts';
import { SignedParts } from './parts.js';

const SECRET = `whsec_${Buffer.alloc(24, 'secret').toString('base64')}`;
const webhook = { id: 'endpoint' } as Webhook;

describe('what a delivery is made of', () => {
  let rendered: string[];
  let fails: boolean;
  let parts: SignedParts;
  beforeEach(() => {
    rendered = [];
    fails = false;
    const bodies = {
      bodyOf: async (id: string, thin: boolean) => {
        rendered.push(`${id} ${thin}`);
        if (fails) throw new Error('not now');
        return JSON.stringify({ id, thin });
      },
    };
    const secrets = {
      secretsOf: async () => [{ secret: SECRET, old: false }],
      headersOf: async () => ({ 'x-own': 'value' }),
    };
    parts = new SignedParts(bodies, secrets);
  });

  it('is signed for its event and its exact body, and carries the endpoint’s own headers', async () => {
    const body = await parts.bodyOf('event', false);
    const headers = await parts.headersOf({ organizationId: 'one', webhook, eventId: 'event', body });
    expect(new Library(SECRET).verify(body, headers)).toEqual({ id: 'event', thin: false });
    expect(headers).toMatchObject({ 'webhook-id': 'event', 'x-own': 'value' });
  });

  it('is read once for endpoints that are told at the same moment, and thin ones by themselves', async () => {
    const wanted = [false, false, true, false].map((thin) => parts.bodyOf('event', thin));
    expect((await Promise.all(wanted)).filter((body) => body.includes('true'))).toHaveLength(1);
    expect(rendered).toEqual(['event false', 'event true']);
  });

  it('is read again after it could not be', async () => {
    fails = true;
    await expect(parts.bodyOf('event', false)).rejects.toThrow('not now');
    fails = false;
    expect(await parts.bodyOf('event', false)).toContain('event');
  });
});
