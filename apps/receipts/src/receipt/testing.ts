import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId, type Tenant } from '#kernel';
import {
  emptyAddress,
  type Command,
  type CommandOutcome,
  type CreateReceipt,
  type CustomerSnapshot,
  type InvoiceItem,
  type IssuerSnapshot,
  type ReceiptContent,
} from '#contracts';
import type { EventStore } from '#event-store';
import { builtInCatalogues } from '#sat';
import { ClaimHolds } from '../claim/invoice-holds.js';
import { ClaimRows } from '../claim/statements.js';
import { Claims } from '../claim/claims.js';
import { CreateReceiptsHandler } from '../many/commands.js';
import { ReceiptsAtOnce } from '../many/receipts-at-once.js';
import { ManyRows } from '../many/rows.js';
import { ReceiptChanges } from './changes.js';
import { AssignReceiptCustomerHandler, CancelReceiptHandler, FindReceiptRequestHandler } from './commands.js';
import { CreateReceiptHandler } from './create.js';
import { Holds } from './holds.js';
import { Receipts } from './receipts.js';
import { RequestKeys } from './requests.js';
import { ReceiptRows } from './store.js';

/** Receipts for specs: one line of 116.00 with IVA, sold by a school in Hidalgo. */

export const NOW = new Date('2026-11-21T18:00:00.250Z');
export const at = NOW.toISOString();

export const issuer: IssuerSnapshot = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { ...emptyAddress, zip: '42501' },
};
export const customer: CustomerSnapshot = {
  id: '66f0c0c0c0c0c0c0c0c0c001',
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: null,
  address: { ...emptyAddress, zip: '86991' },
};
export const item: InvoiceItem = {
  quantity: '1',
  discount: '0',
  product: {
    ...{ id: null, description: 'Taza de cerámica', product_key: '52152101', unit_key: 'H87', sku: null },
    ...{ unit_name: 'Elemento', price: '116', tax_included: true, taxability: '02', local_taxes: [] },
    taxes: [
      {
        ...{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null, withholding: false },
        ieps_mode: 'sum_before_taxes',
      },
    ],
  },
  ...{ parts: [], customs_keys: [], third_party: null, property_tax_account: [], complement: null },
};
export const content = (over: Partial<ReceiptContent> = {}): ReceiptContent => ({
  ...{ date: at, payment_form: '01', items: [item], currency: 'MXN', exchange: '1', customer: null },
  ...{ address: null, branch: null, external_id: null, idempotency_key: null },
  ...over,
});
export const creating = (
  over: Partial<ReceiptContent> = {},
  more: Partial<CreateReceipt> = {},
): CreateReceipt => ({
  content: content(over),
  expiry: { periodicity: 'month', duration_days: 7, time_zone: 'America/Mexico_City' },
  ...{ issuer, folio_number: null },
  ...more,
});

/** The way out of a process of the service, for specs in which it is slow, or ends. */
export interface Ground {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly claimGraceMs?: number;
}

/** The receipts of a process: its own cache, and its own way out. */
export function openReceipts({ pool, store, claimGraceMs = 0 }: Ground) {
  const config = { claimGraceMs };
  const rows = new ReceiptRows(pool, config);
  const receipts = new Receipts(store);
  const requests = new RequestKeys(pool, config);
  const holds = new Holds(rows, receipts, new ClaimHolds(new Claims(store), new ClaimRows(pool, config)));
  const changes = new ReceiptChanges(rows, receipts, holds);
  const catalogues = { large: builtInCatalogues } as never;
  const single = new CreateReceiptHandler(receipts, rows, requests, holds, catalogues);
  const atOnce = new ReceiptsAtOnce(new ManyRows(pool), receipts, single, catalogues);
  const handlers: Readonly<Record<string, { execute(command: never): Promise<CommandOutcome> }>> = {
    'receipts.create': single,
    'receipts.create-many': new CreateReceiptsHandler(atOnce),
    'receipts.find-request': new FindReceiptRequestHandler(requests),
    'receipts.assign-customer': new AssignReceiptCustomerHandler(changes),
    'receipts.cancel': new CancelReceiptHandler(changes),
  };
  const send = (command: Command): Promise<CommandOutcome> => {
    const handler = handlers[command.type];
    if (!handler) throw new Error(`nothing handles ${command.type}`);
    return handler.execute(command as never);
  };
  return { rows, receipts, requests, holds, changes, atOnce, send };
}

/** A command to a receipt of a tenant. */
export const commandOf = (
  tenant: Tenant,
  type: string,
  key: string,
  data: unknown = {},
  over: Partial<Command> = {},
): Command => ({
  ...{ id: randomUUID(), type, key, tenant, actor: 'key:test', correlationId: 'c', time: at, data },
  ...over,
});

export const newTenant = (): Tenant => ({ organizationId: newId(), livemode: false });
