import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import { RECEIPT_STREAM, type ClaimedReceipt, type Command } from '#contracts';
import type { EventStore } from '#event-store';
import { metadataOf } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { decideOutcome, type OutcomeCommand } from '../receipt/decide-outcome.js';
import { revisionOf } from '../receipt/receipt.js';
import { Receipts } from '../receipt/receipts.js';
import { detached } from './claims.js';
import type { HeldReceipt } from './statements.js';

/** Streams that are written at one time: the store takes those of one moment in one commit. */
const AT_ONCE = 512;

/** A receipt that was told. `decided`: its stream said more than its row, which may differ from it in more than this. */
export interface ToldReceipt extends ClaimedReceipt {
  readonly decided?: true;
}

/** Tells the streams of receipts what became of their invoice. */
@Injectable()
export class ReceiptOutcomes {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly receipts: Receipts,
  ) {}

  /**
   * Tells each of some receipts that an invoice holds, which happens to a receipt once for an invoice; where each stands
   * then. `last` is told after all others.
   */
  async tellOnce(
    command: Command,
    invoice: string,
    held: readonly HeldReceipt[],
    outcome: OutcomeCommand,
    last?: string,
  ): Promise<ToldReceipt[]> {
    const idOf = (receipt: string) => deterministicUuid(invoice, outcome.type, receipt);
    const tell = (receipt: HeldReceipt) =>
      this.append(detached(command, idOf(receipt.id)), invoice, receipt, outcome);
    const first = await inChunks(
      held.filter(({ id }) => id !== last),
      tell,
    );
    return [
      ...first,
      ...(await inChunks(
        held.filter(({ id }) => id === last),
        tell,
      )),
    ];
  }

  /** The same of what may happen several times: once for each command. */
  tell(command: Command, held: readonly HeldReceipt[], outcome: OutcomeCommand): Promise<ToldReceipt[]> {
    return inChunks(held, ({ id }) =>
      this.decide(detached(command, deterministicUuid(command.id, outcome.type, id)), id, outcome),
    );
  }

  /**
   * Appends at the revision that the row shows, without a look at the stream: nobody changes a receipt that is held. Where
   * its stream says more all the same, the receipt decides.
   */
  private async append(
    envelope: Command,
    invoice: string,
    { id, revision, status, refunded }: HeldReceipt,
    outcome: OutcomeCommand,
  ): Promise<ToldReceipt> {
    if (refunded) return this.decide(envelope, id, outcome);
    const decision = decideOutcome(outcome, { status, invoice: status === 'open' ? null : invoice });
    const events = (decision.ok ? decision.value : []).map(({ type, data }) => {
      const json = JSON.stringify(data);
      return { id: deterministicUuid(envelope.id, type), type, data, json };
    });
    if (events.length === 0) return this.decide(envelope, id, outcome);
    const appended = await this.store.append(RECEIPT_STREAM + id, revision, events, metadataOf(envelope));
    if (appended.kind === 'appended') return { id, revision: appended.revision };
    return this.decide(envelope, id, outcome);
  }

  private async decide(envelope: Command, id: string, outcome: OutcomeCommand): Promise<ToldReceipt> {
    const handled = await this.receipts.handle(envelope, outcome, { key: id });
    if (!handled.ok) throw new Error(`receipt ${id} refuses ${outcome.type}: ${handled.refusal.code}`);
    return { id, revision: revisionOf(handled.value.state), decided: true };
  }
}

async function inChunks<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE)
    done.push(...(await Promise.all(items.slice(first, first + AT_ONCE).map(work))));
  return done;
}
