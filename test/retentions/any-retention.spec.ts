import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prepareRetention } from '#billing';
import { retentionContent, retentionIssuer } from '#billing/retentions/testing';
import { buildRetencion, findRetentionComplement, retentionComplementTypes, sealRetencion } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import { inputOfExample, retentionExamples } from '#cfdi/testing/retention-examples';
import { RETENTION_COMPLEMENTS, type RetentionContent } from '#contracts';
import { subcodeTable } from '#kernel';
import { ofSandbox } from '#pac/sandbox/check';
import { examine } from '#pac/sandbox/examine';
import { anyRetention, rightRetention } from './arbitrary.js';

const NOW = new Date('2026-11-20T18:30:00Z');
/** More of them: any-retention.sat.spec.ts. */
const RUNS = 25;
const SEED = 22;
const prepare = (content: RetentionContent) => prepareRetention(content, retentionIssuer, NOW);

/** What the sandbox's provider says of a prepared retention, sealed. */
async function verdictOf(content: RetentionContent): Promise<unknown> {
  const prepared = prepare(content);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.refusal));
  const { xml } = await sealRetencion(prepared.value.retencion, testCsd());
  return examine({ kind: 'retencion', xml }, NOW, ofSandbox).verdict;
}

it('every complement of the engine has its type in the contracts', () => {
  const known: readonly string[] = RETENTION_COMPLEMENTS;
  expect(retentionComplementTypes.filter((type) => !known.includes(type))).toEqual([]);
  // What the contracts have beside them is another name of one.
  for (const type of known) expect(retentionComplementTypes).toContain(findRetentionComplement(type)?.type);
});

it.each(retentionExamples.map((example) => [example.type, example] as const))(
  '%s: the example of docs/retention-complements.md is stamped by the sandbox',
  async (_type, example) => {
    const made = buildRetencion(inputOfExample(example));
    if (!made.ok) throw new Error(JSON.stringify(made.refusal));
    const { xml } = await sealRetencion(made.value, testCsd());
    expect(examine({ kind: 'retencion', xml }, NOW, ofSandbox).verdict).toHaveProperty('facts');
  },
);

describe('any retention that the API takes', () => {
  it('is stamped by the sandbox, if nothing is wrong with it', async () => {
    await fc.assert(
      fc.asyncProperty(rightRetention, async (content) => {
        expect(await verdictOf(content)).toHaveProperty('facts');
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('is stamped by the sandbox or refused at its fields, whatever it is', async () => {
    const fields = new RegExp(`^(issuer_info|${Object.keys(retentionContent()).join('|')})\\b`);
    await fc.assert(
      fc.asyncProperty(anyRetention, async (content) => {
        const prepared = prepare(content);
        if (prepared.ok) {
          expect(await verdictOf(content)).toHaveProperty('facts');
          return;
        }
        const { code, details = [] } = prepared.refusal;
        expect(['invalid_request', 'invalid_retention_complement']).toContain(code);
        expect(details.length).toBeGreaterThan(0);
        for (const one of details) {
          expect(one.path).toMatch(fields);
          expect(subcodeTable).toHaveProperty(one.code);
        }
      }),
      { numRuns: 2 * RUNS, seed: SEED },
    );
  });
});
