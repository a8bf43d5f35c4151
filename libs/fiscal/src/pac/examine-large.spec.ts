import { afterAll, describe, expect, it } from '@jest/globals';
import { buildComprobante, comprobanteXml, sealRetencion } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import { sampleInputs } from '#cfdi/testing/documents';
import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import { CannotExamine, examineOver, type Sent } from '#pac';
import { withNewerPlaces, builtInCatalogues } from '#sat';
import { createLogger } from '#hosting/logging/logger';
import { WorkerPool } from '#hosting/workers/worker-pool';
import { examineLargeElsewhere } from './examine-large.js';

const NOW = new Date('2026-11-20T16:00:00.000Z');
const SEALS = { noCertificado: '30001000000500003416', certificado: 'MIIA', sello: 'c2VsbG8=' };
const [[, input] = []] = sampleInputs();

/** The XML of a document with so many lines. */
function documentOf(lines: number): string {
  if (!input) throw new Error('no samples');
  const conceptos = Array.from({ length: lines }, (_, n) => ({
    ...(input.conceptos[0] as (typeof input.conceptos)[number]),
    descripcion: `Pieza ${n}`,
  }));
  const built = buildComprobante({ ...input, conceptos });
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details?.slice(0, 3)));
  return comprobanteXml(built.value, SEALS);
}

/** The XML of a retention with so many characters of addenda. */
async function retentionOf(characters: number): Promise<string> {
  const addenda = `<a>${'x'.repeat(characters)}</a>`;
  return (
    await sealRetencion(
      mustBuildRetencion(retencion({ fechaExp: '2026-11-20T09:30:00', addenda })),
      testCsd(),
    )
  ).xml;
}

const sent = (xml: string): Sent => ({ kind: 'comprobante', xml });

describe('large documents at the sandbox', () => {
  const log = createLogger({ level: 'error', to: { write: () => undefined } });
  const workers = new WorkerPool(log);
  afterAll(() => workers.close());
  const onLoop = examineOver(withNewerPlaces(builtInCatalogues));

  it('are judged in a thread as on the loop', async () => {
    const seen: number[] = [];
    const examine = examineLargeElsewhere(
      (sent, now) => {
        seen.push(sent.xml.length);
        return onLoop(sent, now);
      },
      { workers, cataloguesDir: '/nowhere' },
    );
    const [small, large] = [documentOf(2), documentOf(1000)];
    for (const xml of [
      small,
      large,
      large.replace('SubTotal="', 'SubTotal="9'),
      `<a>${'<b/>'.repeat(50_000)}</a>`,
    ])
      expect(await examine(sent(xml), NOW, 'organization')).toEqual(onLoop(sent(xml), NOW));
    expect(seen).toEqual([small.length]);
    const retention = await retentionOf(200_000);
    const judged = onLoop({ kind: 'retencion', xml: retention }, NOW);
    expect(judged.verdict).toHaveProperty('facts');
    expect(await examine({ kind: 'retencion', xml: retention }, NOW, 'organization')).toEqual(judged);
    expect(seen).toHaveLength(1);
  });

  it('cannot be judged when the threads are gone', async () => {
    const gone = new WorkerPool(log);
    await gone.close();
    const examine = examineLargeElsewhere(onLoop, { workers: gone, cataloguesDir: '/nowhere' });
    await expect(examine(sent(documentOf(1000)), NOW, 'organization')).rejects.toBeInstanceOf(CannotExamine);
  });
});
