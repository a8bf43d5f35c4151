import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { BalanceClaims } from '#apps/invoicing/src/invoice/balance-claims';
import { Claims } from '#apps/invoicing/src/invoice/claims';
import {
  CancelInvoiceHandler,
  RecordCancellationHandler,
} from '#apps/invoicing/src/invoice/commands/cancellation';
import { CreateInvoiceHandler } from '#apps/invoicing/src/invoice/commands/create';
import { DeleteDraftHandler, EditDraftHandler } from '#apps/invoicing/src/invoice/commands/drafts';
import { RecordPaymentHandler, RevertPaymentHandler } from '#apps/invoicing/src/invoice/commands/payments';
import { StampDraftHandler } from '#apps/invoicing/src/invoice/commands/stamp-draft';
import {
  RecordFailureHandler,
  RecordRefusalHandler,
  RecordStampHandler,
  UnstampedIssues,
} from '#apps/invoicing/src/invoice/commands/stamping';
import type { InvoiceCommand } from '#apps/invoicing/src/invoice/decide';
import { Fences } from '#apps/invoicing/src/invoice/fences';
import { Invoices } from '#apps/invoicing/src/invoice/invoices';
import { PaymentClaims } from '#apps/invoicing/src/invoice/payment-claims';
import { Reservations } from '#apps/invoicing/src/invoice/reservations';
import { NOW, content, create, customer, history, stamp } from '#apps/invoicing/src/invoice/testing';
import { newId, type Tenant } from '#kernel';
import type { Command, CommandOutcome, InvoiceContent, InvoiceEvent } from '#contracts';
import type { EventStore } from '#event-store';
import type { ContentStore } from '#eventing';
import { IssuerObligations } from '#fiscal';
import { builtInCatalogues, withoutLists } from '#sat';
import { commandOf } from './command.js';
import { Gate, gatedPool, gatedStore } from './gate.js';

/** A command as it is delivered, as often as may be. */
export type Delivered = Command;
/** A process of invoicing: takes any of its commands. */
export type Process = (command: Delivered) => Promise<CommandOutcome>;

export interface Ground {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** See TIMBRA_CLAIM_GRACE_MS. */
  readonly claimGraceMs: number;
}

/** Invoicing in a process of its own: its own cache, and its own way out. */
export function openProcess({ pool, store, claimGraceMs }: Ground, gate = new Gate()): Process {
  const [db, config] = [gatedPool(pool, gate), { claimGraceMs }];
  const obligations = new IssuerObligations(withoutLists);
  const catalogues = { large: builtInCatalogues } as never;
  const invoices = new Invoices(gatedStore(store, gate), catalogues);
  const fences = new Fences(invoices);
  const claims = new Claims(new Reservations(db, config), invoices, fences);
  const noContents = {} as ContentStore;
  const payments = new PaymentClaims(noContents, new BalanceClaims(db, config), invoices, fences);
  const unstamped = new UnstampedIssues(invoices, claims, payments);
  const handlers: Readonly<Record<string, { execute(command: never): Promise<CommandOutcome> }>> = {
    'invoicing.create': new CreateInvoiceHandler(invoices, claims, payments, fences, catalogues, obligations),
    'invoicing.edit-draft': new EditDraftHandler(invoices, claims, fences),
    'invoicing.delete-draft': new DeleteDraftHandler(invoices, claims),
    'invoicing.stamp-draft': new StampDraftHandler(
      invoices,
      claims,
      payments,
      fences,
      catalogues,
      obligations,
    ),
    'invoicing.record-stamp': new RecordStampHandler(invoices),
    'invoicing.record-refusal': new RecordRefusalHandler(unstamped),
    'invoicing.record-failure': new RecordFailureHandler(unstamped),
    'invoicing.record-payment': new RecordPaymentHandler(invoices),
    'invoicing.revert-payment': new RevertPaymentHandler(invoices),
    'invoicing.cancel': new CancelInvoiceHandler(invoices),
    'invoicing.record-cancellation': new RecordCancellationHandler(invoices, payments),
  };
  return (command) => {
    const handler = handlers[command.type];
    if (!handler) throw new Error(`nothing handles ${command.type}`);
    return handler.execute(command as never);
  };
}

export const SERIES = 'P';
export const TOTAL = '116.00';
/** Amounts of the payments that are there: together with a new one of 70 they pay too much. */
export const AMOUNTS = { draft: '70', refused: '30', valid: '16' } as const;

/** An organization with an invoice that payments pay: a draft, one on its way to its stamp, a valid one. */
export interface World {
  readonly tenant: Tenant;
  /** The invoice that is paid. */
  readonly owing: string;
  /** A draft of a payment, with the key `kept`. */
  readonly draft: string;
  /** A payment whose stamp was asked for: it was a draft before. */
  readonly pending: string;
  /** A payment that is stamped, whose cancellation was asked for; `owing` does not know it yet. */
  readonly valid: string;
  readonly uuidOfValid: string;
  /** Every invoice that may be there, those of commands included. */
  readonly ids: Set<string>;
  readonly command: (type: string, key: string, data: unknown) => Delivered;
}

