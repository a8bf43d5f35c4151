import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openListFolder } from '../folder.js';
import { certificate, lcoText, listBench, type ListBench } from '../testing.js';

let bench: ListBench;
beforeEach(() => {
  bench = listBench();
});
afterEach(() => {
  bench.remove();
});

const ask = async (...rfcs: string[]) => {
  const lists = openListFolder(bench.folder);
  const answers = await Promise.all(rfcs.map((rfc) => lists.obligations(rfc)));
  lists.close();
  return answers;
};

describe('the list of obligations', () => {
  it('tells the five values of an issuer', async () => {
    const rfcs = ['EKU9003173C9', 'H&E951128469', 'OÑO120726RX3', 'CACX7605101P8', 'IAÑL750210963'];
    const text = lcoText(Object.fromEntries(rfcs.map((rfc, value) => [rfc, [certificate(value)]])));
    expect(await bench.load('lco', [bench.file('LCO_1.XML.gz', text)])).toMatchObject({ rows: 5 });
    expect(await ask(...rfcs)).toEqual([0, 1, 2, 3, 4]);
    expect(await ask('AAA010101AAA')).toEqual([null]);
  });

  it('goes by the newest certificate that is in force', async () => {
    const text = lcoText({
      EKU9003173C9: [
        certificate(2, { desde: '2024-01-01T00:00:00' }),
        certificate(0, { desde: '2025-01-01T00:00:00' }),
        certificate(4, { desde: '2026-01-01T00:00:00', estatus: 'R' }),
        certificate('9', { desde: '2026-02-01T00:00:00' }),
      ],
      CACX7605101P8: [certificate(1, { estatus: 'C' })],
    });
    expect(await bench.load('lco', [bench.file('lco.xml', text)])).toMatchObject({ rows: 1, leftOut: 1 });
    expect(await ask('EKU9003173C9', 'CACX7605101P8')).toEqual([0, null]);
  });

  it('believes the more permissive of two files', async () => {
    const files = [0, 1].map((value) =>
      bench.file(`${value}.xml`, lcoText({ EKU9003173C9: [certificate(value)] })),
    );
    await bench.load('lco', files);
    expect(await ask('EKU9003173C9')).toEqual([1]);
  });

  const one = lcoText({ EKU9003173C9: [certificate(1)] });
  const without = '<?xml version="1.0"?>';
  it.each([
    ['cut off', one.slice(0, -20), /It is not well-formed XML/],
    ['another document', `${without}<cfdi/>`, /Its root is cfdi and not LCO/],
    ['without taxpayers', lcoText({}), /It has no rows/],
    ['of a document type', `${without}<!DOCTYPE LCO [<!ENTITY a "aaaa">]><LCO>&a;</LCO>`, /document type/],
    ['deep', `${without}<LCO>${'<a>'.repeat(10_000)}`, /nested deeper/],
    ['a long text', `${without}<LCO>${'a'.repeat(3_000_000)}`, /more text than LCO/],
    ['one endless tag', `${without}<LCO a="${'a'.repeat(3_000_000)}`, /more text than LCO|not well-formed/],
    [
      'in a strange encoding',
      `<?xml version="1.0" encoding="EBCDIC-MX"?><LCO/>`,
      /Its encoding is ebcdic-mx/,
    ],
    ['no XML', 'RFC|SNCF|SUBCONTRATACION\r\n', /not well-formed/],
  ])('is not a file that is %s, and what was loaded stays', async (_what, text, problem) => {
    await bench.load('lco', [bench.file('good.xml', lcoText({ EKU9003173C9: [certificate(3)] }))]);
    await expect(bench.load('lco', [bench.file('bad.xml', text)])).rejects.toThrow(problem);
    expect(await ask('EKU9003173C9')).toEqual([3]);
  });
});
