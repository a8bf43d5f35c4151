import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { rebuildProjection } from '#eventing';
import { createPool, startEmbeddedPostgres } from '#hosting';
import { PostgresEventStore } from '#event-store';
import { allServices } from '#apps/standalone/src/services';
import { generateInvoices } from './invoices.mjs';

const BATCH = 1_000;
const INSERT = `
  INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata)
  SELECT stream_id, revision, nextval('event_store.position'), event_id, type, data, metadata
  FROM json_to_recordset($1) AS r(stream_id text, revision int, event_id uuid, type text, data json, metadata json)`;

/**
 * Fills the event store of a data folder whose service is stopped with the invoices of two organizations, the
 * given one and another, and rebuilds the read model from them. The folder must hold one stamped invoice.
 * @returns `{ samples, events, seconds }`: facts of invoices of the organization, and of the rebuild
 */
export const fillWithInvoices = async ({ dataDir, organizationId, count, say }) => {
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url, { max: 8, applicationName: 'timbra-bench' });
  try {
    const template = await readTemplate(pool);
    const samples = await insertAll(pool, generateInvoices(template, { count, organizationId, seed: 1 }));
    const neighbour = { count: Math.floor(count / 5), organizationId: 'b'.repeat(24), seed: 2 };
    await insertAll(pool, generateInvoices(template, neighbour));
    // What was made up asks nobody for stamps, notices or anything else.
    await pool.query(`
      UPDATE platform.checkpoints SET position = (SELECT max(position) FROM event_store.events) WHERE name <> 'invoices'`);
    say('Rebuilding the read model');
    const projection = allServices
      .flatMap(({ projections }) => projections)
      .find(({ name }) => name === 'invoices');
    const since = performance.now();
    const events = await rebuildProjection({ pool, store: new PostgresEventStore(pool), projection });
    const seconds = (performance.now() - since) / 1000;
    // The server does so by itself within minutes of such a load.
    await pool.query('VACUUM ANALYZE gateway.invoices, gateway.customer_names, event_store.events');
    return { samples, events, seconds };
  } finally {
    await pool.end();
    await database.stop();
  }
};

const readTemplate = async (pool) => {
  const { rows } = await pool.query(`
    SELECT type, data, metadata FROM event_store.events WHERE type IN ('InvoiceIssued', 'InvoiceStamped') ORDER BY position`);
  const [issued, stamped] = ['InvoiceIssued', 'InvoiceStamped'].map((type) =>
    rows.find((row) => row.type === type),
  );
  return { issued: issued.data, stamped: stamped.data, metadata: issued.metadata };
};

/** Gives the facts of every 97th invoice, to look for. */
const insertAll = async (pool, invoices) => {
  const samples = [];
  let rows = [];
  let n = 0;
  let inserting = Promise.resolve();
  const flush = async () => {
    const batch = JSON.stringify(rows);
    rows = [];
    // One after the other, as the order of positions is that of the events; the next batch is made meanwhile.
    await inserting;
    inserting = pool.query(INSERT, [batch]);
  };
  for (const { id, metadata, events, facts } of invoices) {
    if (n++ % 97 === 0) samples.push(facts);
    for (const [revision, { type, data }] of events.entries())
      rows.push({ stream_id: `invoice-${id}`, revision, event_id: randomUUID(), type, data, metadata });
    if (rows.length >= BATCH) await flush();
  }
  await flush();
  await inserting;
  return samples;
};
