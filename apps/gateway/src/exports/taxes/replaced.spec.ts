import { describe, expect, it } from '@jest/globals';
import type { InvoiceDoc } from '#contracts';
import { addFigures, type Figures } from '#billing';
import { linesOf } from './lines.js';
import { ReplacedDocuments, type ReplaceableDoc } from './replaced.js';
import { TaxSums } from './sums.js';

const A = '5C5C5C5C-0000-4000-8000-00000000000A';
const B = '5C5C5C5C-0000-4000-8000-00000000000B';
const C = '5C5C5C5C-0000-4000-8000-00000000000C';

const issuer = (tax_id: string) => ({ tax_id }) as InvoiceDoc['issuer_info'];
const doc = (
  uuid: string,
  day: number,
  replaces: string[] = [],
  over: Partial<ReplaceableDoc> = {},
): ReplaceableDoc => ({
  uuid,
  type: 'P',
  date: `2026-10-${day}T18:00:00.000Z`,
  issuer_type: 'issuing',
  issuer_info: issuer('EKU9003173C9'),
  related_documents: [{ relationship: '04', documents: replaces, uuid: null }],
  ...over,
});
const replacedBy = (one: ReplaceableDoc, ...others: readonly ReplaceableDoc[]) => {
  const replaced = new ReplacedDocuments();
  for (const other of [one, ...others]) replaced.add(other);
  return replaced.by(one);
};

describe('a document that another one replaces', () => {
  it('is told by its UUID, however it is written', () => {
    expect(replacedBy(doc(A, 10), doc(B, 11, [A.toLowerCase()]))).toBe(B);
    expect(replacedBy(doc(A.toLowerCase(), 10), doc(B, 11, [C, A]))).toBe(B);
  });

  it('is not one that is only related, or that nothing names', () => {
    const related_documents = [{ relationship: '01', documents: [A], uuid: A }];
    expect(replacedBy(doc(A, 10), doc(B, 11, [], { related_documents }))).toBeUndefined();
    expect(replacedBy(doc(A, 10), doc(B, 11, [C]))).toBeUndefined();
  });

  it.each<[string, Partial<ReplaceableDoc>]>([
    ['somebody else', { issuer_info: issuer('URE180429TM6') }],
    ['the other side', { issuer_type: 'receiving' }],
    ['another type', { type: 'I' }],
    ['an earlier one', { date: '2026-10-09T18:00:00.000Z' }],
  ])('is not replaced by %s', (_, over) =>
    expect(replacedBy(doc(A, 10), doc(B, 11, [A], over))).toBeUndefined(),
  );

  it('may be of the same second as its substitute, and is not itself', () => {
    for (const [one, other] of [
      [A, B],
      [B, A],
    ] as const)
      expect(replacedBy(doc(one, 10), doc(other, 10, [one]))).toBe(other);
    expect(replacedBy(doc(A, 10, [A]))).toBeUndefined();
  });
});

describe('the lines of a document that was replaced', () => {
  const paidAtOnce = {
    ...{ id: 'a', type: 'I', payment_method: 'PUE', exchange: 1, date: '2026-10-10T18:00:00.000Z' },
    ...{ items: [], subtotal: 100, discount: 0, total: 116, complements: [], related_documents: [] },
    ...{ uuid: A, issuer_type: 'issuing', customer: null, issuer_info: null, address: null },
    taxes: [
      {
        ...{ type: 'IVA', factor: 'Tasa', rate: 0.16, base: 100, amount: 16 },
        withholding: false,
        local: false,
      },
    ],
  } as unknown as InvoiceDoc;

  it('add nothing, and say in whose favour', () => {
    const sums = new TaxSums();
    for (const line of [
      ...linesOf(paidAtOnce, { replacedBy: B }),
      ...linesOf({ ...paidAtOnce, id: 'b', uuid: B }),
    ])
      sums.add(line);
    const warnings = [`No se suma: lo sustituye ${B}, y sigue vigente`];
    const figures: Figures = { base16: 10_000n, iva16: 1_600n, total: 11_600n };
    expect(sums.parties()).toMatchObject([{ documents: 1, figures, warnings }]);
    expect(linesOf(paidAtOnce, { replacedBy: B })).toMatchObject([
      { figures: {}, warnings, kind: 'contado' },
    ]);
    expect(addFigures({}, linesOf(paidAtOnce)[0]?.figures ?? {})).toEqual(figures);
  });
});
