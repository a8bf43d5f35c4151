import { until } from '#bus/testing/until';
import { startApp, type TestApp } from '../../support/app.js';
import { invoice, retention } from '../../support/bodies.js';
import { isElsewhere } from '../../support/elsewhere.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What a service that is alone commits on the way from a request to a stamp (ADR 94). */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The types of a document's events, by the transaction that stored them, in their order. */
async function commitsOf(kind: 'invoice' | 'retention', id: string): Promise<string[][]> {
  const { rows } = await app.runtime.pool.query<{ types: string[] }>(
    `SELECT array_agg(split_part(type, '@', 1) ORDER BY position) AS types FROM event_store.events
     WHERE stream_id = $1 OR stream_id LIKE $2 GROUP BY xmin::text ORDER BY min(position)`,
    [`${kind}-${id}`, `stamping-%${id}%`],
  );
  return rows.map(({ types }) => types);
}

(isElsewhere ? describe.skip : describe)('a document that is stamped at once', () => {
  it.each([
    ['invoice', '/invoices', invoice, 'InvoiceIssued', 'InvoiceStamped'],
    ['retention', '/retentions', retention, 'RetentionIssued', 'RetentionStamped'],
  ] as const)('is stamped and knows it in one commit: %s', async (kind, path, body, issued, stamped) => {
    // On a machine that is busy for the moment one may come later than it is waited for.
    let commits: string[][] = [];
    await until(async () => {
      const made = await app.api('POST', path, body());
      expect([made.status, made.body.status]).toEqual([200, 'valid']);
      commits = await commitsOf(kind, made.body.id);
      expect(commits.flat()).toEqual([issued, 'ComprobanteSealed', 'ComprobanteStamped', stamped]);
      return commits.length === 3;
    });
    expect(commits).toEqual([[issued], ['ComprobanteSealed'], ['ComprobanteStamped', stamped]]);
  });
});
