import { expect, it } from '@jest/globals';
import { ruleOf } from './matrix-codes.js';

it.each([
  'CFDI40119',
  'cfdi40119',
  'Reten20101',
  'CRP20101',
  'NOM132',
  'CP144',
  'CCE101',
  'HYP101',
  'INE180',
])('%s is of the tax authority’s matrices', (code) => expect(ruleOf(code)).toBe('sat'));

it.each(['301', '308', '309', '402', '403'])('%s is what every provider checks', (code) =>
  expect(ruleOf(code)).toBe('pac'),
);

it.each(['HTTP503', 'ORA00942', 'SQL1205', 'ERR0001', 'CFDI', '307', '500', 'XCFDI40119', 'CFDI40119x', ''])(
  '%j is of no document: what it refuses may be stamped',
  (code) => expect(ruleOf(code)).toBeUndefined(),
);
