import { expect, it } from '@jest/globals';
import { fileNameOf } from './file-name.js';

const uuid = '5C5C5C5C-0000-4000-8000-000000000001';
const name = (over: object) =>
  fileNameOf({ series: 'A', folio_number: 12, issuer_rfc: 'EKU9003173C9', uuid, ...over });

it.each([
  [{}, `A-12_EKU9003173C9_${uuid}`],
  [{ series: null }, `12_EKU9003173C9_${uuid}`],
  [{ series: '' }, `12_EKU9003173C9_${uuid}`],
  [{ series: null, folio_number: null }, `EKU9003173C9_${uuid}`],
  [{ folio_number: '0012' }, `A-0012_EKU9003173C9_${uuid}`],
  // No part of a name leads out of its folder, ends a header, or is of an alphabet that a mail has to encode.
  [{ series: '../a b"\r\n_ñÑ' }, `..-a-b-nN-12_EKU9003173C9_${uuid}`],
  [{ issuer_rfc: 'Ñ&A010101AAA' }, `A-12_N-A010101AAA_${uuid}`],
])('the files of %j are named %s', (over, expected) => expect(name(over)).toBe(expected));
