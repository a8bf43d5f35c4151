import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './sign.js';

const require = createRequire(import.meta.url);

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({
  id: '6743f1c2a1b2c3d4e5f60718',
  type: 'invoice.stamped',
  data: { total: 11.6, name: 'Ñandú ✓ 😀' },
});
const base = { eventId: '6743f1c2a1b2c3d4e5f60718', body, custom: {} };
const now = () => new Date();

/** The methods of a version of the public SDK that check a signature. */
const sdks = ['facturapi', 'facturapi-4-19', 'facturapi-4-10'].map((name) => {
  const module = require(name) as { default: new (key: string) => Sdk };
  return [name, new module.default('sk_test_nobody')] as const;
});
interface Sdk {
  readonly webhooks: {
    validateSignature(data: {
      secret: string;
      signature: string;
      payload: string | object;
    }): Promise<{ id: string }>;
  };
}

describe('a signed delivery', () => {
  it('is verified by the library of Standard Webhooks', () => {
    const secret = newSecret();
    const headers = signedHeaders({ ...base, at: now(), secrets: [{ secret, old: false }] });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body.replace('11.6', '11.7'), headers)).toThrow();
  });

  it.each(sdks)('is verified by %s without a request', async (_name, sdk) => {
    const secret = newSecret();
    const headers = signedHeaders({ ...base, at: now(), secrets: [{ secret, old: false }] });
    const signature = headers['Facturapi-Signature'] ?? '';
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const check = (payload: string | object) =>
      sdk.webhooks.validateSignature({ secret, signature, payload });
    expect(await check(body)).toEqual(JSON.parse(body));
    expect(await check(JSON.parse(body) as object)).toEqual(JSON.parse(body));
    await expect(check(body.replace('11.6', '11.7'))).rejects.toThrow();
  });

  it('is verified by both secrets while they are changed, and by the SDKs with the old one', async () => {
    const [fresh, old] = [newSecret(), newSecret()];
    const secrets = [
      { secret: fresh, old: false },
      { secret: old, old: true },
    ];
    const headers = signedHeaders({ ...base, at: now(), secrets });
    for (const secret of [fresh, old])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const signature = headers['Facturapi-Signature'] ?? '';
    for (const [, sdk] of sdks)
      expect(await sdk.webhooks.validateSignature({ secret: old, signature, payload: body })).toMatchObject({
        id: base.eventId,
      });
  });

  it('says when it was sent by real time, in whole seconds', () => {
    const secrets = [{ secret: newSecret(), old: false }];
    const headers = signedHeaders({ ...base, at: new Date('2026-11-26T12:00:00.999Z'), secrets });
    expect(headers['webhook-timestamp']).toBe('1795694400');
  });

  it('has the headers of its endpoint, which replace none of ours and none of the connection', () => {
    const secrets = [{ secret: newSecret(), old: false }];
    const custom = {
      ...{ Authorization: 'Bearer token-of-theirs', 'X-Shop': 'norte' },
      ...{
        'FACTURAPI-SIGNATURE': 'forged',
        'Webhook-Id': 'forged',
        'content-TYPE': 'text/plain',
        'User-Agent': 'x',
      },
      ...{
        Host: 'metadata.google.internal',
        'Content-Length': '5',
        'Transfer-Encoding': 'chunked',
        Connection: 'x',
      },
    };
    const headers = signedHeaders({ ...base, at: now(), secrets, custom });
    expect(Object.keys(headers)).toEqual([
      ...['Authorization', 'X-Shop', 'Content-Type', 'Facturapi-Signature'],
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ]);
    expect(headers['webhook-id']).toBe(base.eventId);
  });
});
