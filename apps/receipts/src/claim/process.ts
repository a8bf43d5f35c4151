import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { ReceiptClaimEvent } from '#contracts';
import { defineProcess, ignore, schedule, type Effect } from '#eventing';

/** How long whoever claimed receipts has for the invoice, before it is asked for again. */
const AFTER_MS = 10_000;

/** An invoice whose receipts are claimed is made, also where the process died that claimed them. */
export const claimProcess = defineProcess({
  name: 'receipts.claims',
  react: { 'claim-': (invoice, event) => [onClaim(invoice, event)] },
});

function onClaim(invoice: string, event: StreamEvent<ReceiptClaimEvent>): Effect {
  switch (event.type) {
    case 'ReceiptsClaimed': {
      const at = new Date(Date.parse(event.data.at) + AFTER_MS).toISOString();
      return schedule(at, 'receipts.issue', invoice, {});
    }
    case 'ClaimForgone':
    case 'ClaimStamped':
    case 'ClaimFreed':
    case 'ClaimReleased':
    case 'ReceiptsTakenOver':
      return ignore('the outcome is known');
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}
