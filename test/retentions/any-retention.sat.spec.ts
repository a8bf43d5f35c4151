import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prepareRetention } from '#billing';
import { retentionIssuer } from '#billing/retentions/testing';
import { sealRetencion } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import {
  createFileWriter,
  findComplaints,
  officialReady,
  sayWhatIsMissing,
  verifyFiles,
} from '#cfdi/testing/official';
import { anyRetention, rightRetention } from './arbitrary.js';

/** Retentions of any content, by the tax authority's own schemas and stylesheets and by openssl. */
sayWhatIsMissing('the check of any retention by the official schemas');

const NOW = new Date('2026-11-20T18:30:00Z');
const RUNS = 120;
/** openssl and xsltproc take a second for a document. */
const VERIFIED = 6;

(officialReady ? describe : describe.skip)('any retention that the API takes', () => {
  const writeFile = createFileWriter();
  const files: string[] = [];

  beforeAll(async () => {
    const contents = [
      ...fc.sample(rightRetention, { numRuns: RUNS, seed: 22 }),
      ...fc.sample(anyRetention, { numRuns: RUNS, seed: 22 }),
    ];
    for (const content of contents) {
      const prepared = prepareRetention(content, retentionIssuer, NOW);
      if (!prepared.ok) continue;
      // The schema looks into the addenda, which a PAC leaves out; it is not signed.
      const { addenda: _addenda, ...retencion } = prepared.value.retencion;
      files.push(writeFile((await sealRetencion(retencion, testCsd())).xml));
    }
  }, 120_000);

  it('is valid', () => {
    expect(files.length).toBeGreaterThan(RUNS);
    expect(findComplaints(files)).toEqual([]);
  });

  it('has a seal that openssl verifies over the cadena of the stylesheet', async () => {
    const step = Math.ceil(files.length / VERIFIED);
    expect(await verifyFiles(files.filter((_file, i) => i % step === 0))).toEqual([]);
  }, 120_000);
});
