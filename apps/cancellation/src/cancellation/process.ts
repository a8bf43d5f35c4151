import { ignoreUnknown } from '#kernel';
import type { CancellationEvent } from '#contracts';
import { defineProcess, ignore, schedule, type Effect } from '#eventing';
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
