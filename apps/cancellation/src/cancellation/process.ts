import { CANCELLATION_STREAM, type CancellationEvent } from '#contracts';
import { ignore, schedule, type ProcessManager } from '#platform';

/** Polls requests that wait for their receiver, and takes up those that got no answer. */
export const cancellationPolling: ProcessManager = {
  name: 'cancellation.polling',
  streams: [CANCELLATION_STREAM],
  react: (recorded) => {
    const event = recorded as unknown as CancellationEvent;
    const id = recorded.streamId.slice(CANCELLATION_STREAM.length);
    switch (event.type) {
      case 'CancellationAnswered':
        if (event.data.check_at === null) return [ignore('the cancellation has its outcome')];
        return [schedule(event.data.check_at, 'cancellation.follow', id, { number: event.data.number })];
      case 'CancellationDelayed':
        return [schedule(event.data.retry_at, 'cancellation.follow', id, { number: event.data.number })];
      case 'CancellationStarted':
      case 'CancellationRejected':
        return [ignore(`${event.type} asks for nothing`)];
    }
  },
};
