import { describe, expect, it } from '@jest/globals';
import { allCaught, lineOf, tryOne, type Mutation, type Tools } from '../../scripts/seams/judge.mjs';
import { mutations } from '../../scripts/seams/mutations.mjs';

const FILE = 'customers.ts';
const CODE = "const sent = { name: 'Ada', name_of: 'Ada' };";
const rename: Mutation = {
  name: 'a field is renamed',
  edits: [{ file: FILE, find: "name: 'Ada'", replace: "title: 'Ada'" }],
  specs: ['customers.spec.ts'],
};

/** A project of one file, with a compiler and specs that return what the spec sets. */
function project(says: Partial<Pick<Tools, 'typeError' | 'failingSpec'>> = {}) {
  const files = new Map([[FILE, CODE]]);
  const seen: string[] = [];
  const tools: Tools = {
    read: (file) => files.get(file),
    write: (file, text) => {
      files.set(file, text);
      seen.push(text);
    },
    typeError: () => undefined,
    failingSpec: async () => undefined,
    ...says,
  };
  return { tools, seen, code: () => files.get(FILE) };
}

const editing = (edit: Partial<Mutation['edits'][number]>): Mutation => ({
  name: 'other',
  edits: [{ file: FILE, find: 'name', replace: 'title', ...edit }],
});

describe('a mutation that fits', () => {
  it('is caught by the compiler, and no spec is run', async () => {
    const { tools } = project({
      typeError: () => ({ text: 'tsc, x.ts:1 TS2339', syntax: false }),
      failingSpec: () => Promise.reject(new Error('not asked')),
    });
    const tried = await tryOne(rename, tools);
    expect(tried).toEqual({ name: rename.name, verdict: 'caught', by: 'tsc, x.ts:1 TS2339' });
    expect(allCaught([tried])).toBe(true);
  });

  it('is caught by a spec where the compiler sees nothing', async () => {
    const { tools } = project({ failingSpec: async (specs) => `${specs.join()}: sends the name` });
    expect(await tryOne(rename, tools)).toMatchObject({
      verdict: 'caught',
      by: 'customers.spec.ts: sends the name',
    });
  });

  it('is missed where neither notices, and that fails the whole', async () => {
    const tried = await tryOne(rename, project().tools);
    expect(tried.verdict).toBe('missed');
    expect(lineOf(tried)).toContain('MISSED');
    expect(allCaught([{ ...tried, verdict: 'caught' }, tried])).toBe(false);
  });

  it('is there while it is judged, and gone afterwards, whatever happens', async () => {
    const { tools, seen, code } = project({
      typeError: () => {
        throw new Error('the compiler broke');
      },
    });
    await expect(tryOne(rename, tools)).rejects.toThrow('the compiler broke');
    expect(seen).toEqual(["const sent = { title: 'Ada', name_of: 'Ada' };", CODE]);
    expect(code()).toBe(CODE);
  });

  it('may edit a file twice', async () => {
    const { tools, seen } = project();
    await tryOne(
      { ...rename, edits: [...rename.edits, { file: FILE, find: 'title', replace: 'label' }] },
      tools,
    );
    expect(seen[0]).toBe("const sent = { label: 'Ada', name_of: 'Ada' };");
  });
});

describe('a mutation that no longer fits', () => {
  it.each([
    ['what it looks for is gone', editing({ find: 'surname' })],
    ['what it looks for is there more than once', editing({ find: 'name' })],
    ['its pattern matches more than once', editing({ find: /na(me)/ })],
    ['it changes nothing', editing({ find: 'sent', replace: 'sent' })],
    ['its file is gone', editing({ file: 'people.ts' })],
  ])('fails the whole: %s', async (_, mutation) => {
    const { tools, seen } = project();
    const tried = await tryOne(mutation, tools);
    expect(tried.verdict).toBe('misfit');
    expect(lineOf(tried)).toContain('update it');
    expect(allCaught([tried])).toBe(false);
    expect(seen).toEqual([]);
  });

  it('fails the whole when it makes something that is no TypeScript: that proves nothing', async () => {
    const { tools } = project({ typeError: () => ({ text: "tsc, TS1005 ';' expected", syntax: true }) });
    expect(await tryOne(rename, tools)).toMatchObject({ verdict: 'misfit' });
  });
});

describe('the mutations', () => {
  it('are twelve at least, and have names of their own', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
    expect(mutations.length).toBeGreaterThanOrEqual(12);
    expect(mutations.filter(({ edits }) => edits.length === 0)).toEqual([]);
  });

  it('are judged by unit specs alone', () => {
    const specs = mutations.flatMap(({ specs = [] }) => specs);
    expect(specs.filter((spec) => /\.(int|e2e|kafka|sat)\.spec\.ts$/.test(spec))).toEqual([]);
  });

  it('are none at all: that is no proof', () => expect(allCaught([])).toBe(false));
});
