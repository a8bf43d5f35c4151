import { STAMPING_STREAM, type StampingEvent } from '#contracts';
import { ignore, schedule, type ProcessManager } from '#platform';

/** The rescue: a stamping without a certain answer is taken up again when its time has come. */
export const stampingRescue: ProcessManager = {
  name: 'stamping.rescue',
  streams: [STAMPING_STREAM],
  react: (recorded) => {
    const event = recorded as unknown as StampingEvent;
    if (event.type !== 'StampUncertain') return [ignore(`${event.type} needs no rescue`)];
    const key = recorded.streamId.slice(STAMPING_STREAM.length);
    return [schedule(event.data.retry_at, 'stamping.stamp', key, { retry: true })];
  },
};
