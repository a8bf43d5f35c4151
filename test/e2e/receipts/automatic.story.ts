import { globalsId } from '#apps/receipts/src/automatic/process';
import { until } from '#bus/testing/until';
import { line, sale, ukelele, universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Global invoices that nobody asks for, at the end of each period, by the clock of the Test environment. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
let user: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

/** A shop with a clock of its own, on which it is noon: the night does not fall in the midst of its story, whenever that is told. */
class Shop {
  private constructor(
    readonly id: string,
    readonly key: string,
  ) {}

  static async open(
    name: string,
    settings: { auto_global_invoice: boolean; periodicity: string },
  ): Promise<Shop> {
    const { id, key } = await app.newOrganization(user, name);
    const shop = new Shop(id, key);
    await shop.advance((await shop.midnight(1)) + 12 * HOUR);
    await shop.set(settings);
    return shop;
  }

  /** Sets receipts, and waits until it is planned where that switches something on or off. */
  async set(settings: { auto_global_invoice?: boolean; periodicity?: string }): Promise<Json> {
    const answer = await app.put(`/organizations/${this.id}/receipts`, settings, { key: user });
    const { auto_global_invoice: isOn } = settings;
    if (isOn !== undefined)
      await until(
        async () => (await this.lastPlan()) === (isOn ? 'ReceiptPeriodOpened' : 'AutomaticGlobalsEnded'),
      );
    return answer;
  }

  private async lastPlan(): Promise<string | undefined> {
    const events = await app.runtime.store.read(`globals-${globalsId(this.id, false)}`);
    return events.at(-1)?.type;
  }

  get(path: string): Promise<Json> {
    return app.get(path, { key: this.key });
  }
  sell(fields: object = {}): Promise<Json> {
    return app.post('/receipts', sale(fields), { key: this.key });
  }
  async now(): Promise<number> {
    return Date.parse((await this.get('/sandbox/clock')).now as string);
  }
  async advance(to: number): Promise<void> {
    await app.post('/sandbox/clock', { advance_to: new Date(to).toISOString() }, { key: this.key });
  }
  /** The first instant of a local day, some days after today. */
  async midnight(days: number): Promise<number> {
    const day = new Date((await this.now()) - 6 * HOUR + days * DAY).toISOString().slice(0, 10);
    return Date.parse(`${day}T06:00:00.000Z`);
  }
  async globals(): Promise<Json[]> {
    const { data } = await this.get('/invoices');
    return data.filter(({ global }: Json) => global !== null);
  }
  async told(prefix: string): Promise<Json[]> {
    const { data } = await this.get('/events?limit=100');
    return data.filter(({ type }: Json) => (type as string).startsWith(prefix)).toReversed();
  }
}

describe('receipts.auto_global_invoice', () => {
  it('is a setting of the organization, off until it is asked for', async () => {
    const { id, key } = await app.newOrganization(user, 'Sin ella');
    const before = await app.get(`/organizations/${id}`, { key });
    expect(before.receipts.auto_global_invoice).toBe(false);
    const on = await app.put(`/organizations/${id}/receipts`, { auto_global_invoice: true }, { key: user });
    expect(on.receipts).toMatchObject({ periodicity: 'month', auto_global_invoice: true });
    const wrong = await app.api(
      'PUT',
      `/organizations/${id}/receipts`,
      { auto_global_invoice: 'sí' },
      { key: user },
    );
    expect(wrong.body.errors[0]).toMatchObject({ path: 'auto_global_invoice', code: 'invalid_type' });
  });

  it('has two months refused for a regime that may not have them', async () => {
    const { id } = await app.newOrganization(user, 'Persona moral');
    const legal = {
      name: 'Escuela',
      legal_name: 'ESCUELA KEMPER URGATE',
      tax_system: '601',
      address: { zip: '42501' },
    };
    await app.put(`/organizations/${id}/legal`, { ...legal, tax_id: 'EKU9003173C9' }, { key: user });
    const sent = { periodicity: 'two_months', next_folio_number_test: 500 };
    for (const [language, word] of [
      ['es', 'bimestral'],
      ['en', 'two months'],
    ] as const) {
      const { status, body } = await app.api('PUT', `/organizations/${id}/receipts`, sent, {
        key: user,
        language,
      });
      expect([status, body.code, body.errors[0].path]).toEqual([
        400,
        'organization_settings_invalid',
        'periodicity',
      ]);
      expect(body.errors[0].message).toContain(word);
    }
    const after = await app.get(`/organizations/${id}`, { key: user });
    expect(after.receipts).toMatchObject({ periodicity: 'month', next_folio_number_test: 1 });
  });
});

describe('at the end of a day', () => {
  it('what is open is invoiced, once; what cannot be is told of; and the next day too', async () => {
    const shop = await Shop.open('De cada día', { periodicity: 'day', auto_global_invoice: true });
    const sold = [
      await shop.sell({ items: [line({ price: 33.33 })], payment_form: '01' }),
      await shop.sell({ items: [line({ price: 120.1 })], payment_form: '04' }),
    ];
    const withheld = [
      { type: 'IVA', rate: 0.16 },
      { type: 'ISR', rate: 0.1, withholding: true },
    ];
    const left = await shop.sell({ items: [line({ ...ukelele, taxes: withheld })] });
    await shop.advance((await shop.midnight(1)) - 60_000);
    expect(await shop.globals()).toEqual([]);
    await shop.advance((await shop.midnight(1)) + HOUR);
    const [invoice, ...others] = await shop.globals();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      ...{ status: 'valid', total: 153.43, payment_form: '04' },
      global: { periodicity: 'day' },
    });
    expect(new Date(invoice!.date).getTime()).toBe((await shop.midnight(0)) - 1_000);
    for (const { id } of sold)
      expect(await shop.get(`/receipts/${id}`)).toMatchObject({
        ...{ status: 'invoiced_globally', invoice: invoice!.id },
      });
    expect(await shop.get(`/receipts/${left.id}`)).toMatchObject({ status: 'open' });
    expect(await shop.told('invoice.global_invoice_created')).toMatchObject([
      { data: { object: { id: invoice!.id } } },
    ]);
    // The second day: one sale of its own.
    await shop.sell();
    await shop.advance((await shop.midnight(1)) + HOUR);
    expect(await shop.globals()).toHaveLength(2);
    expect(await shop.told('global_period.closed')).toMatchObject([
      {
        data: {
          type: 'global_period',
          object: {
            ...{ status: 'closed', invoices: [invoice!.id] },
            left_out: [{ reason: 'withholdings', receipts: 1 }],
          },
        },
      },
    ]);
  });

  it('a sale that was written late is found by the next look', async () => {
    const shop = await Shop.open('Con retraso', { periodicity: 'day', auto_global_invoice: true });
    const date = new Date(await shop.now()).toISOString();
    await shop.advance((await shop.midnight(1)) + HOUR);
    expect(await shop.globals()).toEqual([]);
    const { id } = await shop.sell({ date });
    await shop.advance((await shop.now()) + 2 * HOUR);
    expect(await shop.get(`/receipts/${id}`)).toMatchObject({ status: 'invoiced_globally' });
  });

  it("a sale that is open again after its day was closed is invoiced by the next day's look, as of its own day", async () => {
    const shop = await Shop.open('Con cancelaciones', { periodicity: 'day', auto_global_invoice: true });
    const { id, date } = await shop.sell();
    const own = await app.post(`/receipts/${id}/invoice`, { customer: universidad }, { key: shop.key });
    await shop.advance((await shop.midnight(1)) + 21 * HOUR);
    expect(await shop.globals()).toEqual([]);
    await app.api('DELETE', `/invoices/${own.id}?motive=02`, undefined, { key: shop.key });
    expect(await shop.get(`/receipts/${id}`)).toMatchObject({ status: 'open' });
    await shop.advance((await shop.midnight(1)) + HOUR);
    const receipt = await shop.get(`/receipts/${id}`);
    expect(receipt).toMatchObject({ status: 'invoiced_globally' });
    const [invoice, ...others] = await shop.globals();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ id: receipt.invoice, total: receipt.total });
    expect(invoice!.global.months).toBe(new Date(Date.parse(date) - 6 * HOUR).toISOString().slice(5, 7));
  });

  it('nothing is made for who has switched it off, and again for who switches it on', async () => {
    const shop = await Shop.open('Apagada', { periodicity: 'day', auto_global_invoice: true });
    const { id } = await shop.sell();
    await shop.set({ auto_global_invoice: false });
    await shop.advance((await shop.midnight(1)) + HOUR);
    expect(await shop.get(`/receipts/${id}`)).toMatchObject({ status: 'open' });
    await shop.set({ auto_global_invoice: true });
    const next = await shop.sell();
    await shop.advance((await shop.midnight(1)) + HOUR);
    expect(await shop.get(`/receipts/${next.id}`)).toMatchObject({ status: 'invoiced_globally' });
    expect(await shop.get(`/receipts/${id}`)).toMatchObject({ status: 'open' });
  });

  it('a provider that is away is asked again, and the sale has one invoice in the end', async () => {
    const shop = await Shop.open('Sin PAC', { periodicity: 'day', auto_global_invoice: true });
    const { id } = await shop.sell();
    app.sandbox.faults.set('stamp', 'outage');
    try {
      await shop.advance((await shop.midnight(1)) + HOUR);
      expect(await shop.get(`/receipts/${id}`)).toMatchObject({ status: 'open' });
      expect(await shop.globals()).toMatchObject([{ status: 'pending' }]);
    } finally {
      app.sandbox.faults.clear();
    }
    await shop.advance((await shop.now()) + DAY);
    const [invoice, ...others] = await shop.globals();
    expect([invoice!.status, others]).toEqual(['valid', []]);
    expect(await shop.get(`/receipts/${id}`)).toMatchObject({ invoice: invoice!.id });
  });
});

describe('the day before the end of a longer period', () => {
  it('its organization is told what is open; another periodicity applies from the next one on', async () => {
    const shop = await Shop.open('De cada semana', { periodicity: 'week', auto_global_invoice: true });
    await shop.sell({ items: [line({ price: 200 })] });
    await shop.set({ periodicity: 'day' });
    // A week ends within seven days, and its last look is 20 hours later.
    await shop.advance((await shop.midnight(8)) + HOUR);
    expect(await shop.globals()).toMatchObject([{ total: 200, global: { periodicity: 'week' } }]);
    expect(await shop.told('global_period.upcoming')).toMatchObject([
      {
        data: { object: { periodicity: 'week', status: 'open', open_receipts: 1, total: 200, invoices: [] } },
      },
    ]);
    await shop.sell();
    await shop.advance((await shop.midnight(1)) + HOUR);
    expect((await shop.globals()).map(({ global }) => global.periodicity).toSorted()).toEqual([
      'day',
      'week',
    ]);
  });
});