const NOTHING = {
  ...{ numOperacion: null, rfcEmisorCtaOrd: null, nomBancoOrdExt: null, ctaOrdenante: null },
  ...{ rfcEmisorCtaBen: null, ctaBeneficiario: null, tipoCadPago: null },
  ...{ certPago: null, cadPago: null, selloPago: null },
};

/** A payment of an invoice; its number and the balance before it are left to us. */
export const paymentOf = (
  invoice: string,
  amount: string,
  over: Partial<InvoiceContent> = {},
): InvoiceContent =>
  content({
    ...{ type: 'P', items: [], customer, series: SERIES, use: 'CP01', currency: 'XXX' },
    ...{ payment_form: null, payment_method: null },
    complements: [
      {
        type: 'pago',
        data: [
          {
            ...{ payment_form: '03', currency: 'MXN', exchange: '1', date: null, ...NOTHING },
            related_documents: [
              {
                ...{ invoice, uuid: stamp.uuid, amount, installment: 1, last_balance: TOTAL },
                ...{ taxes: [], taxability: '01', currency: 'MXN', exchange: '1' },
                ...{ folio_number: null, series: null, derived: ['installment', 'last_balance'] },
              },
            ],
          },
        ],
      },
    ],
    ...over,
  });

export async function openWorld({ pool, store }: Ground): Promise<World> {
  const tenant: Tenant = { organizationId: newId(), livemode: false };
  const [owing, draft, pending, valid] = [newId(), newId(), newId(), newId()];
  const { issuer } = (create() as Extract<InvoiceCommand, { type: 'create' }>).data;
  const drafted = (content: InvoiceContent): InvoiceCommand => ({
    ...{ type: 'create-draft', now: NOW },
    data: { content, issuer, draft: true },
  });
  const issued = (content: InvoiceContent, folio_number: number): InvoiceCommand => ({
    ...{ type: 'stamp-draft', now: NOW, issuer },
    attempt: { at: 0, numbering: { series: SERIES, folio_number }, content },
  });
  const uuidOfValid = randomUUID().toUpperCase();
  const stamped = (uuid: string): InvoiceCommand => ({
    ...{ type: 'record-stamp', now: NOW, number: 1, stamp: { ...stamp, uuid } },
  });
  const numbered = (amount: string, installment: number, last_balance: string): InvoiceContent => {
    const text = JSON.stringify(paymentOf(owing, amount));
    return JSON.parse(
      text
        .replace('"installment":1', `"installment":${installment}`)
        .replace(`"last_balance":"${TOTAL}"`, `"last_balance":"${last_balance}"`),
    ) as InvoiceContent;
  };
  const [first, second] = [numbered(AMOUNTS.valid, 1, TOTAL), numbered(AMOUNTS.refused, 2, '100.00')];
  const write = async (id: string, events: readonly InvoiceEvent[]): Promise<void> => {
    const metadata = { ...tenant, correlationId: 'c', actor: 'test', commandId: randomUUID() };
    const made = events.map((event) => ({ ...event, id: randomUUID() }));
    await store.append(`invoice-${id}`, -1, made, metadata);
  };
  await Promise.all([
    write(owing, history(create({ payment_method: 'PPD', payment_form: '99' }), stamped(stamp.uuid))),
    write(draft, history(drafted(paymentOf(owing, AMOUNTS.draft, { idempotency_key: 'kept' })))),
    write(pending, history(drafted(second), issued(second, 2))),
    write(
      valid,
      history(drafted(first), issued(first, 1), stamped(uuidOfValid), {
        ...{ type: 'cancel', now: NOW, motive: '02', substitution: null },
      }),
    ),
    pool.query(
      `WITH key AS (
         INSERT INTO invoicing.idempotency_keys (organization_id, livemode, key, holder, revision)
         VALUES ($1, false, 'kept', $2, -1)
       ), folio AS (
         INSERT INTO invoicing.folio_counters (organization_id, livemode, series, next, last_holder)
         VALUES ($1, false, '${SERIES}', 3, $4 || '.1')
       )
       INSERT INTO invoicing.balance_claims (organization_id, livemode, invoice_id, payment_id, amount, installment,
         revision, balance, first_installment)
       VALUES ($1, false, $3, $5, ${AMOUNTS.valid}, 1, 0, ${TOTAL}, 1),
              ($1, false, $3, $4, ${AMOUNTS.refused}, 2, 0, 100, 2)`,
      [tenant.organizationId, draft, owing, pending, valid],
    ),
  ]);
  const ids = new Set([owing, draft, pending, valid]);
  return {
    ...{ tenant, owing, draft, pending, valid, uuidOfValid, ids },
    command: (type, key, data) => {
      ids.add(key);
      return commandOf(tenant, type, key, data);
    },
  };
}
