import { CANCELLATION_STREAM, type CancellationEvent } from '#contracts';
import { ignore, schedule, type ProcessManager } from '#platform';
import { looksAfter } from './schedule.js';

/**
 * Looks at requests that the tax authority has, and takes up those that got no answer. All looks at a request are
 * planned when it is taken: one that finds nothing new leaves no event, and one after the outcome asks nobody.
 */
export const cancellationPolling: ProcessManager = {
  name: 'cancellation.polling',
  streams: [CANCELLATION_STREAM],
  react: (recorded) => {
    const event = recorded as unknown as CancellationEvent;
    const id = recorded.streamId.slice(CANCELLATION_STREAM.length);
    switch (event.type) {
      case 'CancellationAnswered': {
        const { number, status, at } = event.data;
        if (status !== 'pending' && status !== 'verifying')
          return [ignore('the cancellation has its outcome')];
        return looksAfter(at).map((time) => schedule(time, 'cancellation.follow', id, { number }));
      }
      case 'CancellationDelayed':
        return [schedule(event.data.retry_at, 'cancellation.follow', id, { number: event.data.number })];
      case 'CancellationStarted':
      case 'CancellationRejected':
        return [ignore(`${event.type} asks for nothing`)];
    }
  },
};
