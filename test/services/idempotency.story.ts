import { NOW, content, issuer } from '#apps/invoicing/src/invoice/testing';
import { newId } from '#kernel';
import type { CommandOutcome, InvoiceContent } from '#contracts';
import { is, openInvoicingBench, ours, type InvoicingBench } from '../support/invoicing-bench.js';
import { afterAll, beforeAll, describe, expect, it } from '../support/story.js';

/** Keys and folios through the commands that use them. */

let bench: InvoicingBench;
beforeAll(async () => {
  bench = await openInvoicingBench();
});
afterAll(async () => {
  expect(await bench.differences()).toEqual([]);
  await bench.close();
});

const ask = (id: string, over: Partial<InvoiceContent>, draft = false): Promise<CommandOutcome> =>
  bench.send('invoicing.create', id, { content: content(over), issuer, draft });
const inUse = (resourceId: string) => ({
  ok: false,
  refusal: { code: 'idempotency_key_in_use', path: 'idempotency_key', location: 'body', resourceId },
});

describe('an idempotency key', () => {
  it('makes one invoice of a hundred requests at once, and names it to the others', async () => {
    const ids = Array.from({ length: 100 }, () => newId());
    const outcomes = await Promise.all(ids.map((id) => ask(id, { idempotency_key: 'k100', series: 'H' })));
    const winner = ids[outcomes.findIndex(({ ok }) => ok)] ?? '';
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome).toMatchObject(inUse(winner));
    expect(await bench.until(winner, is('valid'))).toMatchObject({ folio_number: '1' });
  });

  it('is free for another environment, and for another organization', async () => {
    const id = await bench.create({ idempotency_key: 'mine' });
    expect(await ask(newId(), { idempotency_key: 'mine' })).toMatchObject(inUse(id));
    const tenant = { ...ours, organizationId: '66f0c0c0c0c0c0c0c0c0c0bb' };
    const theirs = { content: content({ idempotency_key: 'mine' }), issuer, draft: true };
    expect(await bench.send('invoicing.create', newId(), theirs, { tenant })).toMatchObject({ ok: true });
  });

  it('is not burnt by an attempt that is refused, and neither is a folio', async () => {
    const wrong = await ask(newId(), { idempotency_key: 'w', series: 'W', payment_form: null });
    expect(wrong).toMatchObject({ ok: false, refusal: { code: 'invalid_request', path: 'payment_form' } });
    const id = await bench.create({ idempotency_key: 'w', series: 'W' });
    expect(await bench.until(id, is('valid'))).toMatchObject({ folio_number: '1' });
  });

  it('is free again when its draft is deleted', async () => {
    const id = await bench.draft({ idempotency_key: 'del' });
    expect(await ask(newId(), { idempotency_key: 'del' })).toMatchObject(inUse(id));
    await bench.send('invoicing.delete-draft', id);
    expect(await ask(newId(), { idempotency_key: 'del' })).toMatchObject({ ok: true });
  });

  it('of a draft can be changed for one that is free, which frees the former', async () => {
    const other = await bench.draft({ idempotency_key: 'taken' });
    const id = await bench.draft({ idempotency_key: 'old' });
    const edit = (changes: Partial<InvoiceContent>) =>
      bench.send('invoicing.edit-draft', id, { changes, issuer });
    expect(await edit({ idempotency_key: 'taken' })).toMatchObject(inUse(other));
    expect(await ask(newId(), { idempotency_key: 'old' }, true)).toMatchObject(inUse(id));
    expect(await edit({ idempotency_key: 'new' })).toMatchObject({ ok: true });
    expect(await ask(newId(), { idempotency_key: 'new' }, true)).toMatchObject(inUse(id));
    expect(await ask(newId(), { idempotency_key: 'old' }, true)).toMatchObject({ ok: true });
    // A refused edit leaves both as they are.
    const stale = new Date(NOW.getTime() - 80 * 3_600_000).toISOString();
    expect(await edit({ idempotency_key: 'newer', date: stale })).toMatchObject({ ok: false });
    expect(await ask(newId(), { idempotency_key: 'newer' }, true)).toMatchObject({ ok: true });
    expect(await ask(newId(), { idempotency_key: 'new' }, true)).toMatchObject(inUse(id));
    expect(await edit({ idempotency_key: null })).toMatchObject({ ok: true });
    expect(await ask(newId(), { idempotency_key: 'new' }, true)).toMatchObject({ ok: true });
  });

  it('of a copy is none', async () => {
    const source = await bench.draft({ idempotency_key: 'c', external_id: 'e', folio_number: 9 });
    const copy = newId();
    expect(await bench.send('invoicing.copy', copy, { source, issuer })).toMatchObject({ ok: true });
    const { doc } = await bench.until(copy, is('draft'));
    expect(doc).toMatchObject({ idempotency_key: null, external_id: null, folio_number: null });
  });

  it('held by an invoice that was never created passes to the next one, and the first is never created', async () => {
    const ghost = newId();
    await bench.runtime.pool.query(
      `INSERT INTO invoicing.idempotency_keys (organization_id, livemode, key, holder, claimed_at)
       VALUES ($1, false, 'ghost', $2, now() - interval '1 minute')`,
      [ours.organizationId, ghost],
    );
    const id = await bench.create({ idempotency_key: 'ghost' });
    await bench.until(id, is('valid'));
    expect(await ask(ghost, { idempotency_key: 'ghost' })).toMatchObject(inUse(id));
    expect(await ask(ghost, {})).toMatchObject({ ok: false, refusal: { code: 'conflict' } });
    expect(await bench.row(ghost)).toBeUndefined();
  });

  it('held by one that is just being made is not given on', async () => {
    const maker = newId();
    await bench.runtime.pool.query(
      `INSERT INTO invoicing.idempotency_keys (organization_id, livemode, key, holder)
       VALUES ($1, false, 'making', $2)`,
      [ours.organizationId, maker],
    );
    expect(await ask(newId(), { idempotency_key: 'making' })).toMatchObject(inUse(maker));
    expect(await ask(maker, { idempotency_key: 'making' })).toMatchObject({ ok: true });
  });
});

describe('folios', () => {
  it('of a hundred invoices at once are a hundred, without a hole', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => bench.create({ series: 'C' })));
    const rows = await Promise.all(ids.map((id) => bench.until(id, is('valid'))));
    const folios = rows.map(({ folio_number }) => Number(folio_number)).sort((a, b) => a - b);
    expect(folios).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  it('that callers choose are theirs, and the series continues behind them', async () => {
    const chosen = await bench.create({ series: 'N', folio_number: 41 });
    expect(await bench.until(chosen, is('valid'))).toMatchObject({ folio_number: '41' });
    const next = await bench.create({ series: 'N' });
    expect(await bench.until(next, is('valid'))).toMatchObject({ folio_number: '42' });
  });

  it('of a draft come when it is stamped, and none is burnt on one that is not ready', async () => {
    const unready = await bench.draft({ series: 'S', customer: null });
    expect(await bench.send('invoicing.stamp-draft', unready, { issuer })).toMatchObject({
      ok: false,
      refusal: { code: 'draft_not_ready_to_stamp', details: [{ path: 'customer', code: 'required' }] },
    });
    const ready = await bench.draft({ series: 'S' });
    await bench.send('invoicing.stamp-draft', ready, { issuer });
    expect(await bench.until(ready, is('valid'))).toMatchObject({ folio_number: '1' });
  });
});
