import { describe, expect, it } from '@jest/globals';
import { sign } from 'node:crypto';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import type { CommandBus } from '#bus';
import type { Command, StampCertificate, VerificationMaterial } from '#contracts';
import { TEST_PAC_RFC } from '#pac';
import { Material } from './material.js';

const keys = makeKeyPair();
const NUMBER = '00001000000500000001';
const DER = makeCertificado({ keys, number: NUMBER }).cer.toString('base64');
const cadena = '||1.1|5C5C5C5C-0000-4000-8000-0000000000AA|2026-11-27T12:00:00||';
const stamp = (over: object = {}) => ({
  ...{ number: NUMBER, rfc: 'SPR190613I52', cadena },
  sello: sign('sha256', Buffer.from(cadena), keys.privateKey).toString('base64'),
  ...over,
});
const command = (livemode: boolean): Command => ({
  ...{ id: '5c5c5c5c-0000-4000-8000-0000000000aa', type: 'reception.import', key: '1', data: {} },
  tenant: { organizationId: '6743f1c2a1b2c3d4e5f60718', livemode },
  ...{ actor: 'key', correlationId: '1', time: '2026-11-27T18:00:00.000Z' },
});

/** Stamping knows of a certificate this alone. */
function materialOf(known: Pick<StampCertificate, 'certificate' | 'why'>) {
  const asked: (readonly string[])[] = [];
  const bus = {
    send: ({ data }: { data: { numbers: readonly string[] } }) => {
      asked.push(data.numbers);
      const certificates = data.numbers.map((number) => ({ number, ...known }));
      const material: VerificationMaterial = { live: [], sandbox: [], certificates };
      return Promise.resolve({ ok: true, value: { data: material } });
    },
  } as unknown as CommandBus;
  const material = new Material(bus);
  return {
    asked,
    known: (livemode: boolean) => material.stampsOf(command(livemode).tenant),
    judge: (livemode: boolean, ...stamps: ReturnType<typeof stamp>[]) =>
      material.judge(command(livemode), stamps),
  };
}

describe('a stamp', () => {
  it('is valid where SelloSAT is the signature by the certificate of its number, which is asked for once', async () => {
    const { judge, asked } = materialOf({ certificate: DER, why: null });
    const changed = stamp({ cadena: cadena.replace('AA', 'AB') });
    expect(await judge(true, stamp(), changed, stamp({ sello: 'AA==' }))).toEqual([
      ...['valid', 'invalid', 'invalid'],
    ]);
    expect(await judge(true, stamp())).toEqual(['valid']);
    expect(asked).toEqual([[NUMBER]]);
    // A thread that was given the certificate has verified it already.
    expect(await judge(true, stamp({ sello: 'AA==', holds: true }), stamp({ holds: false }))).toEqual([
      ...['valid', 'invalid'],
    ]);
  });

  it('can be judged by a thread, with the certificates of its environment', async () => {
    const { judge, known } = materialOf({ certificate: DER, why: null });
    expect(known(true)).toEqual({});
    await judge(true, stamp());
    expect([known(true), known(false)]).toEqual([{ [NUMBER]: DER }, {}]);
  });

  it('by a certificate that nobody trusts is invalid, and by one that can’t be had for now in doubt', async () => {
    expect(await materialOf({ certificate: null, why: 'not_trusted' }).judge(true, stamp())).toEqual([
      'invalid',
    ]);
    for (const why of ['not_published', 'unavailable'] as const)
      expect(
        await materialOf({ certificate: null, why }).judge(true, stamp({ rfc: 'LSO1306189R5' })),
      ).toEqual(['doubt']);
  });

  it('of the SAT’s test world counts in Test without its certificate, in Live never', async () => {
    const { judge } = materialOf({ certificate: null, why: 'not_published' });
    const test = stamp({ rfc: TEST_PAC_RFC });
    expect([await judge(false, test), await judge(true, test)]).toEqual([['valid'], ['doubt']]);
    expect(await judge(false, stamp({ rfc: 'LSO1306189R5' }))).toEqual(['doubt']);
  });
});
