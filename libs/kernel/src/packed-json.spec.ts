import { describe, expect, it } from '@jest/globals';
import { PACK_FROM, packJson, packMembers, unpackJson } from './packed-json.js';

const jsonOf = (characters: number): string => JSON.stringify({ text: 'ñ'.repeat(characters - 11) });

describe('JSON as it is stored', () => {
  it('is itself while it is small', async () => {
    const json = jsonOf(PACK_FROM - 1);
    expect(await packJson(json)).toBe(json);
    expect(unpackJson(json)).toBe(json);
  });

  it('is packed from its limit on, and comes back as it was', async () => {
    const json = jsonOf(PACK_FROM);
    expect(json).toHaveLength(PACK_FROM);
    const stored = await packJson(json);
    expect(stored.length).toBeLessThan(10_000);
    expect(Object.keys(JSON.parse(stored) as object)).toEqual(['$brotli']);
    expect(unpackJson(stored)).toBe(json);
  });

  it('is no way to fill the memory: what unpacks to more than anything of ours is refused', async () => {
    const bomb = await packJson(' '.repeat(257 * 1024 * 1024));
    expect(() => unpackJson(bomb)).toThrow('Cannot create a Buffer larger than');
  });

  it('that claims to be packed, and is not, is a fault', () => {
    expect(() => unpackJson('{"$brotli":"AAAA"}')).toThrow('unexpected end of file');
  });

  it('is packed member by member in an object, but for text and what is not there', async () => {
    const large = { text: 'ñ'.repeat(PACK_FROM) };
    const stored = JSON.parse(
      await packMembers({ id: 'a', none: undefined, nothing: null, large, text: large.text }),
    ) as Record<string, unknown>;
    expect(Object.keys(stored)).toEqual(['id', 'nothing', 'large', 'text']);
    expect(stored).toMatchObject({ id: 'a', nothing: null, text: large.text });
    expect(Object.keys(stored['large'] as object)).toEqual(['$brotli']);
    expect(JSON.parse(unpackJson(JSON.stringify(stored['large'])))).toEqual(large);
  });
});
