import { expect } from '@jest/globals';
import { zipSync } from 'fflate';
import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { zipOf } from '../../support/imports.js';
import type { CrashStage } from '../stage.js';
import type { Asked, Parties, Post } from './parties.js';

/** How the books have to stand after documents were handed over, however often, and whoever died of it. */

export const packed = ({ files }: Post): Uint8Array =>
  zipOf(Object.fromEntries(files.map(({ name, xml }) => [name, xml])));

/** A ZIP whose files are not packed. */
export const zipStored = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): Uint8Array =>
  zipSync(Object.fromEntries(files), { level: 0 });

/** What became of one document, as the answer to a ZIP says. */
export interface Result {
  readonly status: 'imported' | 'duplicate';
  readonly id: string;
}

/** The answer to a ZIP: all of it is there, as an import or as a duplicate. */
export function resultsOf({ status, body }: Asked, post: Post): readonly Result[] {
  expect([status, body.code]).toEqual([200, undefined]);
  const results = body.results as readonly Json[];
  const asSent = post.files.map(({ name, uuid }) => ({ file: name, uuid }));
  expect(results.map(({ file, uuid }) => ({ file, uuid }))).toEqual(asSent);
  for (const { status: of, code } of results)
    expect([`${of}`, code]).toEqual(
      of === 'imported' ? [of, null] : ['duplicate', 'invoice_import_duplicate'],
    );
  return results as readonly Result[];
}

/** Hands a ZIP over once more: all of it is there, and can be read. */
export async function handOver(parties: Parties, post: Post): Promise<readonly Result[]> {
  const results = resultsOf(await parties.send(packed(post), 'noviembre.zip'), post);
  // What was answered with 2xx is there.
  for (const [n, { id }] of results.entries())
    expect((await parties.get(`/invoices/${id}`)).uuid).toBe(post.files[n]?.uuid);
  return results;
}

export const handedOver = async (parties: Parties, post: Post): Promise<readonly string[]> =>
  (await handOver(parties, post)).map(({ id }) => id);

/** Everything once: stream, supplier, watch, told event; balance and folio as they go on; bytes as they came. */
export async function expectExact(
  { db, events: readEvents }: Pick<CrashStage, 'db' | 'events'>,
  parties: Parties,
  post: Post,
  ids: readonly string[],
) {
  const { now } = parties;
  const count = async (sql: string, values: readonly unknown[]): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [...values])).rows[0]?.n ?? 0;
  const owedAt = post.files.findIndex(({ uuid }) => uuid === post.owed.uuid);
  await until(async () => (await parties.get(`/invoices/${ids[owedAt]}`)).amount_due === post.owed.due);
  const events = await readEvents();
  const eventsOf = (wanted: string) => events.filter(({ type }) => type === wanted);
  const imported = eventsOf('InvoiceImported').map(({ data }) => data.invoice.stamp?.uuid as string);
  for (const { uuid } of post.files)
    expect([uuid, imported.filter((one) => one === uuid).length]).toEqual([uuid, 1]);
  const paid = eventsOf('PaymentReceived').map(({ streamId }) => streamId);
  expect(paid.filter((stream) => stream === `invoice-${ids[owedAt]}`)).toHaveLength(1);
  const created = eventsOf('SupplierCreated').map(({ data }) => data.tax_id as string);
  for (const rfc of post.suppliers) {
    expect(created.filter((one) => one === rfc)).toHaveLength(1);
    const shown = async (): Promise<Json[]> => (await parties.get(`/suppliers?q=${rfc}`)).data;
    // Suppliers are a read model of their own.
    await until(async () => (await shown()).length > 0);
    expect(await shown()).toHaveLength(1);
  }
  const received = post.files.filter(({ name }) => name !== OWN).map(({ uuid }) => uuid);
  const watched = 'reception.watched WHERE organization_id = $1 AND NOT livemode AND uuid = ANY($2)';
  expect(await count(watched, [now.id, received])).toBe(received.length);
  const told =
    "webhooks.events WHERE type IN ('invoice.received', 'invoice.imported') AND resource_id = ANY($1)";
  await until(async () => (await count(told, [ids])) >= ids.length);
  expect(await count(told, [ids])).toBe(ids.length);
  const { series, next } = post.past;
  expect(await parties.own({ series })).toMatchObject({ series, folio_number: next });
}

/** What the importer itself has issued before; all else it has received. */
export const OWN = 'propia.xml';

/** At the end of all: nothing is listed twice, and nothing that was not handed over. */
export async function expectNothingElse(parties: Parties, posts: readonly Post[]): Promise<void> {
  const listed: string[] = [];
  for (let after = ''; ;) {
    const query = `issuer_type=receiving&pagination=cursor&limit=100${after}`;
    const { data, next_cursor } = await parties.get(`/invoices?${query}`);
    listed.push(...(data as readonly Json[]).map(({ uuid }) => uuid as string));
    if (next_cursor === null) break;
    after = `&after=${encodeURIComponent(next_cursor as string)}`;
  }
  const handed = posts.flatMap(({ files }) =>
    files.filter(({ name }) => name !== OWN).map(({ uuid }) => uuid),
  );
  expect([...listed].sort()).toEqual([...handed].sort());
}
