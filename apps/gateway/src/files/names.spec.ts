import { describe, expect, it } from '@jest/globals';
import { emptyLegal } from '#contracts';
import { fileNameOf } from './names.js';

const UUID = '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34';
const nameOf = (
  over: Partial<Parameters<typeof fileNameOf>[0]> = {},
  tax_id: string | null = 'EKU9003173C9',
) =>
  fileNameOf(
    {
      ...{ id: 'i', uuid: UUID, series: 'F', folio_number: '1042' },
      ...{ issuer_type: 'issuing', customer_tax_id: 'URE180429TM6', ...over },
    },
    { legal: { ...emptyLegal('a'), tax_id } },
  );

describe('the name of the files of an invoice', () => {
  it.each([
    ['series, folio, RFC and UUID', nameOf(), `F-1042_EKU9003173C9_${UUID}`],
    ['no series', nameOf({ series: null }), `1042_EKU9003173C9_${UUID}`],
    ['neither series nor folio', nameOf({ series: '', folio_number: null }), `EKU9003173C9_${UUID}`],
    ['an organization that has no RFC any more', nameOf({}, null), `F-1042_${UUID}`],
    ['an RFC that no header takes', nameOf({}, 'Ñ&E951128469'), `F-1042_N-E951128469_${UUID}`],
    ['a series that is a path or a header', nameOf({ series: '../"\r\né😀' }), `e-1042_EKU9003173C9_${UUID}`],
    [
      'a received one: the RFC of its issuer',
      nameOf({ issuer_type: 'receiving' }),
      `F-1042_URE180429TM6_${UUID}`,
    ],
    ['a draft', nameOf({ uuid: null }), 'i'],
  ])('has %s', (_, name, expected) => expect(name).toBe(expected));

  it('is short enough to stay whole in a mail', () => {
    const longest = nameOf({ series: 'S'.repeat(25), folio_number: '999999999999' }, 'XAXX010101000');
    expect(`acuse-${longest}.xml`.length).toBeLessThanOrEqual(120);
  });
});
