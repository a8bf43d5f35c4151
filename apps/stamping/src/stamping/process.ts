import { ignoreUnknown } from '#kernel';
import type { StampingEvent } from '#contracts';
import { defineProcess, ignore, schedule, type Effect } from '#eventing';

/** The rescue: a stamping without a certain answer is taken up again when its time has come. */
export const stampingRescue = defineProcess({
  name: 'stamping.rescue',
  react: { 'stamping-': (key, event) => [rescue(key, event)] },
});

function rescue(key: string, event: StampingEvent): Effect {
  const { type } = event;
  switch (type) {
    case 'StampUncertain':
      return schedule(event.data.retry_at, 'stamping.stamp', key, { retry: true });
    case 'ComprobanteSealed':
    case 'ComprobanteStamped':
    case 'StampRefused':
    case 'StampAbandoned':
    case 'StampSent':
    case 'StampRuledOut':
    case 'StampForced':
    case 'SurplusStampFound':
    case 'SurplusStampSettled':
      return ignore(`${type} needs no rescue`);
    default:
      return ignoreUnknown(type, ignore('not known yet'));
  }
}
