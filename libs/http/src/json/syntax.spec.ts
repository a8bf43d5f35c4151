import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish, parseJson } from './json.js';
import { findSyntaxProblem } from './syntax.js';

const problemOf = (text: string) => finish(findSyntaxProblem(Buffer.from(text)));
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'there is a comma too many'],
    ['[1,]', 1, 4, 'there is a comma too many'],
    ['[1,,2]', 1, 4, 'there is a comma too many'],
    ["{'a': 1}", 1, 2, 'strings take double quotes'],
    ['{"ñ": \'b\'}', 1, 7, 'strings take double quotes'],
    ['{a: 1}', 1, 2, 'a name in double quotes was expected'],
    ['{"a" 1}', 1, 6, 'the colon is missing'],
    ['{"a": 1 "b": 2}', 1, 9, 'a comma or a closing bracket is missing'],
    ['{"a": [1}', 1, 9, 'a comma or a closing bracket is missing'],
    ['{"a": NaN}', 1, 7, 'a value was expected'],
    ['{"a": 01}', 1, 7, 'a value was expected'],
    ['{"a": }', 1, 7, 'a value was expected'],
    ['// no\n{}', 1, 1, 'a value was expected'],
    ['{"a": "b\nc"}', 1, 9, 'the string has a line break or another character that must be escaped'],
    ['{"a": "\\x"}', 1, 9, 'the string has a line break or another character that must be escaped'],
    ['{"a": "b', 1, 9, 'the text ends too early'],
    ['{"a":\n', 2, 1, 'the text ends too early'],
    ['{} {}', 1, 4, 'there is text after the JSON'],
  ])('%j: line %i, column %i, %s', (text, line, column, en) => {
    expect(problemOf(text)).toMatchObject({ line, column, reason: { en } });
    expect(parseJson(Buffer.from(text))).toMatchObject({
      refusal: { code: 'invalid_json', location: 'body', params: { line, column } },
    });
  });

  it('is found in damaged texts wherever JSON.parse refuses them, and nowhere else', () => {
    const damage = fc.constantFrom(
      '',
      ',',
      '{',
      '}',
      '[',
      ']',
      ':',
      '"',
      '\\',
      ' ',
      '1',
      '-',
      '.',
      'e',
      'x',
      '\n',
      'null',
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(2), damage, (json, place, cut, insert) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + insert + json.slice(at + cut);
        expect([text, problemOf(text) === undefined]).toEqual([text, isJson(text)]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is looked for in turns, once over the text', () => {
    const steps = findSyntaxProblem(Buffer.from(`[${'{"a":1},'.repeat(100_000)}]`));
    let turns = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) turns += 1;
    expect(step.value).toMatchObject({ line: 1, column: 800_002 });
    expect(turns).toBeGreaterThan(10);
  });
});
