import { invoicingProcess } from '#apps/invoicing/src/process';
import { HoldReceiptsHandler } from '#apps/invoicing/src/invoice/commands/receipts';
import { content, customer, issuer, product, stamp } from '#apps/invoicing/src/invoice/testing';
import { Invoices } from '#apps/invoicing/src/invoice/invoices';
import { Claims } from '#apps/receipts/src/claim/claims';
import {
  InvoiceReceiptsHandler,
  IssueReceiptInvoiceHandler,
  SettleReceiptInvoiceHandler,
} from '#apps/receipts/src/claim/commands';
import { ClaimHolds } from '#apps/receipts/src/claim/invoice-holds';
import { ReceiptInvoices } from '#apps/receipts/src/claim/issue';
import { ReceiptOutcomes } from '#apps/receipts/src/claim/outcomes';
import { ReceiptSelection } from '#apps/receipts/src/claim/select';
import { ClaimSettlement } from '#apps/receipts/src/claim/settle';
import { ClaimRows } from '#apps/receipts/src/claim/statements';
import { ReceiptChanges } from '#apps/receipts/src/receipt/changes';
import { AssignReceiptCustomerHandler, CancelReceiptHandler } from '#apps/receipts/src/receipt/commands';
import { CreateReceiptHandler } from '#apps/receipts/src/receipt/create';
import { Holds } from '#apps/receipts/src/receipt/holds';
import { Receipts } from '#apps/receipts/src/receipt/receipts';
import { RequestKeys } from '#apps/receipts/src/receipt/requests';
import { ReceiptRows } from '#apps/receipts/src/receipt/store';
import { deterministicUuid, newId, type StreamEvent, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import type {
  AskCustomerInvoice,
  AskGlobalInvoice,
  CommandOutcome,
  CreateReceipt,
  ReceiptContent,
} from '#contracts';
import { builtInCatalogues } from '#sat';
import { commandOf } from './command.js';
import { Gate, gatedPool, gatedStore } from './gate.js';
import { openProcess as openInvoicing, type Delivered, type Ground, type Process } from './world.js';

/** Receipts and invoicing in one process: its own caches, and its own way out. */
export function openShop(ground: Ground, gate = new Gate()): Process {
  const [pool, store] = [gatedPool(ground.pool, gate), gatedStore(ground.store, gate)];
  const config = { claimGraceMs: ground.claimGraceMs };
  const catalogues = { large: builtInCatalogues } as never;
  const invoicing = openInvoicing(ground, gate);
  const held = new HoldReceiptsHandler(new Invoices(store, catalogues), store);
  const bus = { send: (command: Delivered) => take(command) } as unknown as CommandBus;
  const [rows, receipts, claims] = [new ReceiptRows(pool, config), new Receipts(store), new Claims(store)];
  const claimRows = new ClaimRows(pool, config);
  const holds = new Holds(rows, receipts, new ClaimHolds(claims, claimRows));
  const changes = new ReceiptChanges(rows, receipts, holds);
  const selection = new ReceiptSelection(config, rows, claimRows, holds);
  const invoices = new ReceiptInvoices(bus, selection, rows, claimRows, claims);
  const outcomes = new ReceiptOutcomes(store, receipts);
  const settlement = new ClaimSettlement(bus, claims, claimRows, outcomes, receipts, rows);
  const handlers: Readonly<Record<string, { execute(command: never): Promise<CommandOutcome> }>> = {
    'receipts.create': new CreateReceiptHandler(
      receipts,
      rows,
      new RequestKeys(pool, config),
      holds,
      catalogues,
    ),
    'receipts.cancel': new CancelReceiptHandler(changes),
    'receipts.assign-customer': new AssignReceiptCustomerHandler(changes),
    'receipts.invoice': new InvoiceReceiptsHandler(invoices),
    'receipts.issue': new IssueReceiptInvoiceHandler(claims, invoices),
    'receipts.settle': new SettleReceiptInvoiceHandler(settlement),
    'invoicing.hold-receipts': held,
  };
  const take: Process = async (command) =>
    // As it crosses a process border.
    handlers[command.type]?.execute(JSON.parse(JSON.stringify(command)) as never) ??
    invoicing(JSON.parse(JSON.stringify(command)) as Delivered);
  return take;
}

export const NAMES = ['a', 'b', 'c', 'd'] as const;
export type Name = (typeof NAMES)[number];

/** An organization with four open receipts, and an invoice that may take another's place. */
export interface Shop {
  readonly tenant: Tenant;
  readonly receipts: Readonly<Record<Name, string>>;
  readonly keys: Readonly<Record<Name, string>>;
  readonly substitute: string;
  /** Every invoice that may be there. */
  readonly ids: Set<string>;
  readonly command: (type: string, key: string, data: unknown, id?: string) => Delivered;
}

const DATE = '2026-11-20T18:00:00.000Z';

const sale = (folio: number, price: string): ReceiptContent => ({
  ...{ date: DATE, payment_form: '01', currency: 'MXN', exchange: '1', customer: null, address: null },
  ...{ branch: null, external_id: null, idempotency_key: null },
  items: [...content().items].map((item) => ({
    ...item,
    product: { ...product, price, sku: String(folio) },
  })),
});

const PRICES = { a: '116', b: '58.01', c: '0.99', d: '1234.56' } as const satisfies Record<Name, string>;

/** Customers' own invoices say the folio of each receipt as the SKU of its line, as global ones do. */
export async function openShopWorld(ground: Ground): Promise<Shop> {
  const tenant: Tenant = { organizationId: newId(), livemode: false };
  const ids = new Set<string>();
  const command: Shop['command'] = (type, key, data, id) => {
    if (!type.startsWith('receipts.c')) ids.add(key);
    return commandOf(tenant, type, key, data, id);
  };
  const shop = openShop(ground);
  const receipts = { a: newId(), b: newId(), c: newId(), d: newId() };
  const expiry = { periodicity: 'month', duration_days: 0, time_zone: 'America/Mexico_City' } as const;
  for (const [index, name] of NAMES.entries()) {
    const data: CreateReceipt = {
      ...{ content: sale(index + 1, PRICES[name]), expiry, issuer, folio_number: index + 1 },
    };
    await demand(shop, command('receipts.create', receipts[name], data));
  }
  const substitute = newId();
  await demand(shop, command('invoicing.create', substitute, { content: content(), issuer, draft: false }));
  await demand(
    shop,
    command('invoicing.record-stamp', substitute, { number: 1, stamp: stampOf(substitute) }),
  );
  const { rows } = await ground.pool.query<{ id: string; key: string }>(
    'SELECT id, key FROM receipts.receipts WHERE organization_id = $1',
    [tenant.organizationId],
  );
  const keyOf = (name: Name): string => rows.find(({ id }) => id === receipts[name])?.key ?? '';
  const keys = { a: keyOf('a'), b: keyOf('b'), c: keyOf('c'), d: keyOf('d') };
  return { tenant, receipts, keys, substitute, ids, command };
}

export const stampOf = (invoice: string) => ({
  ...stamp,
  uuid: deterministicUuid(invoice, 'stamp').toUpperCase(),
});

async function demand(process: Process, command: Delivered): Promise<void> {
  const outcome = await process(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
}

export const askKeys = (keys: readonly string[], over: Partial<AskCustomerInvoice> = {}) => ({
  issuer,
  ask: {
    ...{ kind: 'customer', receipts: { by: 'key', keys }, customer, use: 'G03', payment_form: null },
    ...{ date: null, apply_resico_isr: false, origin: 'api', refuse_expired: false },
    extras: {
      conditions: null,
      folio_number: null,
      series: null,
      pdf_custom_section: null,
      pdf_options: null,
    },
    ...over,
  } satisfies AskCustomerInvoice,
});

export const askGlobal = (over: Partial<AskGlobalInvoice> = {}) => ({
  issuer,
  ask: {
    ...{ kind: 'global', from: '2026-11-01T06:00:00.000Z', until: '2026-12-01T06:00:00.000Z' },
    ...{ global: { periodicity: 'month', months: '11', year: 2026 }, payment_form: null, receipts: null },
    ...{ limit_to_max_receipts: false, date: null, origin: 'api' },
    extras: { folio_number: null, series: null },
    ...over,
  } satisfies AskGlobalInvoice,
});

/** What the services' process tells receipts of an invoice, as far as its stream is: the same commands every time. */
export async function tellings({ store }: Ground, shop: Shop, invoice: string): Promise<Delivered[]> {
  const events = (await store.read(`invoice-${invoice}`)) as StreamEvent[];
  return events.flatMap((event) =>
    invoicingProcess
      .react(event)
      .flatMap((effect, index) =>
        effect.kind === 'send' && effect.command.type === 'receipts.settle'
          ? [
              shop.command(
                'receipts.settle',
                effect.command.key,
                effect.command.data,
                deterministicUuid(event.id, index),
              ),
            ]
          : [],
      ),
  );
}
