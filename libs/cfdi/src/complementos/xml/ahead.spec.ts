import { describe, expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../../../test/support/cpu-time.js';
import { checkAddenda } from './addenda.js';
import { readLongXml, type GivenXml } from './ahead.js';
import { buildXml } from './build.js';

const LONGEST = 400_000;
const fill = (text: string): string => text.repeat(Math.floor(LONGEST / text.length));
const nothing: GivenXml = { complementos: [], espacios: [] };

/** Reads ahead, and counts the turns that others had. */
async function turnsWhile(given: Partial<GivenXml>): Promise<number> {
  let turns = 0;
  await readLongXml({ ...nothing, ...given }, () => {
    turns += 1;
    return Promise.resolve();
  });
  return turns;
}

describe('XML that is read ahead', () => {
  it.each([
    ['attributes and texts', `<a b="${fill('&#x3C; ')}">${fill('&lt;ñ')}</a>`],
    ['a line break at each end of a piece', `<a>${fill('\r\n')}</a>`],
    ['characters of two halves', `<a>${fill('😀x')}</a>`],
    ['elements', `<a>${fill(`<b c="${'d'.repeat(90)}">e</b>`)}</a>`],
    ['what is not well-formed at its end', `<a>${fill('text ')}`],
    ['what is not allowed', `<a>${fill('text ')}<?php ?></a>`],
  ])('is what it is when read at once: %s', async (_, addenda) => {
    const atOnce = checkAddenda(addenda, [], 'addenda');
    expect(await turnsWhile({ addenda })).toBeGreaterThan(addenda.length / 2 / 20_000);
    expect(checkAddenda(addenda, [], 'addenda')).toEqual(atOnce);
  });

  it('is not read again when the document is built', async () => {
    const addenda = `<a>${fill('<b/>text &amp; ')}</a>`;
    const xml = `<x>${fill(`<y z="${'1'.repeat(200)}"/>`)}</x>`;
    const build = (): unknown => [
      checkAddenda(addenda, [], 'addenda'),
      buildXml(xml, { espacios: [] } as never, 'complementos[1].xml'),
    ];
    build();
    const again = leastCpuMs(build, 3);
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await turnsWhile({ addenda, complementos: [undefined, xml] });
      times.push(leastCpuMs(build, 1));
    }
    expect(Math.min(...times)).toBeLessThan(again / 2);
  });

  it('is kept for the same place and namespaces alone, and once', async () => {
    const addenda = `<n:a>${fill('text ')}</n:a>`;
    const espacios = [{ prefijo: 'n', uri: 'urn:n', esquema: 'https://n.example/n.xsd' }];
    await turnsWhile({ addenda, espacios });
    expect(checkAddenda(addenda, [], 'addenda')).toMatchObject({ ok: false });
    expect(checkAddenda(addenda, espacios, 'addenda')).toMatchObject({ ok: true });
    expect(checkAddenda(addenda, espacios, 'addenda')).toMatchObject({ ok: true });
  });

  it('gives nobody a turn for what is short', async () => {
    expect(await turnsWhile({ addenda: '<a/>', complementos: ['<b/>'] })).toBe(0);
  });
});
