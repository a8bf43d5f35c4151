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
  encoding: 'content-encoding',
  traceparent: 'traceparent',
} as const;

/** Where an answer goes. */
export interface AnswerTo {
  readonly instance: string;
  readonly partition: number;
  readonly ask: string;
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

export async function encodeCommand(command: Command, meta: CommandMeta): Promise<Message> {
  const { value, encoding } = await pack(command);
  return {
    key: command.key,
    value,
    headers: {
      [HEADER.id]: command.id,
      [HEADER.type]: command.type,
      [HEADER.correlation]: command.correlationId,
      ...encoding,
      ...(meta.answerTo && answerHeaders(meta.answerTo)),
      ...(meta.senderRetries && { [HEADER.senderRetries]: '1' }),
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
export async function decodeCommand(message: RawMessage): Promise<Command> {
  const command = (await unpack(message)) as Partial<Command> | null;
  const { id, type, key, tenant } = command ?? {};
  const wellFormed = [id, type, key, tenant?.organizationId].every((text) => typeof text === 'string');
  if (!wellFormed) throw new Unreadable('the message is no command');
  return command as Command;
}

/** Headers can be read where the rest can't: whoever waits is told even of a message that is damaged. */
export function commandMeta({ headers }: RawMessage): CommandMeta {
  const instance = headerText(headers, HEADER.answerTo);
  const ask = headerText(headers, HEADER.ask);
  const partition = Number(headerText(headers, HEADER.answerPartition) ?? NaN);
  const answerable = instance !== undefined && ask !== undefined && Number.isInteger(partition);
  return {
    answerTo: answerable ? { instance, partition, ask } : undefined,
    senderRetries: headerText(headers, HEADER.senderRetries) === '1',
    traceparent: headerText(headers, HEADER.traceparent),
  };
}

export async function encodeAnswer(answer: Answer, to: AnswerTo): Promise<Message> {
  const { value, encoding } = await pack(answer);
  return { key: to.instance, value, headers: { ...answerHeaders(to), ...encoding } };
}

/** @throws {Unreadable} */
export async function decodeAnswer(message: RawMessage): Promise<Answer> {
  const answer = (await unpack(message)) as Answer | null;
  if (answer?.outcome === undefined && answer?.fault === undefined)
    throw new Unreadable('the message is no answer');
  return answer;
}

export function headerText(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first?.toString();
}

async function pack(content: unknown): Promise<{ value: Buffer; encoding: Record<string, string> }> {
  const value = Buffer.from(JSON.stringify(content));
  if (value.length < COMPRESS_FROM) return { value, encoding: {} };
  // The fastest level: JSON of many items shrinks to a tenth at any.
  const zipped = await zip(value, { level: constants.Z_BEST_SPEED });
  return { value: zipped, encoding: { [HEADER.encoding]: 'gzip' } };
}

async function unpack({ value, headers }: RawMessage): Promise<unknown> {
  if (value === null) throw new Unreadable('the message is empty');
  try {
    const encoding = headerText(headers, HEADER.encoding);
    const bytes = encoding === 'gzip' ? await unzip(value, { maxOutputLength: MAX_UNZIPPED }) : value;
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw new Unreadable(`the message can't be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
