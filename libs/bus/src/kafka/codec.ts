import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { IHeaders } from 'kafkajs';
import type { Command, CommandOutcome } from '#contracts';
import type { Fault } from '../faults.js';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Smaller messages travel as they are. */
const COMPRESS_FROM = 64 * 1024;
/** What a compressed message may become: far above what the API takes, far below what would hurt. */
const MAX_UNZIPPED = 512 * 1024 * 1024;

export const HEADER = {
  id: 'timbra-id',
  type: 'timbra-type',
  correlation: 'timbra-correlation-id',
  /** The instance that waits for the answer, its partition of the answers, and which of its questions it is. */
  answerTo: 'timbra-answer-to',
  answerPartition: 'timbra-answer-partition',
  ask: 'timbra-ask',
  senderRetries: 'timbra-sender-retries',
  /** When nobody waits for it any longer, by PostgreSQL's clock: milliseconds since 1970. */
  expires: 'timbra-expires',
  encoding: 'content-encoding',
  /** The payload is encrypted, and bound to what the message is. */
  sealed: 'timbra-sealed',
  traceparent: 'traceparent',
  /**
   * Of domain events: the place in the owner's store, that of the event before it in the partition, the place in the stream,
   * and the version of the message's form.
   */
  position: 'timbra-position',
  previous: 'timbra-previous-position',
  revision: 'timbra-revision',
  version: 'timbra-version',
} as const;

/** Where an answer goes. */
export interface AnswerTo {
  readonly instance: string;
  readonly partition: number;
  readonly ask: string;
}

/**
 * Encrypts payloads, so that neither the broker nor a reader of its disks learns what commands carry, and
 * a writer to a topic can't forge commands. `context` is authenticated with it.
 */
export interface Sealing {
  readonly seal: (plain: Buffer, context: string) => Buffer;
  /** @throws where the bytes were not sealed by this key, for this context */
  readonly open: (sealed: Buffer, context: string) => Buffer;
}

export interface Message {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

/** A message as it comes from the log. */
export interface RawMessage {
  readonly value: Buffer | null;
  readonly headers?: IHeaders | undefined;
}

/** What travels beside a command. */
export interface CommandMeta {
  readonly answerTo: AnswerTo | undefined;
  readonly senderRetries: boolean;
  readonly expires: number | undefined;
  readonly traceparent: string | undefined;
}

export interface Answer {
  readonly outcome?: CommandOutcome;
  readonly fault?: Fault;
}

/** The message is none of ours, or damaged: no later delivery would read it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export async function encodeCommand(
  command: Command,
  meta: CommandMeta,
  sealing?: Sealing,
): Promise<Message> {
  const { value, headers } = await pack(command, commandContext(command.id), sealing);
  return {
    key: command.key,
    value,
    headers: {
      [HEADER.id]: command.id,
      [HEADER.type]: command.type,
      [HEADER.correlation]: command.correlationId,
      ...headers,
      ...(meta.answerTo && answerHeaders(meta.answerTo)),
      ...(meta.senderRetries && { [HEADER.senderRetries]: '1' }),
      ...(meta.expires !== undefined && { [HEADER.expires]: String(Math.round(meta.expires)) }),
      ...(meta.traceparent !== undefined && { [HEADER.traceparent]: meta.traceparent }),
    },
  };
}

const answerHeaders = ({ instance, partition, ask }: AnswerTo): Record<string, string> => ({
  [HEADER.answerTo]: instance,
  [HEADER.answerPartition]: String(partition),
  [HEADER.ask]: ask,
});

/** @throws {Unreadable} */
export async function decodeCommand(message: RawMessage, sealing?: Sealing): Promise<Command> {
  const context = commandContext(headerText(message.headers, HEADER.id) ?? '');
  const command = (await unpack(message, context, sealing)) as Partial<Command> | null;
  const { id, type, key, tenant } = command ?? {};
  const wellFormed = [id, type, key, tenant?.organizationId].every((text) => typeof text === 'string');
  if (!wellFormed) throw new Unreadable('the message is no command');
  return command as Command;
}

/** Headers stay readable when the rest is damaged, so even then the sender gets an answer. */
export function commandMeta({ headers }: RawMessage): CommandMeta {
  const instance = headerText(headers, HEADER.answerTo);
  const ask = headerText(headers, HEADER.ask);
  const partition = Number(headerText(headers, HEADER.answerPartition) ?? NaN);
  const expires = Number(headerText(headers, HEADER.expires) ?? NaN);
  const answerable = instance !== undefined && ask !== undefined && Number.isInteger(partition);
  return {
    answerTo: answerable ? { instance, partition, ask } : undefined,
    senderRetries: headerText(headers, HEADER.senderRetries) === '1',
    expires: Number.isFinite(expires) ? expires : undefined,
    traceparent: headerText(headers, HEADER.traceparent),
  };
}

export async function encodeAnswer(answer: Answer, to: AnswerTo, sealing?: Sealing): Promise<Message> {
  const { value, headers } = await pack(answer, answerContext(to), sealing);
  return { key: to.instance, value, headers: { ...answerHeaders(to), ...headers } };
}

/** @throws {Unreadable} */
export async function decodeAnswer(
  message: RawMessage,
  to: Omit<AnswerTo, 'partition'>,
  sealing?: Sealing,
): Promise<Answer> {
  const answer = (await unpack(message, answerContext(to), sealing)) as Answer | null;
  if (answer?.outcome === undefined && answer?.fault === undefined)
    throw new Unreadable('the message is no answer');
  return answer;
}

export function headerText(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first?.toString();
}

const commandContext = (id: string): string => `command ${id}`;
const answerContext = ({ instance, ask }: Pick<AnswerTo, 'instance' | 'ask'>): string =>
  `answer ${instance} ${ask}`;

/** JSON, compressed where it is large and sealed where there is a key, with the headers that say so. */
export async function pack(
  content: unknown,
  context: string,
  sealing: Sealing | undefined,
): Promise<{ value: Buffer; headers: Record<string, string> }> {
  const json = Buffer.from(JSON.stringify(content));
  const large = json.length >= COMPRESS_FROM;
  // The fastest level: JSON of many items shrinks to a tenth at any.
  const plain = large ? await zip(json, { level: constants.Z_BEST_SPEED }) : json;
  return {
    value: sealing ? sealing.seal(plain, context) : plain,
    headers: { ...(large && { [HEADER.encoding]: 'gzip' }), ...(sealing && { [HEADER.sealed]: '1' }) },
  };
}

/**
 * The JSON that `pack` was given.
 * @throws {Unreadable}
 */
export async function unpack(
  { value, headers }: RawMessage,
  context: string,
  sealing: Sealing | undefined,
): Promise<unknown> {
  if (value === null) throw new Unreadable('the message is empty');
  try {
    const plain = sealing ? sealing.open(value, context) : value;
    const encoding = headerText(headers, HEADER.encoding);
    const json = encoding === 'gzip' ? await unzip(plain, { maxOutputLength: MAX_UNZIPPED }) : plain;
    return JSON.parse(json.toString()) as unknown;
  } catch (error) {
    throw new Unreadable(`the message can't be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
