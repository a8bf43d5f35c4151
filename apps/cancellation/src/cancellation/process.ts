import { ignoreUnknown } from '#kernel';
import { parseSurplusKey, type CancellationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';
import { looksAfter } from './schedule.js';

/**
 * Looks at requests that the tax authority has, and takes up those that got no answer. All looks at a request are
 * planned when it is taken: one that finds nothing new leaves no event, and one after the outcome asks nobody.
 */
export const cancellationPolling = defineProcess({
  name: 'cancellation.polling',
  react: { 'cancellation-': scheduleLooks },
});

function scheduleLooks(id: string, event: CancellationEvent): Effect[] {
  const { type } = event;
  switch (type) {
    case 'CancellationAnswered': {
      const { number, status, at } = event.data;
      if (status !== 'pending' && status !== 'verifying') return [ignore('the cancellation has its outcome')];
      return looksAfter(at).map((time) => schedule(time, 'cancellation.follow', id, { number }));
    }
    case 'CancellationDelayed':
      return [schedule(event.data.retry_at, 'cancellation.follow', id, { number: event.data.number })];
    case 'CancellationStarted':
    case 'CancellationRejected':
      return [ignore(`${type} asks for nothing`)];
    default:
      return ignoreUnknown(type, [ignore('not known yet')]);
  }
}

/** Tells stamping what becomes of surplus stamps: their cancellations are no invoice's. */
export const surplusOutcomes = defineProcess({
  name: 'cancellation.surplus',
  react: { 'cancellation-': (key, event) => [tellStamping(key, event)] },
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
