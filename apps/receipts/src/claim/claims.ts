import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import { RECEIPT_CLAIM_STREAM, type Command, type ReceiptClaimEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import type { Claim } from './claim.js';
import { claimDecider, type ClaimCommand } from './decide.js';

/** A claim of 5,000 receipts is some 500 KB: few are of use twice. */
const CACHE = { cacheSize: 500, cacheBytes: 8_000_000 } as const;

/** The claims of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Claims extends Aggregates<Claim, ClaimCommand, ReceiptClaimEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: claimDecider, stream: RECEIPT_CLAIM_STREAM, ...CACHE });
  }

  /**
   * Records something of an invoice's claim; the claim as it is then. Each kind of record has an id of its own, as one
   * command may leave several.
   * @throws where the claim refuses it, which only a bug brings about
   */
  async record(envelope: Command, invoice: string, command: ClaimCommand): Promise<Claim> {
    const id = deterministicUuid(envelope.id, command.type, invoice);
    const handled = await this.handle(detached(envelope, id), command, { key: invoice });
    if (!handled.ok)
      throw new Error(`the claim of ${invoice} refuses ${command.type}: ${handled.refusal.code}`);
    return handled.value.state;
  }
}

/** A command under another id, for another stream: what the caller has seen (`ifRevision`) is none of it. */
export function detached<Envelope extends Command>(command: Envelope, id: string): Envelope {
  const { ifRevision: _, ...envelope } = command;
  return { ...envelope, id } as Envelope;
}
