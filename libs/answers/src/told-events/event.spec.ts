import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { TOLD_TYPES, type InvoiceEvent, type ToldEvent, type ToldType } from '#contracts';
import { eventDoc, showsPortal, thinEventDoc, type EventDoc } from './event.js';
import { exampleEvent } from './example-event.js';
import { exampleOf } from './examples.js';

const tenant = { organizationId: '6743f1c2a1b2c3d4e5f60718', livemode: false };
const at = '2026-11-26T18:00:00.000Z';
const id = '6743f1c2a1b2c3d4e5f60720';
const types = Object.keys(TOLD_TYPES) as ToldType[];

const storyOf = (type: ToldType) => exampleOf(type, { id, at, tenant });
const toldOf = (type: ToldType, revision: number): ToldEvent => ({
  ...{ id: 'e1', type, created_at: at, stream: storyOf(type).stream, revision, resource_id: id },
});
const render = (type: ToldType, revision: number, events: readonly StreamEvent[] = storyOf(type).events) =>
  eventDoc(toldOf(type, revision), tenant, events);
const objectOf = ({ data }: EventDoc) => data.object as Record<string, unknown>;

describe('an event with its resource', () => {
  it('shows it as it was then, whatever came after', () => {
    const created = render('invoice.canceled', 0);
    expect(objectOf(created)).toMatchObject({ id, status: 'pending', uuid: null });
    expect(objectOf(render('invoice.canceled', 1))).toMatchObject({ status: 'valid' });
    expect(objectOf(render('invoice.canceled', 3))).toMatchObject({ status: 'canceled' });
    expect(created).toEqual(render('invoice.canceled', 0, storyOf('invoice.canceled').events.slice(0, 1)));
  });

  it.each(types)('%s can be told after any prefix', (type) => {
    const { events } = storyOf(type);
    for (let revision = -1; revision < events.length; revision += 1) {
      const doc = render(type, revision);
      // What is signed is the text: it must come out of a parser as it went in.
      const text = JSON.stringify(doc);
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      expect(doc.data.object === null).toBe(revision < 0);
    }
  });

  it.each(['invoice.deleted', 'retention.deleted', 'customer.deleted', 'product.deleted'] as const)(
    '%s shows it as it was last',
    (type) => expect(objectOf(render(type, 1))).toEqual(objectOf(render(type, 0))),
  );

  it('shows one that was refused before anybody saw it as failed', () => {
    const [issued, refused] = storyOf('invoice.stamping_refused').events;
    const { kept: _, ...data } = refused!.data as Extract<InvoiceEvent, { type: 'InvoiceRefused' }>['data'];
    const doc = render('invoice.stamping_refused', 1, [issued!, { ...refused!, data }]);
    expect(objectOf(doc)['status']).toBe('failed');
  });

  it('shows a retention as the API answered it', () => {
    expect(objectOf(render('retention.canceled', 1))).toMatchObject({
      ...{ id, status: 'valid', cve_retenc: '14', totales: { monto_tot_ret: 1000 } },
    });
    expect(objectOf(render('retention.canceled', 3))).toMatchObject({ id, status: 'canceled' });
  });

  it('shows a receipt with the page where its customer invoices it; without, where nobody knows the portal', () => {
    const { events } = storyOf('receipt.status_updated');
    const told = toldOf('receipt.status_updated', events.length - 1);
    const portal = { public_url: 'https://timbra.example', domain: 'tienda', custom_domain: null };
    const shown = objectOf(eventDoc(told, tenant, events, portal));
    expect(shown).toMatchObject({ id, status: 'invoiced_to_customer', invoice: expect.any(String) });
    expect(shown['self_invoice_url']).toBe(`https://timbra.example/tienda/${shown['key'] as string}`);
    expect(objectOf(eventDoc(told, tenant, events))['self_invoice_url']).toBeNull();
    expect([showsPortal(told), showsPortal({ type: 'invoice.created' })]).toEqual([true, false]);
  });

  it('keeps the link to itself by which a customer is changed', () => {
    const link = {
      type: 'CustomerEditLinkCreated',
      data: { id: 'link-1', key_hash: 'h', expires_at: at, at },
    };
    const [created] = storyOf('customer.created').events;
    const doc = render('customer.edited', 1, [created!, { ...created!, ...link, revision: 1 }]);
    expect(objectOf(doc)).toMatchObject({ edit_link: null, edit_link_expires_at: null });
    expect(JSON.stringify(doc)).not.toContain('link-1');
  });
});

