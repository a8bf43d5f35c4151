import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs, ok, refuse, type Result } from '#kernel';
import {
  MAX_GLOBAL_RECEIPTS,
  type AskGlobalInvoice,
  type AskReceiptInvoice,
  type Command,
  type NamedReceipts,
} from '#contracts';
import { Contended } from '#eventing';
import { CONFIG, type Config } from '#hosting';
import { Holds } from '../receipt/holds.js';
import { ReceiptRows, type FoundReceipt } from '../receipt/store.js';
import { ClaimRows } from './statements.js';
import { judgeNamed, notOpen, toNames, type Name } from './names.js';

/** How often receipts that others hold at this moment are looked at, while they are waited for. */
const PAUSE_MS = 40;
/** The longest that they are waited for, whatever the grace is: somebody waits for the answer. */
const MOST_MS = 2_000;
/** The most rounds of those that hold receipts which are settled before the command fails, and comes again. */
const ROUNDS = 100;

type Selected = Result<readonly FoundReceipt[]>;

/** Who asks for receipts: for which invoice, and whether others that hold them are waited for. */
export interface Asking {
  readonly invoice: string;
  readonly wait: boolean;
}

/**
 * Finds the receipts that an invoice is to have, as they are: open, and held by nobody else. Whoever holds one is settled
 * first, so that what a dead process has left keeps no sale from its invoice. The order is that of the request, or of dates.
 */
@Injectable()
export class ReceiptSelection {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
    private readonly rows: ReceiptRows,
    private readonly claimRows: ClaimRows,
    private readonly holds: Holds,
  ) {}

  private get waitMs(): number {
    return Math.min(this.config.claimGraceMs, MOST_MS);
  }

  /** @throws {Contended} where others hold them again and again */
  select(command: Command, ask: AskReceiptInvoice, asking: Asking): Promise<Selected> {
    if (ask.kind === 'customer') return this.named(command, ask, ask.receipts, asking);
    if (ask.receipts) return this.named(command, ask, { by: 'id', ids: ask.receipts }, asking);
    return this.ofPeriod(command, ask, asking);
  }

  private async named(
    command: Command,
    ask: AskReceiptInvoice,
    named: NamedReceipts,
    { invoice, wait }: Asking,
  ): Promise<Selected> {
    const names = toNames(ask, named);
    const until = monotonicMs() + this.waitMs;
    for (;;) {
      const found = await this.read(command, named, names);
      const judged = judgeNamed(ask, names, found);
      if (!judged.ok) return judged;
      const held = judged.value.filter((row) => isForeign(row, invoice));
      if (held.length === 0) return judged;
      const waiting = await this.settle(command, held);
      if (waiting.length > 0 && !wait) return notOpen(names, waiting);
      if (monotonicMs() > until) return notOpen(names, waiting.length > 0 ? waiting : held);
      if (waiting.length > 0) await sleep(PAUSE_MS);
    }
  }

  private read({ tenant }: Command, named: NamedReceipts, names: readonly Name[]): Promise<FoundReceipt[]> {
    const texts = names.map(({ name }) => name);
    return named.by === 'id' ? this.rows.read(tenant, texts) : this.rows.readByKeys(tenant, texts);
  }

  private async ofPeriod(command: Command, ask: AskGlobalInvoice, asking: Asking): Promise<Selected> {
    const { tenant } = command;
    await this.settlePeriod(command, ask, asking);
    const found = await this.claimRows.freeOf(tenant, asking.invoice, ask);
    if (found.length === 0) return refuse('receipt_not_found');
    if (found.length > MAX_GLOBAL_RECEIPTS && !ask.limit_to_max_receipts)
      return refuse('global_invoice_too_many_items');
    return ok(found.slice(0, MAX_GLOBAL_RECEIPTS));
  }

  /** A sale whose holder has died must not be left out; one that is being invoiced is. */
  private async settlePeriod(
    command: Command,
    ask: AskGlobalInvoice,
    { invoice, wait }: Asking,
  ): Promise<void> {
    const until = monotonicMs() + this.waitMs;
    for (let round = 0; round < ROUNDS; round += 1) {
      const held = await this.claimRows.heldOf(command.tenant, invoice, ask);
      const settled = await Promise.all(held.map((row) => this.holds.settle(command, row)));
      const isBusy = settled.includes('busy');
      if (!isBusy || !wait || monotonicMs() > until) return;
      await sleep(PAUSE_MS);
    }
    throw new Contended('receipts of a period');
  }

  /** Settles who holds some receipts; those that stay held. */
  private async settle(command: Command, held: readonly FoundReceipt[]): Promise<FoundReceipt[]> {
    const waiting: FoundReceipt[] = [];
    const settled = new Set<string>();
    for (const row of held) {
      const holder = row.holder ?? row.id;
      // What an invoice holds goes, or stays, for all its receipts at once.
      if (settled.has(holder)) continue;
      const found = await this.holds.settle(command, row);
      if (found === 'held' || found === 'busy') waiting.push(row);
      else settled.add(holder);
    }
    return waiting;
  }
}

const isForeign = ({ holder, revision }: FoundReceipt, invoice: string): boolean =>
  revision < 0 || (holder !== null && holder !== invoice);
