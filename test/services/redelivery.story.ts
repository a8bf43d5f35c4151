import { randomUUID } from 'node:crypto';
import { invoicingProcess } from '#apps/invoicing/src/process';
import { issuer } from '#apps/invoicing/src/invoice/testing';
import { stampingKey } from '#contracts';
import { until } from '#bus/testing/until';
import { bench, is, isDelayed, ours, useStampingBench, wait } from '../support/invoicing-bench.js';
import { afterEach, describe, expect, it } from '../support/story.js';

useStampingBench();

describe('commands that come twice', () => {
  it('make one invoice, with one folio and one stamp', async () => {
    const id = await bench.create({ series: 'T' });
    await bench.until(id, is('valid'));
    const [issued] = await bench.runtime.store.read(`invoice-${id}`);
    const { content } = issued?.data as { content: object };
    const again = { id: issued?.metadata.commandId ?? '' };
    const outcome = await bench.send('invoicing.create', id, { content, issuer, draft: false }, again);
    expect(outcome).toMatchObject({ ok: true, value: { data: { number: 1 } } });
    expect(await bench.events(`invoice-${id}`)).toEqual(['InvoiceIssued', 'InvoiceStamped']);
    expect(await bench.row(id)).toMatchObject({ folio_number: '1' });
  });

  it('seal once and send once, at the same time too, and whatever they are called', async () => {
    bench.pac.stampTurns.push('loses the document');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    const { comprobante } = await commandOf(id);
    const key = stampingKey({ kind: 'invoice', id }, 1);
    const sealed = bench.pac.stampsAsked[0]?.xml;
    await Promise.all(
      [1, 2, 3, 4].map(() => bench.send('stamping.stamp', key, { comprobante }, { id: randomUUID() })),
    );
    await bench.until(id, is('valid'));
    expect(new Set(bench.pac.stampsAsked.map(({ xml }) => xml))).toEqual(new Set([sealed]));
    expect(bench.pac.stampsAsked).toHaveLength(2);
    expect(await bench.events(`stamping-${id}.1`)).toEqual([
      ...['ComprobanteSealed', 'StampUncertain', 'StampSent', 'ComprobanteStamped'],
    ]);
  });

  it('look with the provider before they send what is sealed already', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    const { comprobante } = await commandOf(id);
    await bench.send('stamping.stamp', stampingKey({ kind: 'invoice', id }, 1), { comprobante });
    await bench.until(id, is('valid'));
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });

  it('of another tenant find nothing', async () => {
    const id = await bench.create();
    await bench.until(id, is('valid'));
    const theirs = { tenant: { ...ours, organizationId: '66f0c0c0c0c0c0c0c0c0c0bb' } };
    const live = { tenant: { ...ours, livemode: true } };
    for (const over of [theirs, live]) {
      const outcomes = await Promise.all([
        bench.send('invoicing.cancel', id, { motive: '02', substitution: null }, over),
        bench.send('invoicing.refresh', id, {}, over),
        bench.send('invoicing.copy', 'copy-of-a-foreign-one', { source: id, issuer }, over),
        bench.send('invoicing.delete-draft', id, {}, over),
        bench.send('invoicing.stamp-draft', id, { issuer }, over),
      ]);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ ok: false, refusal: { code: 'invoice_not_found' } });
    }
    expect(await bench.events(`invoice-${id}`)).toEqual(['InvoiceIssued', 'InvoiceStamped']);
  });
});

describe('a process that dies', () => {
  afterEach(async () => expect(await bench.differences()).toEqual([]));

  it('after it sealed, before the provider got the document: the next one sends these very bytes', async () => {
    bench.pac.stampTurns.push('hangs');
    const id = await bench.create();
    const sent = await asked();
    await bench.dieAndRestart();
    await bench.until(id, is('valid'));
    expect(bench.pac.findsAsked.map(({ xml }) => xml)).toEqual([sent]);
    expect(bench.pac.stampsAsked.map(({ xml }) => xml)).toEqual([sent, sent]);
    expect(await bench.events(`stamping-${id}.1`)).toEqual([
      ...['ComprobanteSealed', 'StampSent', 'ComprobanteStamped'],
    ]);
  });

  it('after the provider stamped, before it heard of it: the next one finds the stamp', async () => {
    bench.pac.stampTurns.push('stamps and hangs');
    const id = await bench.create();
    const sent = await asked();
    await bench.dieAndRestart();
    const row = await bench.until(id, is('valid'));
    expect(bench.pac.stampsAsked).toHaveLength(1);
    expect(row.uuid).toBe(bench.pac.ledger.get(sent)?.uuid);
  });

  it('while it waits for the next try: the next one takes it up in time', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    await bench.dieAndRestart();
    wait();
    await bench.until(id, is('valid'));
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });
});

/** The command that an invoice asked for its stamp with, as it was made from its event. */
async function commandOf(id: string): Promise<{ comprobante: unknown }> {
  const [issued] = await bench.runtime.store.read(`invoice-${id}`);
  const [effect] = issued ? invoicingProcess.react(issued) : [];
  if (effect?.kind !== 'send') throw new Error('nothing was sent');
  return effect.command.data as { comprobante: unknown };
}

/** The document of the first request to stamp, as soon as it is there. */
async function asked(): Promise<string> {
  await until(() => bench.pac.stampsAsked.length > 0);
  return bench.pac.stampsAsked[0]?.xml ?? '';
}
