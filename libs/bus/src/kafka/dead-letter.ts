import type { IHeaders } from 'kafkajs';
import { faultOf } from '../faults.js';
import { HEADER, headerText } from './codec.js';
import type { Outgoing } from './outbox.js';

/** What a dead letter says beside the original message: where it was, and why it was given up. */
export const LETTER = {
  topic: 'dead-letter-topic',
  partition: 'dead-letter-partition',
  offset: 'dead-letter-offset',
  /** When the original was written, and when it was given up: ISO 8601. */
  writtenAt: 'dead-letter-written-at',
  givenUpAt: 'dead-letter-given-up-at',
  group: 'dead-letter-group',
  attempts: 'dead-letter-attempts',
  errorName: 'dead-letter-error-name',
  errorMessage: 'dead-letter-error-message',
  /** In a note, not a letter: the offset of the letter that was sent again. */
  replayed: 'dead-letter-replayed',
} as const;

/** A message of a topic, as it came. */
export interface Original {
  readonly topic: string;
  readonly partition: number;
  readonly message: {
    readonly key: Buffer | null;
    readonly value: Buffer | null;
    readonly offset: string;
    readonly timestamp: string;
    readonly headers?: IHeaders | undefined;
  };
}

/** The letter for a message that was given up: key, payload and headers as they were, its coordinates beside them. */
export function deadLetter(
  topic: string,
  { message, ...original }: Original,
  reason: { readonly group: string; readonly attempts: number; readonly error: unknown; readonly now: Date },
): Outgoing {
  const { name, message: text } = faultOf(reason.error);
  return {
    topic,
    // One partition: the number of a letter is its offset.
    partition: 0,
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers: {
      ...textHeaders(message.headers),
      [LETTER.topic]: original.topic,
      [LETTER.partition]: String(original.partition),
      [LETTER.offset]: message.offset,
      [LETTER.writtenAt]: new Date(Number(message.timestamp)).toISOString(),
      [LETTER.givenUpAt]: reason.now.toISOString(),
      [LETTER.group]: reason.group,
      [LETTER.attempts]: String(reason.attempts),
      [LETTER.errorName]: name,
      [LETTER.errorMessage]: text,
    },
  };
}

const NOT_REPLAYED: readonly string[] = [
  ...Object.values(LETTER),
  HEADER.answerTo,
  HEADER.answerPartition,
  HEADER.ask,
  HEADER.expires,
];

/**
 * The original message, without its coordinates, its reply address and its end: the sender stopped waiting long ago,
 * and an operator wants it done all the same.
 */
export function originalOf({ message }: Original): Outgoing | undefined {
  const topic = headerText(message.headers, LETTER.topic);
  if (topic === undefined || message.value === null) return undefined;
  const headers = Object.entries(textHeaders(message.headers));
  return {
    topic,
    key: message.key?.toString() ?? '',
    value: message.value,
    headers: Object.fromEntries(headers.filter(([name]) => !NOT_REPLAYED.includes(name))),
  };
}

export const textHeaders = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, headerText(headers, name) ?? '']));
