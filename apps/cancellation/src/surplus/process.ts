import { ignoreUnknown } from '#kernel';
import { CANCELLATION_STREAM, parseSurplusKey, type CancellationEvent } from '#contracts';
import { defineProcess, ignore, send, type Effect } from '#eventing';

/** Tells stamping what becomes of surplus stamps: their cancellations are no invoice's. */
export const surplusOutcomes = defineProcess({
  name: 'cancellation.surplus',
  react: { [CANCELLATION_STREAM]: (key, event) => [tellStamping(key, event)] },
});

function tellStamping(key: string, event: CancellationEvent): Effect {
  const surplus = parseSurplusKey(key);
  if (!surplus) return ignore('the document is told by its own service');
  const { stamping, uuid } = surplus;
  const settle = (outcome: 'canceled' | 'pending' | 'refused') =>
    send('stamping.settle-surplus', stamping, { uuid, outcome });
  const { type } = event;
  switch (type) {
    case 'CancellationAnswered': {
      const { status } = event.data;
      if (status === 'accepted') return settle('canceled');
      return settle(status === 'pending' || status === 'verifying' ? 'pending' : 'refused');
    }
    case 'CancellationRejected':
      return settle('refused');
    case 'CancellationDelayed':
      return settle('pending');
    case 'CancellationStarted':
      return ignore('no answer yet');
    default:
      return ignoreUnknown(type, ignore('not known yet'));
  }
}
