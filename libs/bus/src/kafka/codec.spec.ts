import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { ok, refuse } from '#kernel';
import { command } from '../contract.js';
import { errorOf, faultOf } from '../faults.js';
import { BusOverloaded, CommandTimeout, NoHandler } from '../port.js';
import {
  commandMeta,
  decodeAnswer,
  decodeCommand,
  encodeAnswer,
  encodeCommand,
  HEADER,
  Unreadable,
  type Sealing,
} from './codec.js';

const to = { instance: 'gateway-1', partition: 2, ask: '17' };
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const plain = { answerTo: undefined, senderRetries: false, expires: undefined, traceparent: undefined };

describe('a command as a message', () => {
  it('is JSON under its key, with what is needed without reading it beside', async () => {
    const sent = command('invoicing.create', 'ñandú', { total: '1.10' });
    const message = await encodeCommand(sent, {
      answerTo: to,
      senderRetries: true,
      expires: 1_763_700_000_000,
      traceparent,
    });
    expect(message.key).toBe('ñandú');
    expect(JSON.parse(message.value.toString())).toEqual(sent);
    expect(message.headers).toEqual({
      'timbra-id': sent.id,
      'timbra-type': 'invoicing.create',
      'timbra-correlation-id': 'request-1',
      'timbra-expires': '1763700000000',
      'timbra-answer-to': 'gateway-1',
      'timbra-answer-partition': '2',
      'timbra-ask': '17',
      'timbra-sender-retries': '1',
      traceparent,
    });
    expect(await decodeCommand(message)).toEqual(sent);
    expect(commandMeta(message)).toEqual({
      answerTo: to,
      senderRetries: true,
      expires: 1_763_700_000_000,
      traceparent,
    });
  });

  it('omits missing values', async () => {
    const message = await encodeCommand(command('a.b', 'k'), plain);
    expect(Object.keys(message.headers)).toEqual([HEADER.id, HEADER.type, HEADER.correlation]);
    expect(commandMeta(message)).toEqual(plain);
  });

  it('is compressed when it is large', async () => {
    const sent = command('a.b', 'k', { items: 'Servicio de consultoría. '.repeat(100_000) });
    const message = await encodeCommand(sent, plain);
    expect(message.headers[HEADER.encoding]).toBe('gzip');
    expect(message.value.length).toBeLessThan(100_000);
    expect(await decodeCommand(message)).toEqual(sent);
  });

  it.each([
    ['nothing', null, {}],
    ['no JSON', Buffer.from('{'), {}],
    ['another JSON', Buffer.from('[]'), {}],
    ['null', Buffer.from('null'), {}],
    ['a command without its tenant', Buffer.from('{"id":"1","type":"a.b","key":"k"}'), {}],
    ['bytes that say they are compressed', Buffer.from('{}'), { [HEADER.encoding]: 'gzip' }],
    ['what was cut off', gzipSync('{"a":1}').subarray(0, 10), { [HEADER.encoding]: 'gzip' }],
  ])('can’t be read from %s', async (_, value, headers) => {
    await expect(decodeCommand({ value, headers })).rejects.toThrow(Unreadable);
  });
});

describe('an answer as a message', () => {
  it.each([
    [{ outcome: ok({ data: { a: 'ñ' } }) }],
    [{ outcome: refuse('not_found', { path: 'customer' }) }],
    [{ fault: { name: 'Contended', message: 'changed by others' } }],
    [{ outcome: ok({ data: 'x'.repeat(200_000) }) }],
  ])('carries outcomes and faults', async (answer) => {
    const message = await encodeAnswer(answer, to);
    expect(message.key).toBe('gateway-1');
    expect(message.headers).toMatchObject({ 'timbra-answer-to': 'gateway-1', 'timbra-ask': '17' });
    expect(await decodeAnswer(message, to)).toEqual(answer);
  });

  it('can’t be read from anything else', async () => {
    await expect(decodeAnswer({ value: Buffer.from('{}') }, to)).rejects.toThrow(Unreadable);
  });
});

describe('a sealed message', () => {
  /** Puts a key's letter and the context before what it seals. */
  const sealing = (key: string): Sealing => ({
    seal: (plain, context) => Buffer.from(`${key} ${context} ${plain.toString('base64')}`),
    open: (sealed, context) => {
      const [before, text] = [`${key} ${context} `, sealed.toString()];
      if (!text.startsWith(before)) throw new Error('wrong key');
      return Buffer.from(text.slice(before.length), 'base64');
    },
  });
  const secret = command('notifications.send-mail', 'k', { link: 'secret', more: 'x'.repeat(99_999) });
  const outcome = ok({ data: undefined });

  it('can be read with the key', async () => {
    const message = await encodeCommand(secret, plain, sealing('a'));
    expect(message.headers[HEADER.sealed]).toBe('1');
    expect(await decodeCommand(message, sealing('a'))).toEqual(secret);
    const answer = await encodeAnswer({ outcome }, to, sealing('a'));
    expect(await decodeAnswer(answer, to, sealing('a'))).toEqual({ outcome });
  });

  it('is read under no other key, for no other message, and in no other place', async () => {
    const message = await encodeCommand(secret, plain, sealing('a'));
    const moved = { ...message, headers: { ...message.headers, [HEADER.id]: 'another' } };
    const answer = await encodeAnswer({ outcome }, to, sealing('a'));
    await expect(decodeCommand(message, sealing('b'))).rejects.toThrow(Unreadable);
    await expect(decodeCommand(moved, sealing('a'))).rejects.toThrow(Unreadable);
    await expect(decodeAnswer(answer, { ...to, ask: '18' }, sealing('a'))).rejects.toThrow(Unreadable);
  });

  it('is all that a bus with a key takes: one in clear was written by somebody else', async () => {
    const forged = await encodeCommand(secret, plain);
    await expect(decodeCommand(forged, sealing('a'))).rejects.toThrow(Unreadable);
  });
});

describe('a fault', () => {
  const over = (error: unknown) =>
    errorOf(JSON.parse(JSON.stringify(faultOf(error))) as ReturnType<typeof faultOf>);

  it('crosses with its name and message, and no stack', () => {
    const error = over(new TypeError('x is no function'));
    expect(error).toMatchObject({ name: 'TypeError', message: 'x is no function' });
    expect(over('thrown text')).toMatchObject({ name: 'Error', message: 'thrown text' });
    expect(JSON.stringify(faultOf(new Error('x')))).not.toContain('spec.ts');
    expect(over(new Error('y'.repeat(100_000))).message.length).toBeLessThan(2_000);
  });

  it('of the bus is one of its classes again', () => {
    const timeout = over(new CommandTimeout({ id: 'c-1', type: 'a.b', key: 'k' }));
    expect(timeout).toBeInstanceOf(CommandTimeout);
    expect(timeout).toMatchObject({ commandId: 'c-1', message: 'no answer in time to a.b k' });
    expect(over(new BusOverloaded(7))).toMatchObject({ retryAfterSeconds: 7 });
    expect(over(new BusOverloaded(7))).toBeInstanceOf(BusOverloaded);
    expect(over(new NoHandler('a.b'))).toBeInstanceOf(NoHandler);
  });
});
