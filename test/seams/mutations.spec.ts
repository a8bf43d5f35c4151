import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { applyMutation } from '../../scripts/seams/apply.mjs';
import { mutations } from '../../scripts/seams/mutations.mjs';

const inProject = (path: string) => resolve(import.meta.dirname, '../..', path);
const read = (path: string) =>
  existsSync(inProject(path)) ? readFileSync(inProject(path), 'utf8') : undefined;

const syntaxErrors = (text: string) =>
  ts
    .transpileModule(text, { reportDiagnostics: true })
    .diagnostics?.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));

// check:seams says so too, but after minutes: here whoever changes the code learns it with the unit specs.
describe('the mutations of the seams', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'fit the code, and leave TypeScript: %s',
    (_, mutation) => {
      for (const [path, text] of applyMutation(mutation, read))
        expect([path, path.endsWith('.ts') ? syntaxErrors(text) : []]).toEqual([path, []]);
    },
  );
});
