import { describe, expect, it } from '@jest/globals';
import { differencesOf } from './guides/compare.js';
import { readGuide } from './guides/read.js';

/** How guides are read, and how an answer is compared with what a guide shows of it. */

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;

describe('a guide', () => {
  it('is its steps, their answers and output, and the files that are saved', () => {
    const text = `# A\n\nSave it as \`a.mjs\`:\n\n${fence('js', 'x();')}\n${fence('sh', 'curl a')}\n201, made:\n\n${fence('json', '{ "a": 1 }')}\n${fence('js', 'y();')}\n${fence('text', 'done')}`;
    expect(readGuide(text)).toEqual([
      { line: 6, name: 'a.mjs', content: 'x();\n' },
      { line: 10, language: 'sh', code: 'curl a\n', answer: { status: 201, body: { a: 1 } } },
      { line: 20, language: 'js', code: 'y();\n', output: 'done\n' },
    ]);
  });

  it('can’t hold code that nobody runs, unless it says so', () => {
    expect(() => readGuide(fence('php', 'echo 1;'))).toThrow('nothing runs this php');
    expect(readGuide(`This was not run here:\n\n${fence('php', 'echo 1;')}`)).toEqual([]);
    expect(readGuide(`This was not run here:\n\n${fence('java', 'x();')}`)).toEqual([]);
    expect(() => readGuide(`\`\`\`\ncurl\n\`\`\`\n`)).toThrow('without a language');
    expect(() => readGuide(`${fence('sh', 'curl a')}\nIt says:\n\n${fence('json', '{}')}`)).toThrow('status');
    expect(() => readGuide(fence('json', '{}'))).toThrow('nothing runs this json');
  });
});

describe('what a guide shows of an answer', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['fewer fields', { a: 1 }, { a: 1, b: 2 }, []],
    ['another value', { a: 1 }, { a: 2 }, ['a is 2, not 1']],
    ['a text for a number', { a: '1' }, { a: 1 }, ['a is 1, not "1"']],
    ['any value', { a: '…' }, { a: 0 }, []],
    ['any value, of null', { a: '…' }, { a: null }, ['a is missing']],
    ['a part of a text', { a: 'whsec_…' }, { a: 'whsec_x' }, []],
    ['another part', { a: 'whsec_…' }, { a: 'x' }, ['a is "x"']],
    ['all of a list', [1], [1, 2], [' has 2 entries: [1,2]']],
    ['the first of a list', [{ a: 1 }, '…'], [{ a: 1 }, 2], []],
    ['more than there is', [1, 2, '…'], [1], [' has 1 entries: [1]']],
    ['an object for a text', { a: { b: 1 } }, { a: 'x' }, ['a is "x"']],
    ['a list for null', { a: [] }, { a: null }, ['a is null']],
  ])('%s', (_, shown, real, differences) => expect(differencesOf(shown, real)).toEqual(differences));
});
