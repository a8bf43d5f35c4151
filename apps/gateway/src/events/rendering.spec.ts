import { expect, it } from '@jest/globals';
import type { Tenant } from '#kernel';
import type { ToldEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { StreamReader } from '#eventing';
import { EventRendering } from './rendering.js';

const tenant: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false };
const created = {
  ...{ description: 'Ukelele', product_key: '1', unit_key: 'H87', unit_name: 'Pieza', price: '1' },
  ...{ tax_included: true, taxability: '02', taxes: [], local_taxes: [], sku: null },
  at: '2026-11-26T18:00:00.000Z',
};
const changes = [
  { type: 'ProductCreated', data: created },
  { type: 'ProductEdited', data: { price: '2', at: '2026-11-26T19:00:00.000Z' } },
  { type: 'ProductEdited', data: { price: '3', at: '2026-11-26T20:00:00.000Z' } },
];
const told = (revision: number, stream = 'product-1'): ToldEvent => ({
  ...{ id: `event-${revision}`, type: revision === 0 ? 'product.created' : 'product.updated' },
  ...{ created_at: '2026-11-26T18:00:00.000Z', stream, revision, resource_id: '1' },
});

/** Reads of streams of this tenant, as they were asked for. */
function given(metadata: Tenant = tenant) {
  const reads: unknown[][] = [];
  const store: StreamReader = {
    read: async (...asked) => {
      reads.push(asked);
      const [streamId, from = 0, to = Infinity] = asked;
      return changes
        .map((change, revision) => ({ ...change, streamId, revision, metadata }) as unknown as RecordedEvent)
        .slice(from, to + 1);
    },
  };
  return { reads, rendering: new EventRendering(store, {} as never, {} as never) };
}
const pricesOf = (docs: readonly unknown[]): unknown[] =>
  docs.map((doc) => (JSON.parse(String(doc)) as { data: { object: { price: number } } }).data.object.price);

it('shows each event of a page as its resource was then, and reads its stream once', async () => {
  const { reads, rendering } = given();
  expect(pricesOf(await rendering.renderAll(tenant, [told(0), told(1)]))).toEqual([1, 2]);
  expect(pricesOf(await rendering.renderAll(tenant, [told(1), told(0)]))).toEqual([2, 1]);
  expect(reads).toEqual([
    ['product-1', 0, 1],
    ['product-1', 0, 1],
  ]);
});

it('shows nothing of events that another tenant has left in the stream', async () => {
  const { rendering } = given({ ...tenant, livemode: true });
  const [doc] = await rendering.renderAll(tenant, [told(1)]);
  expect(String(doc)).not.toContain('Ukelele');
});
