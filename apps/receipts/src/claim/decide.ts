import { ok, refuse, type Decider, type Detail, type ErrorCode, type Result } from '#kernel';
import type {
  AskReceiptInvoice,
  CancelMotive,
  ClaimedReceipt,
  IssuerSnapshot,
  ReceiptClaimEvent,
} from '#contracts';
import { absent, evolve, type Claim, type TakenReceipts } from './claim.js';

/** The commands as the decider sees them; `at`: the tenant's time. */
export type ClaimCommand =
  | {
      type: 'claim';
      ask: AskReceiptInvoice;
      issuer: IssuerSnapshot;
      receipts: readonly ClaimedReceipt[];
      at: string;
    }
  /** Rules out an invoice whose maker holds receipts, and has not claimed them yet. */
  | { type: 'forgo'; at: string }
  | { type: 'record-stamp'; at: string }
  | { type: 'free'; code: ErrorCode; details: readonly Detail[]; at: string }
  | { type: 'release'; motive: CancelMotive | null; to: string | null; at: string }
  | ({ type: 'take-over'; at: string } & TakenReceipts);

/** The rules of claims. What is told twice, or too late, changes nothing. */
export const claimDecider: Decider<Claim, ClaimCommand, ReceiptClaimEvent> = {
  initial: absent,
  evolve,
  decide,
};

function decide(command: ClaimCommand, state: Claim): Result<readonly ReceiptClaimEvent[]> {
  const isOver = state.status !== 'claimed' && state.status !== 'stamped';
  switch (command.type) {
    case 'claim': {
      const { type: _, ...claimed } = command;
      if (state.status === 'absent') return ok([{ type: 'ReceiptsClaimed', data: claimed }]);
      return state.status === 'forgone' ? refuse('conflict') : ok([]);
    }
    case 'forgo':
      return ok(state.status === 'absent' ? [{ type: 'ClaimForgone', data: { at: command.at } }] : []);
    case 'record-stamp':
      // A bug: receipts of an invoice that was stamped may be another's by now. It must be seen.
      if (state.status === 'freed' || state.status === 'forgone') return refuse('conflict');
      return ok(state.status === 'claimed' ? [{ type: 'ClaimStamped', data: { at: command.at } }] : []);
    case 'free': {
      const { code, details, at } = command;
      return ok(state.status === 'claimed' ? [{ type: 'ClaimFreed', data: { code, details, at } }] : []);
    }
    case 'release': {
      const { motive, to, at } = command;
      return ok(isOver ? [] : [{ type: 'ClaimReleased', data: { motive, to, at } }]);
    }
    case 'take-over': {
      const { from, as, receipts, at } = command;
      return ok([{ type: 'ReceiptsTakenOver', data: { from, as, receipts, at } }]);
    }
  }
}