describe('what failed', () => {
  it('is said with its code and in Spanish, and of the event that brought it alone', () => {
    expect(render('invoice.stamping_refused', 1).related_resource_messages).toEqual([
      {
        ...{ resource_type: 'invoice', resource_id: id, source: 'stamping_async_task', severity: 'error' },
        ...{ code: 'CFDI40147', message: expect.stringMatching(/^El campo /), created_at: at },
      },
    ]);
    expect(render('invoice.stamping_refused', 0)).not.toHaveProperty('related_resource_messages');
    expect(render('invoice.stamping_failed', 1).related_resource_messages).toMatchObject([
      { code: 'invoice_stamping_failed', message: expect.any(String) },
    ]);
    expect(render('retention.stamping_refused', 2).related_resource_messages).toMatchObject([
      { resource_type: 'retention', resource_id: id, source: 'stamping_async_task', code: 'Reten20119' },
    ]);
    expect(render('retention.stamping_failed', 1).related_resource_messages).toMatchObject([
      { code: 'retention_stamping_failed', message: expect.any(String) },
    ]);
    expect(render('retention.cancellation_refused', 3).related_resource_messages).toMatchObject([
      { source: 'cancellation_async_task', code: 'retention_not_cancelable' },
    ]);
    expect(render('invoice.surplus_stamp_found', 2).related_resource_messages).toMatchObject([
      { code: 'surplus_stamp', severity: 'warning', message: expect.stringMatching(/^El PAC sw también/) },
    ]);
    expect(render('retention.surplus_stamp_settled', 3).related_resource_messages).toMatchObject([
      { resource_type: 'retention', code: 'surplus_stamp_canceled', severity: 'info' },
    ]);
    expect(render('invoice.cancellation_refused', 3).related_resource_messages).toMatchObject([
      { source: 'cancellation_async_task', code: 'invoice_not_cancelable' },
    ]);
  });
});

describe('samples', () => {
  it.each(types)('of %s show a resource of their own', (type) => {
    const { data, ...doc } = exampleEvent(type);
    expect(doc).toMatchObject({ type, livemode: false });
    expect(data.type).toBe(TOLD_TYPES[type].resource);
    expect(data.object).toMatchObject({ id: '6743f1c2a1b2c3d4e5f60720' });
    const fails = /refused|failed$|surplus/.test(type) && !type.startsWith('zip_request.');
    expect('related_resource_messages' in doc).toBe(fails);
  });
});

it('a thin event has its id and its type', () => {
  expect(JSON.stringify(thinEventDoc(toldOf('invoice.stamped', 1)))).toBe(
    '{"id":"e1","type":"invoice.stamped"}',
  );
});

it('an invoice of 5,000 lines is written without holding up others for long', () => {
  const story = storyOf('invoice.stamped');
  const [issued, stamped] = story.events as readonly StreamEvent<InvoiceEvent>[];
  const { content } = (issued as Extract<typeof issued, { type: 'InvoiceIssued' }>).data;
  const items = Array.from({ length: 5_000 }, () => content.items[0]!);
  const large = { ...issued!, data: { ...issued!.data, content: { ...content, items } } } as StreamEvent;
  const doc = render('invoice.stamped', 1, [large, stamped!]);
  expect((objectOf(doc)['items'] as unknown[]).length).toBe(5_000);
});
