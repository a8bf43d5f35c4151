import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../../test/support/cpu-time.js';
import type { PacParts } from '../real.js';
import { codeOf } from './codes.js';
import { readCancellation } from './cancelling.js';
import { readEnvelope } from './envelope.js';
import { readStamp } from './stamping.js';

const NOW = new Date('2026-11-21T15:05:00Z');
const parts: PacParts = {
  certificates: { byNumber: async () => 'unavailable' },
  authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
  ...{ timeoutMs: 1_000, sandbox: true, now: () => NOW },
};

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '307. El comprobante contiene un timbre previo.',
    'CFDI40119 - x',
    'AU1 - x',
    '<tfd/>',
    '\0',
  ),
);
const envelope = fc.record({
  status: fc.constantFrom('success', 'error'),
  message: fc.option(fc.oneof(text, fc.jsonValue())),
  messageDetail: fc.option(fc.oneof(text, fc.jsonValue())),
  data: fc.option(
    fc.oneof(
      fc.jsonValue(),
      fc.record({
        tfd: text,
        cfdi: fc.option(text),
        acuse: text,
        uuid: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
    ),
  ),
});

it('whatever SW answers, nothing is thrown, and nothing is stamped or cancelled without proof', async () => {
  await fc.assert(
    fc.asyncProperty(envelope, async (body) => {
      const answer = readEnvelope(JSON.stringify(body));
      if (!answer) throw new Error('an envelope that is not read');
      const reply = { kind: 'reply', answer, headers: {} } as const;
      expect(['unknown', 'refused', 'unavailable']).toContain(
        (await readStamp(reply, '<x Sello="AAAA"/>', parts, NOW)).kind,
      );
      expect(['unknown', 'refused']).toContain(readCancellation(reply, '<x/>', NOW).kind);
      // Neither a success that cannot be read nor a refusal with data is a certainty.
      if (body.status === 'success' || answer.held.length > 0)
        expect((await readStamp(reply, '<x Sello="AAAA"/>', parts, NOW)).kind).toBe('unknown');
    }),
    { numRuns: 500 },
  );
});

it('whatever comes that is no envelope is not read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      const read = readEnvelope(body);
      expect(read === undefined || typeof read.success === 'boolean').toBe(true);
    }),
  );
});

it('reads a code in no time, however long the text', () => {
  for (const long of [
    ' '.repeat(1e6),
    'A'.repeat(1e6),
    `${'A'.repeat(10)}${' '.repeat(1e6)}-`,
    '1'.repeat(1e6),
  ])
    expect(leastCpuMs(() => codeOf(long), 3)).toBeLessThan(50);
});
