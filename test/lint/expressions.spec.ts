import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

// Without it, recheck leaves a process of its own behind.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** The project's own configuration, and of its rules those on expressions. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId.startsWith('redos/'),
  // These rules read no types, which take long to load.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: false } } },
});

/** The rules that a line breaks as a part of the gateway. */
async function rulesBrokenBy(line: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: `${root}/apps/gateway/src/routes.ts` });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

/** Expressions on input whose time grows faster than the input: the linter complains of each, and not of its mend. */
describe('expressions on input', () => {
  it.each([
    [
      'export const at = /^\\s*([a-z]+)(?:\\s+(.*?))?\\s*$/i;',
      'export const at = /^ {0,9}([a-z]{1,20}) (\\S{1,200})$/i;',
    ],
    ['export const at = /<IdCCP[^>]*>/;', 'export const at = /^<IdCCP[^>]*>/;'],
    ['export const at = /"(?:[^"\\\\]+|\\\\.)*"/;', 'export const at = /^"(?:[^"\\\\]|\\\\.)*"/;'],
    ['export const at = /\\s+$/;', 'export const at = /\\s$/;'],
    ['export const at = /^(?:a+)+$/;', 'export const at = /^a+$/;'],
  ])('%s is refused, its mend is not', async (line, mend) => {
    const broken = await rulesBrokenBy(line);
    expect(broken).toEqual(['redos/no-vulnerable']);
    expect(await rulesBrokenBy(mend)).toEqual([]);
  });
});
