import { invoicingProcess } from '#apps/invoicing/src/process';
import { content, issuer } from '#apps/invoicing/src/retention/testing';
import { newId } from '#kernel';
import type { RetentionContent } from '#contracts';
import { until } from '#bus/testing/until';
import { bench, ours, useStampingBench, wait } from '../support/invoicing-bench.js';
import { describe, expect, it } from '../support/story.js';

useStampingBench();

const events = (id: string) => bench.events(`retention-${id}`);
const come = (id: string, type: string) => until(async () => (await events(id)).at(-1) === type);

/** Asks for a retention; gives its id and the command. */
async function create(over: Partial<RetentionContent> = {}, draft = false) {
  const [id, command] = [newId(), newId()];
  const data = { content: content(over), issuer, draft };
  const send = () => bench.send('invoicing.create-retention', id, data, { id: command });
  return { id, send, outcome: await send() };
}

async function stamped(over: Partial<RetentionContent> = {}) {
  const made = await create(over);
  await come(made.id, 'RetentionStamped');
  return made;
}

describe('a retention', () => {
  it('is one, with one stamp and one cancellation, however often its commands come', async () => {
    const { id, send } = await stamped({ idempotency_key: 'R' });
    expect(await send()).toMatchObject({ ok: true, value: { data: { number: 1 } } });
    const [issued, stamp] = await bench.runtime.store.read(`retention-${id}`);
    const again = { id: stamp?.metadata.commandId ?? '' };
    const record = { number: 1, stamp: (stamp?.data as { stamp: object }).stamp };
    await bench.send('invoicing.record-retention-stamp', id, record, again);
    await bench.send('invoicing.record-retention-stamp', id, record);
    const [effect] = issued ? invoicingProcess.react(issued) : [];
    if (effect?.kind !== 'send') throw new Error('it asks for its stamp');
    await bench.send(effect.command.type, effect.command.key, effect.command.data);
    const cancel = { motive: '02', substitution: null };
    for (const name of ['cancel', 'cancel'])
      expect(await bench.send('invoicing.cancel-retention', id, cancel, { id: name + id })).toMatchObject({
        ok: true,
      });
    await come(id, 'RetentionCanceled');
    expect(await events(id)).toEqual([
      ...['RetentionIssued', 'RetentionStamped', 'RetentionCancellationRequested', 'RetentionCanceled'],
    ]);
    expect(bench.pac.stampsAsked).toHaveLength(1);
    expect(await bench.events(`stamping-retention-${id}.1`)).toEqual([
      ...['ComprobanteSealed', 'ComprobanteStamped'],
    ]);
  });

  it('has its key for itself, among retentions: the same one may be an invoice’s', async () => {
    const { id } = await create({ idempotency_key: 'same' }, true);
    await bench.draft({ idempotency_key: 'same' });
    const { outcome } = await create({ idempotency_key: 'same' }, true);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'idempotency_key_in_use', resourceId: id },
    });
    const found = await bench.send('invoicing.find-retention-request', 'same', { idempotency_key: 'same' });
    expect(found).toMatchObject({ value: { data: { holder: id } } });
    await bench.send('invoicing.delete-retention', id);
    expect((await create({ idempotency_key: 'same' }, true)).outcome).toMatchObject({ ok: true });
  });

  it('that the provider refuses gives its key back, if nobody was shown it', async () => {
    bench.pac.stampTurns.push('refuses');
    const { id } = await create({ idempotency_key: 'refused' });
    await come(id, 'RetentionRefused');
    await until(async () => (await create({ idempotency_key: 'refused' }, true)).outcome.ok);
  });

  it('whose stamp was delayed is found, and stamped once', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const { id } = await create();
    await come(id, 'RetentionStampingDelayed');
    wait();
    await come(id, 'RetentionStamped');
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });

  it('is stamped by the next process, where one died after the provider stamped it', async () => {
    bench.pac.stampTurns.push('stamps and hangs');
    const { id } = await create();
    await until(() => bench.pac.stampsAsked.length === 1);
    await bench.dieAndRestart();
    await come(id, 'RetentionStamped');
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });

  it('of another tenant is not there', async () => {
    const { id } = await stamped();
    const theirs = { tenant: { ...ours, organizationId: '66f0c0c0c0c0c0c0c0c0c0bb' } };
    const page = { take: 10, skip: 0, direction: 'forward', from: null };
    for (const over of [theirs, { tenant: { ...ours, livemode: true } }]) {
      const outcomes = await Promise.all([
        bench.send('invoicing.cancel-retention', id, { motive: '02', substitution: null }, over),
        bench.send('invoicing.refresh-retention', id, {}, over),
        bench.send('invoicing.copy-retention', newId(), { source: id, issuer }, over),
        bench.send('invoicing.edit-retention', id, { changes: {}, issuer }, over),
        bench.send('invoicing.delete-retention', id, {}, over),
        bench.send('invoicing.stamp-retention', id, { issuer }, over),
        bench.send('invoicing.retention-history', id, page, over),
        bench.send('invoicing.unstamped-retention', id, {}, over),
      ]);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ ok: false, refusal: { code: 'retention_not_found' } });
    }
    expect(await events(id)).toEqual(['RetentionIssued', 'RetentionStamped']);
  });
});
