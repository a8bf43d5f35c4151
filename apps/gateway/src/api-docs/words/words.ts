import type { Vocabulary } from '#http';

/** A part of the vocabulary. */
export type Words = Omit<Vocabulary, 'keys'>;

/** What every part of the API has. */
export const commonWords: Words = {
  names: {
    gt: 'After this moment, in ISO 8601; a bare date is its first moment',
    gte: 'From this moment on; a bare date is its first moment',
    id: 'Identifier: 24 hexadecimal characters',
    created_at: 'When it was created',
    livemode: 'Whether it is of Live; false: of Test',
    lt: 'Before this moment; a bare date is its first moment',
    lte: 'Until this moment; a bare date is its first moment, so `lt` the day after it',
    organization: 'Id of the organization that it belongs to',
    ok: 'Whether it was done',
  },
  values: [
    { page: 'Numbered pages, up to the first 3000 results', cursor: 'Cursors, without end' },
    { true: 'Done' },
    { service: 'This service', sat: 'The tax authority', pac: 'The provider that stamps (PAC)' },
    {
      body: 'The body',
      query: 'The query of the address',
      params: 'The path of the address',
      headers: 'The headers',
      files: 'The files of a form',
    },
    { test: 'Test: a sandbox, nothing is a fiscal document', live: 'Live: real documents' },
  ],
  valuesOf: {},
};

/** One vocabulary of several; a name or a place is in one of them only. */
export const together = (keys: Vocabulary['keys'], ...parts: readonly Words[]): Vocabulary => ({
  keys,
  names: Object.assign({}, ...parts.map(({ names }) => names)) as Vocabulary['names'],
  values: parts.flatMap(({ values }) => values),
  valuesOf: Object.assign({}, ...parts.map(({ valuesOf }) => valuesOf)) as Vocabulary['valuesOf'],
});
