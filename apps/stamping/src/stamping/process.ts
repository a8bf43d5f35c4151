import { ignoreUnknown } from '#kernel';
import { surplusKey, type StampingEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/**
 * The rescue: a stamping without a certain answer is taken up again when its time has come, one that an operator has forced goes to
 * the other provider, and a surplus stamp is looked for, and cancelled.
 */
export const stampingRescue = defineProcess({
  name: 'stamping.rescue',
  react: { 'stamping-': rescue },
});

function rescue(key: string, event: StampingEvent): readonly Effect[] {
  const { type } = event;
  switch (type) {
    case 'StampUncertain': {
      const { retry_at } = event.data;
      return [schedule(retry_at, 'stamping.stamp', key, { retry: true, due: retry_at })];
    }
    case 'StampForced':
      return [send('stamping.stamp', key, { retry: true })];
    case 'ComprobanteStamped': {
      const { watched = [], at } = event.data;
      if (watched.length === 0) return [ignore('nobody else has it')];
      return looksAfter(at).map((time) =>
        schedule(time, 'stamping.stamp', key, { retry: true, watch: true }),
      );
    }
    case 'SurplusStampFound': {
      const { uuid, cancel: document } = event.data;
      if (!document) return [ignore('it is only reported')];
      const asked = { number: 1, document, motive: '02', substitution: null } as const;
      return [send('cancellation.request', surplusKey({ stamping: key, uuid }), asked)];
    }
    case 'ComprobanteSealed':
    case 'StampSent':
    case 'StampRuledOut':
    case 'StampRefused':
    case 'StampAbandoned':
    case 'SurplusStampSettled':
      return [ignore(`${type} needs no rescue`)];
    default:
      return ignoreUnknown(type, [ignore('not known yet')]);
  }
}

const MINUTE_MS = 60_000;
/**
 * After a minute, ten, an hour; then every four hours for a week: a PAC may stamp it for 72 hours, and what it stamped is in the tax
 * authority's metadata 72 hours later at the latest.
 */
const LOOKS_MIN = [1, 10, 60, ...Array.from({ length: 42 }, (_, index) => (index + 1) * 240)];

const looksAfter = (at: string): readonly string[] =>
  LOOKS_MIN.map((minutes) => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString());
