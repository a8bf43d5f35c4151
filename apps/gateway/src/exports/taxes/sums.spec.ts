import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FIGURES, type Figures } from '#billing';
import type { InvoiceDoc } from '#contracts';
import type { TaxLine } from './lines.js';
import { TaxSums } from './sums.js';

const RFCS = ['EKU9003173C9', 'URE180429TM6', 'XEXX010101000', 'XAXX010101000'];

const figures: fc.Arbitrary<Figures> = fc.dictionary(
  fc.constantFrom(...FIGURES),
  fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
);

/** What a document adds: mostly one line, a payment perhaps several. */
const document = fc.record({
  received: fc.boolean(),
  party: fc.record({
    rfc: fc.constantFrom(...RFCS),
    name: fc.constantFrom('A', 'B'),
    taxSystem: fc.constant('601'),
  }),
  lines: fc.array(fc.record({ figures, warnings: fc.subarray(['SAT: No encontrado', 'EFOS']) }), {
    ...{ minLength: 1, maxLength: 3 },
  }),
});
const month = fc.array(document, { maxLength: 40 }).map((documents) =>
  documents.flatMap(({ lines, ...shared }, n) =>
    lines.map((line): TaxLine => ({
      ...{ ...shared, ...line, kind: 'pago', on: '2026-11-20T12:00:00', paid: [], uncounted: false },
      doc: { id: String(n) } as InvoiceDoc,
    })),
  ),
);

const GENERIC = ['XEXX010101000', 'XAXX010101000'];

describe('the sums of a month', () => {
  it('are those of the lines, by side and by whom they are with, and have each document once', () => {
    fc.assert(
      fc.property(month, (lines) => {
        const sums = new TaxSums();
        for (const line of lines) sums.add(line);
        // Each sum again, of the lines that belong to it alone.
        for (const { received, party, ...sum } of [...sums.parties(), ...sums.totals()]) {
          const own = lines.filter(
            (line) =>
              line.received === received &&
              (!party ||
                (line.party.rfc === party.rfc &&
                  (!GENERIC.includes(party.rfc) || line.party.name === party.name))),
          );
          expect(own.length).toBeGreaterThan(0);
          for (const figure of FIGURES)
            expect(sum.figures[figure] ?? 0n).toBe(
              own.reduce((all, line) => all + (line.figures[figure] ?? 0n), 0n),
            );
          expect(sum.documents).toBe(new Set(own.map(({ doc }) => doc.id)).size);
          if (party)
            expect([...sum.warnings].sort()).toEqual(
              [...new Set(own.flatMap(({ warnings }) => warnings))].sort(),
            );
        }
        // None is left out, and none is there twice.
        const documents = sums.totals().reduce((all, sum) => all + sum.documents, 0);
        expect(documents).toBe(new Set(lines.map(({ doc }) => doc.id)).size);
        const keys = sums
          .parties()
          .map(
            ({ received, party }) =>
              `${received} ${party?.rfc} ${GENERIC.includes(party?.rfc ?? '') ? party?.name : ''}`,
          );
        expect(new Set(keys).size).toBe(keys.length);
        const sides = sums.parties().map(({ received }) => Number(received));
        expect(sides).toEqual([...sides].sort());
      }),
      { numRuns: 60 },
    );
  });

  it('have the name that a party had last', () => {
    const sums = new TaxSums();
    const line = (name: string): TaxLine => ({
      ...{ received: true, kind: 'contado', on: '2026-11-20T12:00:00', figures: {}, paid: [], warnings: [] },
      uncounted: false,
      doc: { id: name } as InvoiceDoc,
      party: { rfc: 'EKU9003173C9', name, taxSystem: '601' },
    });
    for (const name of ['ANTES', 'DESPUÉS']) sums.add(line(name));
    expect(sums.parties()).toMatchObject([{ party: { name: 'DESPUÉS' }, documents: 2 }]);
  });
});
