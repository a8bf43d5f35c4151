import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openListFolder } from '../folder.js';
import { SITUATIONS, type EfosEntry } from '../port.js';
import { efosText, listBench, type ListBench } from '../testing.js';
import { isValidEfos } from './verdict.js';

let bench: ListBench;
beforeEach(() => {
  bench = listBench();
});
afterEach(() => {
  bench.remove();
});

const ask = (rfc: string) => {
  const lists = openListFolder(bench.folder);
  const answer = lists.efos(rfc);
  lists.close();
  return answer;
};
const definitive = (rfc: string, situation = 'Definitivo ') => [
  ...[rfc, 'COMERCIALIZADORA "ÑU", S.A.\nDE C.V.', situation],
  ...[
    '500-05-2018-1 de fecha 2 de enero de 2018',
    '01/02/2018',
    '500-05-2018-2 de fecha 5 de enero',
    '02/03/2018',
  ],
  ...['', '', '', '', '500-05-2018-3', '04/05/2018', '500-05-2018-4', '06/07/2018', 's1', '08/09/2018'],
];

describe('the list of article 69-B', () => {
  it('is read with its day, its breaks inside of fields and its columns', async () => {
    const text = efosText([definitive('AAA080808HL8'), definitive('ÑAA010101AB1', 'Sentencia Favorable')]);
    const file = bench.file('69b.csv', text);
    expect(await bench.load('69b', [file])).toMatchObject({ rows: 2, leftOut: 0, updatedOn: '2026-07-31' });
    expect(ask('AAA080808HL8')).toEqual({
      updatedOn: '2026-07-31',
      entries: [
        {
          rfc: 'AAA080808HL8',
          name: 'COMERCIALIZADORA "ÑU", S.A. DE C.V.',
          situation: 'Definitivo',
          presuncionOficio: '500-05-2018-1 de fecha 2 de enero de 2018',
          presuncionSat: '01/02/2018',
          presuncionOficioDof: '500-05-2018-2 de fecha 5 de enero',
          presuncionDof: '02/03/2018',
          definitivoSat: '04/05/2018',
          definitivoDof: '06/07/2018',
          sentenciaOficio: 's1',
          sentenciaSat: '08/09/2018',
        },
      ],
    });
    expect(ask('ÑAA010101AB1')?.entries).toMatchObject([{ situation: 'Sentencia favorable' }]);
    expect(ask('EKU9003173C9')).toEqual({ updatedOn: '2026-07-31', entries: [] });
  });

  it('is read with stray bytes, in UTF-8 too, and leaves out rows without an RFC', async () => {
    const text = efosText([
      definitive('AAA080808HL8').map((cell) => cell.replace('COM', 'C\x81O\x8dM')),
      ['XXXXXXXXXXXX', 'X', 'Definitivo'],
      [''],
    ]);
    expect(await bench.load('69b', [bench.file('a.csv', text)])).toMatchObject({ rows: 1, leftOut: 2 });
    expect(ask('AAA080808HL8')?.entries[0]?.name).toContain('COMERCIALIZADORA');
    await bench.load('69b', [
      bench.file(
        'b.csv',
        Buffer.from(
          `\ufeff${efosText([definitive('ÑAA010101AB1')], 'Información actualizada al 01/08/2026')}`,
        ),
      ),
    ]);
    expect(ask('ÑAA010101AB1')).toMatchObject({
      updatedOn: '2026-08-01',
      entries: [{ rfc: 'ÑAA010101AB1' }],
    });
  });

  it('keeps both rows of a taxpayer with two situations, and one of two that are the same', async () => {
    const rows = [
      definitive('AAA080808HL8', 'Desvirtuado'),
      definitive('AAA080808HL8'),
      definitive('AAA080808HL8'),
    ];
    await bench.load('69b', [bench.file('a.csv', efosText(rows))]);
    expect(ask('AAA080808HL8')?.entries.map(({ situation }) => situation)).toEqual([
      'Desvirtuado',
      'Definitivo',
    ]);
  });

  const note = (text: string) => efosText([definitive('AAA080808HL8')], text);
  it.each([
    ['without its day', note('Listado'), /does not say of which day/],
    ['of a day that there is not', note('Información actualizada al 45 de julio de 2026'), /does not say/],
    [
      'older than what is loaded',
      note('Información actualizada al 1 de enero de 2026'),
      /It is of 2026-01-01.*--force/,
    ],
    ['without a header', 'a,b\r\nc,d\r\n', /lacks the header/],
    ['an HTML page', '<html><body>Not found</body></html>', /lacks the header/],
    ['in UTF-16', Buffer.from(note('x'), 'utf16le'), /UTF-16/],
    ['of other rows', efosText(Array<string[]>(600).fill(['x'])), /no row with an RFC/],
    ['one endless field', `${efosText([])}1,"${'a'.repeat(100_000)}`, /can't be read as CSV/],
    ['empty', '', /lacks the header/],
  ])('is not a file that is %s', async (_what, text, problem) => {
    await bench.load('69b', [bench.file('good.csv', efosText([definitive('AAA080808HL8')]))]);
    await expect(bench.load('69b', [bench.file('bad.csv', text)])).rejects.toThrow(problem);
    expect(ask('AAA080808HL8')?.entries).toHaveLength(1);
  });
});

describe('the verdict over a taxpayer', () => {
  const of = (...situations: string[]) =>
    isValidEfos(situations.map((situation) => ({ situation }) as EfosEntry));

  it('follows from each situation', () => {
    expect(SITUATIONS.map((situation) => [situation, of(situation)])).toEqual([
      ['Previsto', false],
      ['Presunto', false],
      ['Desvirtuado', true],
      ['Definitivo', false],
      ['Sentencia favorable', true],
      ['EFOS de información suprimida', true],
    ]);
  });

  it('is good for one who is not in the list, and bad for one case that stands, or a word that nobody knows', () => {
    expect([of(), of('Desvirtuado', 'Definitivo'), of('Otra')]).toEqual([true, false, false]);
  });
});
