import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../../test/support/cpu-time.js';
import type { PacParts } from '../real.js';
import { readAnswer } from './answer.js';
import { readAccount, readHealth, readTaxpayer } from './account.js';
import { readCancellation } from './cancelling.js';
import { readStamp } from './stamping.js';

const NOW = new Date('2026-11-21T15:05:00Z');
const parts: PacParts = {
  certificates: { byNumber: async () => 'unavailable' },
  authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
  ...{ timeoutMs: 1_000, sandbox: true, now: () => NOW },
};

const value = fc.oneof(
  fc.constantFrom(0, '0', 307, 1, '5', 'CFDI40119', 201, true, 'true', 'PGEvPg==', '\0', '301|302'),
  fc.jsonValue(),
);
const NAMES = [
  'codigo',
  'mensaje',
  'timbradoOk',
  'xmlBase64',
  'UUID',
  'cancelaciones',
  'cancelacion',
  'valido',
];
const fields = fc.dictionary(
  fc.constantFrom(...NAMES, 'acuseCancelBase64', 'consultaOk', '__proto__'),
  value,
);

it('whatever Prodigia answers, nothing is thrown, and nothing is stamped or cancelled without proof', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (inner) => {
      const answer = readAnswer(JSON.stringify({ servicio: inner }), 'servicio');
      if (!answer) throw new Error('an answer that is not read');
      const reply = { kind: 'reply', answer, headers: {} } as const;
      const certain = ['unknown', 'refused', 'unavailable'];
      expect(certain).toContain((await readStamp(reply, '<x Sello="AAAA"/>', parts, NOW)).kind);
      expect(certain).toContain(readCancellation(reply, '<x/>', NOW).kind);
      expect(['well', 'unavailable']).toContain(readAccount(reply, NOW).kind);
      expect(['listed', 'not_listed', 'unavailable']).toContain(readTaxpayer(reply).kind);
    }),
    { numRuns: 500 },
  );
});

it('whatever Prodigia says beside a part of a stamp, it is in doubt', async () => {
  const part = fc.constantFrom<object>({ timbradoOk: true }, { xmlBase64: 'PGEvPg==' }, { selloSAT: 'AAAA' });
  await fc.assert(
    fc.asyncProperty(fields, part, async (inner, stamp) => {
      const answer = readAnswer(JSON.stringify({ servicio: { ...inner, ...stamp } }), 'servicio');
      if (!answer) throw new Error('an answer that is not read');
      const reply = { kind: 'reply', answer, headers: {} } as const;
      expect((await readStamp(reply, '<x Sello="AAAA"/>', parts, NOW)).kind).toBe('unknown');
    }),
    { numRuns: 500 },
  );
});

it('whatever comes that is no answer is not read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      expect(readAnswer(body, 'servicioTimbrado')).toBeUndefined();
    }),
  );
});

it('reads in no time whether it is open, however long the answer', () => {
  for (const long of [' '.repeat(1e6), '>'.repeat(1e6), `>${' '.repeat(1e6)}`, '"codigo" '.repeat(1e5)]) {
    const read = () =>
      readHealth({ kind: 'answer', status: 200, headers: {}, body: long, bytes: Buffer.alloc(0) });
    expect(leastCpuMs(read, 3)).toBeLessThan(50);
  }
});
