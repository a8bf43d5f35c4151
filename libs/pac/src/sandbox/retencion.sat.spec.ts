import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { insertTimbre, type RetencionInput } from '#cfdi';
import { MATERIAL } from '#cfdi/testing/certificates';
import { createFileWriter, officialReady, sayWhatIsMissing, verifyFiles } from '#cfdi/testing/official';
import { arbitraryRetencion } from '#cfdi/testing/retenciones';
import { clavesRetencion } from '#sat';
import { account, openCancellationBench, type CancellationBench } from './cancellation-bench.js';
import { sealedRetencion } from './testing.js';

/** What the sandbox stamps of retentions, judged by the tax authority's own schemas and stylesheets and by openssl. */
sayWhatIsMissing("the check of the sandbox's retentions by the official schemas");

(officialReady ? describe : describe.skip)('retentions that the sandbox has stamped', () => {
  const writeFile = createFileWriter();
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-retentions-'));
  let bench: CancellationBench;
  const files: string[] = [];
  // The engine's own check looks at every key (libs/cfdi/src/retenciones): a few show that the stamp fits in.
  const keys = clavesRetencion.entries.filter((_entry, n) => n % 7 === 0);

  beforeAll(async () => {
    bench = await openCancellationBench();
    for (const { key } of keys) {
      const [input] = fc.sample(arbitraryRetencion(key, 'any'), { numRuns: 1, seed: Number(key) });
      const xml = await sealedRetencion(registered(input as RetencionInput), bench.csd);
      const outcome = await bench.pac.stamp({ kind: 'retencion', requestId: key, account, xml });
      if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome));
      files.push(writeFile(insertTimbre(xml, outcome.timbre.xml)));
    }
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await bench.close();
  });

  it('are valid, and sealed over the very cadena of the stylesheet', async () => {
    expect(files.length).toBe(keys.length);
    expect(await verifyFiles(files)).toEqual([]);
  });

  it('have stamps that openssl verifies with the certificate of the provider', () => {
    const cer = join(folder, 'pac.cer');
    writeFileSync(cer, bench.pac.certificates.pac);
    for (const file of files) {
      const said = execFileSync('bash', [join(MATERIAL, 'verify-tfd.sh'), file, cer]).toString();
      expect(said).not.toMatch(/FAIL/);
      expect(said).toMatch(/ok/);
    }
  });
});

/** With the name and postal code that the sandbox's register has of its receiver. */
const registered = (input: RetencionInput): RetencionInput =>
  input.receptor.nacionalidad === 'Nacional'
    ? { ...input, receptor: { ...input.receptor, nombre: 'XOCHILT CASAS CHAVEZ', domicilioFiscal: '36257' } }
    : input;
