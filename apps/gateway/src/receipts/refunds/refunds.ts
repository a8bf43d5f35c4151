import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { deterministicId, monotonicMs, newId, type Result, type Tenant } from '#kernel';
import { receiptsReadModel, type InvoiceToCredit, type ReceiptDoc } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { CONFIG, type Config } from '#hosting';
import { HttpRefusal, unwrap } from '#http';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseInvoiceDoc } from '../../docs.js';
import { InvoiceIssuing, type IssuingScope } from '../../invoices/issuing.js';
import { InvoiceQueries } from '../../invoices/queries.js';
import { ReceiptQueries, type StoredReceipt } from '../queries.js';
import type { RefundBody } from './dto.js';
import { toInvoiceToCredit } from './invoice-to-credit.js';

/** The receipt is invoiced, canceled or reopened in the moment of the request: what it is then is looked at. */
const TRIES = 4;
const PAUSE_MS = 150;
/** How long an answer waits until the receipt shows that its credit note is stamped: it is, and sure to show. */
const SEEN_MS = 5_000;

/** A refund that was asked for; `settled` is false while nobody can say yet whether its credit note is stamped. */
export interface Refunded {
  readonly receipt: StoredReceipt;
  readonly settled: boolean;
}

interface Asked {
  readonly body: RefundBody;
  /** The Idempotency-Key of the request. */
  readonly key: string | undefined;
}

/** Has some of a sale given back, and waits for the credit note where one is made. */
@Injectable()
export class ReceiptRefunds {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly invoices: InvoiceQueries,
    private readonly receipts: ReceiptQueries,
    private readonly watch: ProjectionWatch,
  ) {}

  /** @throws {HttpRefusal} what the receipt, or its credit note, is refused with */
  async refund(call: CallContext, id: string, asked: Asked): Promise<Refunded> {
    const refundId = asked.key === undefined ? newId() : deterministicId('refund', id, asked.key);
    for (let attempt = 1; ; attempt += 1) {
      const done = await this.try(call, id, refundId, asked);
      if (done.ok) return done.value;
      if (done.refusal.code !== 'conflict' || attempt === TRIES) throw new HttpRefusal(done.refusal);
      await sleep(PAUSE_MS);
    }
  }

  private async try(
    call: CallContext,
    id: string,
    refund_id: string,
    { body }: Asked,
  ): Promise<Result<Refunded>> {
    const { tenant } = call;
    const stored = unwrap(await this.receipts.find(tenant, id));
    // What is given back of an open receipt needs no provider.
    const scope = await (stored.invoice_id === null
      ? this.issuing.completeScopeOf(call)
      : this.issuing.issuingScopeOf(call));
    const invoice = await this.creditable(tenant, stored, scope);
    const credit_note = deterministicId(refund_id, 'credit-note');
    const follower = this.invoices.outcomes.follow(credit_note);
    try {
      const data = {
        ...{ refund_id, credit_note, invoice, issuer: scope.issuer },
        ...{ lines: body.lines ?? [], reason: body.reason?.trim() || null },
      };
      const command = { type: 'receipts.refund', key: id, data } as const;
      const sent = await this.sender.send(command, call, { readModel: receiptsReadModel });
      if (!sent.ok) return sent;
      const made = sent.value.data.credit_note;
      if (!made) return this.found(tenant, id, true);
      const { number } = made;
      const wait = { of: 'stamp', timeoutMs: this.config.stampWaitMs } as const;
      const row = await this.invoices.outcomes.waitFor(follower, {
        tenant,
        id: credit_note,
        number,
        ...wait,
      });
      const { kind, code = 'internal_error', details = [] } = row?.outcome ?? { kind: 'delayed' };
      if (kind === 'refused') throw new HttpRefusal({ code, details });
      if (kind === 'failed') throw new HttpRefusal({ code: 'invoice_stamping_failed' });
      if (kind === 'done') await this.waitForRefund(tenant, id, refund_id);
      return await this.found(tenant, id, kind === 'done');
    } finally {
      follower.close();
    }
  }

  private async found(tenant: Tenant, id: string, settled: boolean): Promise<Result<Refunded>> {
    const receipt = await this.receipts.find(tenant, id);
    return receipt.ok ? { ok: true, value: { receipt: receipt.value, settled } } : receipt;
  }

  /** The invoice that has the receipt, by our list of invoices. */
  private async creditable(
    tenant: Tenant,
    { invoice_id }: StoredReceipt,
    { scope }: IssuingScope,
  ): Promise<InvoiceToCredit | null> {
    if (invoice_id === null) return null;
    const { doc } = unwrap(await this.invoices.find(tenant, invoice_id));
    return unwrap(toInvoiceToCredit(parseInvoiceDoc(doc), scope));
  }

  /** Whoever reads the receipt next sees the refund as done. */
  private async waitForRefund(tenant: Tenant, id: string, refundId: string): Promise<void> {
    const isSeen = ({ doc }: { readonly doc: string }): boolean =>
      (JSON.parse(doc) as ReceiptDoc).refunds.some((one) => one.id === refundId && one.status !== 'pending');
    const follower = this.watch.follow(receiptsReadModel.projection, id);
    try {
      const deadline = monotonicMs() + SEEN_MS;
      for (;;) {
        const found = await this.receipts.find(tenant, id);
        if (!found.ok || isSeen(found.value) || monotonicMs() > deadline) return;
        const { revision } = found.value;
        const read = async () => {
          const now = await this.receipts.find(tenant, id);
          return now.ok ? now.value : undefined;
        };
        await follower.until({ accept: (row) => row.revision > revision, read, timeoutMs: SEEN_MS });
      }
    } finally {
      follower.close();
    }
  }
}
