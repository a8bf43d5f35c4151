import { issuer } from '#apps/invoicing/src/invoice/testing';
import { RETRY_SECONDS } from '#apps/stamping/src/stamping/decide';
import { until } from '#bus/testing/until';
import { storedCfdi } from '#fiscal';
import { bench, is, isDelayed, ours, useStampingBench, wait } from '../support/invoicing-bench.js';
import { afterEach, describe, expect, it, jest } from '../support/story.js';

useStampingBench();

/** The documents of an invoice that the provider has stamped. */
const stampsOf = (id: string) =>
  new Set(
    bench.pac.stampsAsked
      .filter(({ requestId }) => requestId.startsWith(id))
      .filter(({ xml }) => bench.pac.ledger.has(xml))
      .map(({ xml }) => xml),
  );

describe('an invoice', () => {
  afterEach(async () => expect(await bench.differences()).toEqual([]));

  it('is sealed, kept, stamped, and put together from its two parts', async () => {
    const id = await bench.create();
    const row = await bench.until(id, is('valid'));
    expect(await bench.events(`stamping-${id}.1`)).toEqual(['ComprobanteSealed', 'ComprobanteStamped']);
    expect(await bench.events(`invoice-${id}`)).toEqual(['InvoiceIssued', 'InvoiceStamped']);
    const [asked] = bench.pac.stampsAsked;
    expect(asked).toMatchObject({ kind: 'comprobante', requestId: `${id}.1`, account: ours });
    expect((await bench.runtime.contents.get(ours, row.xml_key ?? ''))?.toString()).toBe(asked?.xml);
    const cfdi = await storedCfdi(bench.runtime.contents, ours, row);
    expect(cfdi).toContain(`UUID="${row.uuid}"`);
    expect(row.doc).toMatchObject({
      uuid: row.uuid,
      stamp: { signature: expect.stringMatching(/^.{344}$/) },
    });
    expect(row.doc['verification_url']).toContain(
      `id=${row.uuid}&re=EKU9003173C9&rr=URE180429TM6&tt=116.0&fe=`,
    );
  });

  it('is built once: what its rules were held against is what is sealed', async () => {
    const sent = jest.spyOn(bench.runtime.bus, 'send');
    try {
      const id = await bench.create({ series: 'B' });
      await bench.until(id, is('valid'));
      const asked = sent.mock.calls.map(([command]) => command).find(({ type }) => type === 'stamping.stamp');
      expect(asked?.data).toMatchObject({ comprobante: { serie: 'B', folio: '1', subTotal: '100.00' } });
    } finally {
      sent.mockRestore();
    }
  });

  it('that is refused is never visible, and its folio and key go to the next', async () => {
    bench.pac.stampTurns.push('refuses');
    const refused = await bench.create({ series: 'R', idempotency_key: 'r' });
    const row = await bench.until(refused, ({ hidden }) => hidden);
    expect(row.outcome).toMatchObject({
      kind: 'refused',
      code: 'invoice_stamping_validation_error',
      details: [
        {
          ...{ code: 'CFDI40145', source: 'sat', message: 'El nombre no corresponde.' },
          ...{ path: 'customer.legal_name', location: 'body' },
        },
      ],
    });
    // The row is hidden by the refusal's event; what the invoice held is given back a moment later.
    await until(async () => {
      const { rowCount } = await bench.runtime.pool.query(
        "SELECT FROM invoicing.folio_counters WHERE series = 'R' AND last_holder IS NULL",
      );
      return rowCount === 1;
    });
    await until(async () => {
      const { rowCount } = await bench.runtime.pool.query(
        "SELECT FROM invoicing.idempotency_keys WHERE key = 'r'",
      );
      return rowCount === 0;
    });
    const next = await bench.create({ series: 'R', idempotency_key: 'r' });
    expect(await bench.until(next, is('valid'))).toMatchObject({
      series: 'R',
      folio_number: row.folio_number,
    });
  });

  it('that was a draft is one again after a refusal, and is stamped as another document', async () => {
    bench.pac.stampTurns.push('refuses');
    const id = await bench.draft({ series: 'D', idempotency_key: 'd' });
    await bench.send('invoicing.stamp-draft', id, { issuer });
    await bench.until(id, ({ outcome }) => outcome?.kind === 'refused');
    expect(await bench.row(id)).toMatchObject({ status: 'draft', hidden: false, folio_number: null });
    const twin = { content: { idempotency_key: 'd' } };
    await bench.send('invoicing.edit-draft', id, { changes: { conditions: 'Neto 30' }, issuer });
    const asked = await bench.send('invoicing.stamp-draft', id, { issuer });
    expect(asked).toMatchObject({ ok: true, value: { data: { number: 2 } } });
    expect(await bench.until(id, is('valid'))).toMatchObject({ folio_number: '1' });
    expect(bench.pac.stampsAsked.map(({ requestId }) => requestId)).toEqual([`${id}.1`, `${id}.2`]);
    expect(bench.pac.stampsAsked[1]?.xml).toContain('CondicionesDePago="Neto 30"');
    await expect(bench.create(twin.content)).rejects.toThrow('idempotency_key_in_use');
  });

  it('waits out an outage, and sends the same bytes again', async () => {
    bench.pac.stampTurns.push('is out of service', 'is out of service');
    const id = await bench.create();
    expect(await bench.until(id, isDelayed)).toMatchObject({ status: 'pending' });
    wait(1);
    await bench.until(id, ({ revision }) => revision === 2);
    wait(2);
    await bench.until(id, is('valid'));
    const [first, ...others] = bench.pac.stampsAsked.map(({ xml }) => xml);
    expect(others).toEqual([first, first]);
    // It surely is nowhere: there is nothing to look for.
    expect(bench.pac.findsAsked).toHaveLength(0);
    expect(await bench.events(`stamping-${id}.1`)).toEqual([
      ...['ComprobanteSealed', 'StampUncertain', 'StampSent', 'StampUncertain', 'StampSent'],
      'ComprobanteStamped',
    ]);
  });

  it('whose answer was lost is found with the provider, and not sent again', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    wait();
    const row = await bench.until(id, is('valid'));
    expect(bench.pac.stampsAsked).toHaveLength(1);
    expect(bench.pac.ledger.get(bench.pac.stampsAsked[0]?.xml ?? '')?.uuid).toBe(row.uuid);
  });

  it('that got lost is searched for, and then sent again', async () => {
    bench.pac.stampTurns.push('loses the document');
    const id = await bench.create();
    await bench.until(id, isDelayed);
    wait();
    await bench.until(id, is('valid'));
    expect(bench.pac.findsAsked).toHaveLength(1);
    expect(stampsOf(id).size).toBe(1);
    expect(bench.pac.stampsAsked).toHaveLength(2);
  });

  it('is not sent again while it is uncertain whether it was stamped', async () => {
    bench.pac.stampTurns.push('loses the answer');
    bench.pac.findTurns.push({ kind: 'unavailable', reason: 'outage' });
    const id = await bench.create();
    await bench.until(id, isDelayed);
    await bench.send('invoicing.refresh', id);
    expect(bench.pac.stampsAsked).toHaveLength(1);
    await bench.send('invoicing.refresh', id);
    await bench.until(id, is('valid'));
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });

  it('that the provider had stamped before is valid with that stamp', async () => {
    bench.pac.stampTurns.push('says duplicate');
    const id = await bench.create();
    await bench.until(id, is('valid'));
    const [, stamped] = await bench.runtime.store.read(`stamping-${id}.1`);
    expect(stamped?.data).toMatchObject({ duplicate: true, pac: 'fake' });
  });

  it('that surely was never stamped is given up in the end, and leaves its folio', async () => {
    bench.pac.stampTurns.push(
      ...Array.from({ length: RETRY_SECONDS.length + 1 }, () => 'is out of service' as const),
    );
    const id = await bench.create({ series: 'F' });
    await bench.until(id, isDelayed);
    for (let tries = 1; tries < RETRY_SECONDS.length; tries += 1) {
      wait(tries);
      await until(async () => {
        const events = await bench.events(`stamping-${id}.1`);
        return events.filter((type) => type === 'StampUncertain').length === tries + 1;
      });
    }
    bench.clock.advance(72 * 3_600_000);
    expect(await bench.until(id, is('failed'))).toMatchObject({ uuid: null, outcome: { kind: 'failed' } });
    // Commands of one invoice come in turns: after this one the failure has been dealt with to its end.
    await bench.send('invoicing.refresh', id);
    const next = await bench.create({ series: 'F' });
    expect(await bench.until(next, is('valid'))).toMatchObject({ folio_number: '1' });
  });
});
