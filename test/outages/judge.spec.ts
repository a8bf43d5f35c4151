import { describe, expect, it } from '@jest/globals';
import type { Accepted, Books, Ours, Stamp } from './books.js';
import { complaints } from './judge.js';

/** The judge of `npm run test:failover` must be able to say no: books that are right, and each of them tampered with. */

const uuidOf = (n: number): string => `0A1B2C3D-0000-4000-8000-${String(n).padStart(12, '0')}`;

const ours = (n: number, fields: Partial<Ours> = {}): Ours => ({
  ...{ kind: 'invoice', id: `id-${n}`, key: `key-${n}`, status: 'valid', uuid: uuidOf(n), folio: `F ${n}` },
  ...{ sello: `sello-${n}`, certifiedBy: 'LSO1306189R5', pac: 'sw', surplus: [] },
  ...fields,
});
const accepted = (n: number, fields: Partial<Accepted> = {}): Accepted => ({
  ...{ kind: 'invoice', key: `key-${n}`, id: `id-${n}`, status: 202, uuid: null, folio: `F ${n}` },
  ...fields,
});
const stamp = (n: number, fields: Partial<Stamp> = {}): Stamp => ({
  ...{ pac: 'sw', uuid: uuidOf(n).toLowerCase(), sello: `sello-${n}` },
  ...fields,
});

/** 1 is valid, 2 canceled, 3 was forced to Finkok and has a second stamp of SW, which was canceled. */
const RIGHT: Books = {
  accepted: [accepted(1, { status: 200, uuid: uuidOf(1) }), accepted(2), accepted(3)],
  refused: ['key-9'],
  canceled: ['id-2'],
  forced: ['id-3'],
  ours: [
    ours(1),
    ours(2, { status: 'canceled' }),
    ours(3, {
      ...{ pac: 'finkok', certifiedBy: 'FIN1203015JA' },
      surplus: [{ uuid: uuidOf(33), pac: 'sw', outcome: 'canceled' }],
    }),
  ],
  stamps: [stamp(1), stamp(2), stamp(3, { pac: 'finkok' }), stamp(33, { sello: 'sello-3' })],
  cancellations: [
    { pac: 'sw', uuid: uuidOf(2), estatus: '201' },
    { pac: 'sw', uuid: uuidOf(33), estatus: '202' },
  ],
  watched: [],
  doubts: [],
};

const withOurs = (n: number, fields: Partial<Ours>): Books => ({
  ...RIGHT,
  ours: RIGHT.ours.map((one) => (one.id === `id-${n}` ? { ...one, ...fields } : one)),
});

describe('the judge of both sides’ books', () => {
  it('has nothing to say where they are equal', () => {
    expect(complaints(RIGHT)).toEqual([]);
  });

  it('lets a second stamp be that only the tax authority can tell of, of whom that is said', () => {
    const unknown = withOurs(3, { surplus: [] });
    const valid = { ...unknown, cancellations: RIGHT.cancellations.slice(0, 1) };
    expect(complaints({ ...valid, watched: [{ id: 'id-3', pac: 'sw' }] })).toEqual([]);
    expect(complaints({ ...valid, watched: [{ id: 'id-3', pac: 'prodigia' }] })).toHaveLength(1);
    expect(complaints({ ...valid, forced: [], watched: [{ id: 'id-3', pac: 'sw' }] })).toHaveLength(1);
  });

  it.each<[string, Books, RegExp]>([
    [
      'a second stamp at another PAC',
      plus(stamp(8, { pac: 'finkok', sello: 'sello-1' })),
      /nobody forced it/,
    ],
    ['a second stamp at the same PAC', plus(stamp(8, { sello: 'sello-1' })), /stamped it too/],
    ['the same UUID twice', plus(stamp(1)), /its UUID 2 times/],
    ['a stamp of no document', plus(stamp(8)), /of no document/],
    ['a stamp that no ledger has', { ...RIGHT, stamps: RIGHT.stamps.slice(1) }, /no PAC has its stamp/],
    ['a UUID that is another’s', withOurs(1, { uuid: uuidOf(2) }), /of another document/],
    ['a UUID that is not the promised one', withOurs(1, { uuid: uuidOf(7) }), /was promised/],
    ['a sello that is not the stamped one', withOurs(1, { sello: 'other' }), /of another document/],
    ['another PAC in the history', withOurs(1, { pac: 'finkok' }), /says finkok/],
    ['another PAC in the XML', withOurs(1, { certifiedBy: 'FIN1203015JA' }), /its XML says/],
    ['an accepted document that is lost', { ...RIGHT, ours: RIGHT.ours.slice(1) }, /and lost/],
    ['one that nobody was told of', { ...RIGHT, accepted: RIGHT.accepted.slice(1) }, /nobody was told/],
    ['one that is pending', withOurs(2, { status: 'pending' }), /is pending/],
    ['one that failed', withOurs(1, { status: 'failed' }), /is failed/],
    ['another folio than promised', withOurs(1, { folio: 'F 7' }), /was promised the folio/],
    ['a folio that two have', withOurs(1, { folio: 'F 2' }), /F 2 is used twice/],
    ['a key that two have', withOurs(1, { key: 'key-2' }), /two documents/],
    ['a refused one that is there', { ...RIGHT, refused: ['key-1'] }, /was refused with 503/],
    [
      'a second stamp that was told and canceled, of one that nobody forced',
      { ...RIGHT, forced: [] },
      /nobody forced it/,
    ],
    [
      'a cancellation that was answered and is not',
      { ...RIGHT, canceled: ['id-1'] },
      /was answered, and it is valid/,
    ],
    ['a doubt', { ...RIGHT, doubts: ['id-1'] }, /in doubt still/],
    [
      'a second stamp that is still valid',
      { ...RIGHT, cancellations: RIGHT.cancellations.slice(0, 1) },
      /still valid/,
    ],
    ['a second stamp that no history has', withOurs(3, { surplus: [] }), /nobody knows/],
    [
      'a history with a second stamp that is none',
      { ...RIGHT, stamps: RIGHT.stamps.slice(0, 3) },
      /its second stamp/,
    ],
    [
      'a cancellation that no PAC has',
      { ...RIGHT, cancellations: RIGHT.cancellations.slice(1) },
      /not so at its PAC/,
    ],
    ['a cancellation that the PAC refused', refusedCancellation(), /not so at its PAC/],
    ['a cancellation that nobody knows of', withOurs(2, { status: 'valid' }), /not so at its PAC/],
    ['a cancellation of no document', stray(), /canceled, and is of no document/],
  ])('says so of %s', (_, books, words) => {
    expect(complaints(books).join('\n')).toMatch(words);
  });
});

function plus(one: Stamp): Books {
  return { ...RIGHT, stamps: [...RIGHT.stamps, one] };
}

function refusedCancellation(): Books {
  const [, second] = RIGHT.cancellations;
  const refused = { pac: 'sw', uuid: uuidOf(2), estatus: '205' } as const;
  return { ...RIGHT, cancellations: [refused, ...(second ? [second] : [])] };
}

function stray(): Books {
  return {
    ...RIGHT,
    cancellations: [...RIGHT.cancellations, { pac: 'finkok', uuid: uuidOf(77), estatus: '201' }],
  };
}
