import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { universidad } from '../../support/bodies.js';
import { makeLiveIssuer } from '../../support/live-issuer.js';
import { PatientClient, type InvoiceDoc } from '../client.js';
import { useLiveStage } from './stage.js';

/** Kills the service (kill -9) at each step of a bulk download: it is finished each time, and nothing is here twice. */

const stage = useLiveStage();
let receiver: PatientClient;
let made = 0;

beforeAll(async () => {
  const { tax_id: rfc, legal_name: name, address } = universidad;
  const taxpayer = { rfc, name, zip: address.zip, fiel: true };
  const key = await makeLiveIssuer(await stage.service.facts(), stage.sat.world, taxpayer);
  receiver = new PatientClient(stage.service, key);
}, 180_000);

const EVENTS = 'event_store.events';
const of = (type: string): string => `NEW.type = '${type}'`;
/** A day of the SAT's own clock. */
const day = (back: number): string =>
  new Date(Date.now() - 6 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);

/** One more document for the receiver, an hour old: of the last minute nothing is asked for. */
async function supply(): Promise<void> {
  const id = await stage.make(`supplied ${(made += 1)}`);
  const { uuid } = await stage.becomes(id, 'valid');
  const { documents } = stage.sat.books;
  const document = documents.get(uuid ?? '');
  if (!document) throw new Error('the SAT does not have it');
  const fecha = new Date(Date.now() - 7 * 3_600_000).toISOString().slice(0, 19);
  documents.set(uuid ?? '', { ...document, stamp: { ...document.stamp, fecha } });
}

const begin = (format: string) => async (): Promise<void> => {
  const asked = { kind: 'received', format, from: day(1), to: day(0) };
  if (!stage.service.dying) await receiver.once('POST /downloads', asked).catch(() => undefined);
};

/** The newest download, once it has ended. */
async function ended(): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {};
  await until(async () => {
    found = (await receiver.send('GET /downloads?limit=1')).body.data[0] as typeof found;
    return found['status'] !== 'processing';
  }, 180_000);
  return found;
}

const received = async (): Promise<readonly InvoiceDoc[]> =>
  (await receiver.send('GET /invoices?issuer_type=receiving&limit=100')).body.data as InvoiceDoc[];

describe('kill -9 in the middle of a download', () => {
  it.each([
    ['before it is written down that the SAT took the request', EVENTS, of('DownloadPartRequested')],
    ['before it is written down that the request is ready', EVENTS, of('DownloadPartReady')],
    ['before the package is kept that the SAT handed out', 'platform.contents', `NEW.key LIKE 'download/%'`],
    ['before its documents are imported', EVENTS, of('InvoiceImported')],
    ['after they were, before that is written down', EVENTS, of('DownloadPackageTaken')],
  ])(
    '%s',
    async (_, table, when) => {
      await supply();
      await stage.killedAt(table, when, begin('xml'));
      const done = await ended();
      expect(done).toMatchObject({ status: 'finished', days_failed: 0, documents: made, refused: 0 });
      // Whoever died after an import finds what it made: each document is one of the two.
      expect(Number(done['imported']) + Number(done['duplicates'])).toBe(made);
      // The list may show a moment later what the download has counted.
      await until(async () => (await received()).length >= made);
      const here = await received();
      expect(here).toHaveLength(made);
      expect(new Set(here.map(({ uuid }) => uuid)).size).toBe(made);
    },
    120_000,
  );

  it.each([
    ['before what the SAT has is kept', 'reception.download_documents', 'true'],
    ['before it is written down what differs', EVENTS, of('DownloadReconciled')],
  ])(
    'of metadata, %s',
    async (_, table, when) => {
      await supply();
      await stage.killedAt(table, when, begin('metadata'));
      expect(await ended()).toMatchObject({
        ...{ status: 'finished', documents: made },
        differences: { missing_here: made - (await received()).length, missing_at_sat: 0, status: 0 },
      });
    },
    120_000,
  );
});
