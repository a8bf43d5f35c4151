import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { bodyOf, childrenOf, readNodes, type SoapNode } from '../soap/read.js';
import { readStampAnswer } from './answer.js';
import { readCancellation } from './cancelling.js';
import { readFound, readStamp } from './stamping.js';
import { BEFORE, NEW } from './testing.js';

const NAMES = ['xml', 'UUID', 'CodEstatus', 'Incidencias', 'Incidencia', 'CodigoError', 'MensajeIncidencia'];
const OTHERS = ['Folios', 'Folio', 'EstatusUUID', 'Acuse', 'error', '__proto__', 'x'];
const TEXTS = [
  '',
  '307',
  '603',
  '702',
  '301',
  'CFDI40119',
  '201',
  'no_cancelable',
  '<Acuse/>',
  '\0',
  NEW,
  BEFORE,
];

const above = (children: fc.Arbitrary<SoapNode[]>): fc.Arbitrary<SoapNode> =>
  fc.record({
    name: fc.constantFrom(...NAMES, ...OTHERS),
    children,
    text: fc.oneof(fc.constantFrom(...TEXTS), fc.string()),
  });
const leaf = above(fc.constant([]));
const node = above(fc.array(above(fc.array(above(fc.array(leaf, { maxLength: 3 })), { maxLength: 3 }))));

it('whatever Finkok answers, nothing is thrown, and nothing is stamped, found or cancelled without proof', async () => {
  const never = async () => 'the stamp does not hold';
  await fc.assert(
    fc.asyncProperty(node, async (result) => {
      const reply = { kind: 'reply', result } as const;
      expect(['unknown', 'refused', 'unavailable', 'ask']).toContain((await readStamp(reply, never)).kind);
      expect(['not_found', 'unavailable']).toContain((await readFound(reply, never)).kind);
      const asked = { kind: 'comprobante', uuid: '0A1B2C3D-0000-4000-8000-000000000001' } as const;
      const cancelled = readCancellation(result, asked, new Date());
      expect(['unknown', 'refused', 'unavailable', 'receipt']).toContain(cancelled.kind);
      // A document that comes along is never a refusal: it is judged.
      if (readStampAnswer(result).xml !== undefined)
        expect((await readStamp(reply, never)).kind).toBe('unknown');
    }),
    { numRuns: 500 },
  );
});

it('whatever comes that is no answer is not read', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(bodyOf(readNodes(text))).toBeUndefined();
      const wrapped = readNodes(`<a>${text}</a>`);
      expect(wrapped === undefined || Array.isArray(childrenOf(wrapped, undefined))).toBe(true);
    }),
  );
});
