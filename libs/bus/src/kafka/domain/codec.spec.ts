import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { messageSealing } from '#hosting/runtime/bus';
import { HEADER, Unreadable } from '../codec.js';
import {
  decodeEvent,
  encodeEvent,
  positionIn,
  previousIn,
  type ChainedEvent,
  type PlacedEvent,
} from './codec.js';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const stamped: PlacedEvent = {
  id: '0197a5b2-0000-7000-8000-000000000001',
  streamId: 'invoice-ñandú',
  type: 'InvoiceStamped@2',
  data: { uuid: 'A', total: '1.10', items: [null, { of: 'señor' }] },
  metadata: {
    ...{ organizationId: 'o-1', livemode: true, commandId: 'c-1', correlationId: 'r-1', actor: 'key' },
    traceparent,
  },
  revision: 3,
  recordedAt: new Date('2026-11-28T09:03:18.123Z'),
  // JSON's numbers can't tell it from its neighbours.
  position: readPosition(9_007_199_254_740_993n),
};
/** With what its message says of the event before it. */
const chained: ChainedEvent = { ...stamped, previous: readPosition(9_007_199_254_740_981n) };

describe('a domain event as a message', () => {
  it('is JSON under its stream, with what passing over it needs beside', async () => {
    const message = await encodeEvent(chained);
    expect(message.key).toBe('invoice-ñandú');
    expect(message.headers).toEqual({
      'timbra-id': stamped.id,
      'timbra-type': 'InvoiceStamped@2',
      'timbra-position': '9007199254740993',
      'timbra-previous-position': '9007199254740981',
      'timbra-revision': '3',
      'timbra-version': '1',
      traceparent,
    });
    expect(JSON.parse(message.value.toString())).toEqual({
      ...stamped,
      position: '9007199254740993',
      previousPosition: '9007199254740981',
      recordedAt: '2026-11-28T09:03:18.123Z',
    });
    expect(await decodeEvent(message)).toEqual(stamped);
    expect(positionIn(message.headers)).toBe(stamped.position);
    expect(previousIn(message.headers)).toBe(chained.previous);
  });

  it('of the release before is read, and says nothing of the event before it', async () => {
    const { value, headers } = await encodeEvent(chained);
    const { previousPosition: _, ...content } = JSON.parse(value.toString());
    const { [HEADER.previous]: __, ...others } = headers;
    const message = { value: Buffer.from(JSON.stringify(content)), headers: others };
    expect(await decodeEvent(message)).toEqual(stamped);
    expect(previousIn(others)).toBeUndefined();
  });

  it('is compressed when it is large', async () => {
    const large = { ...stamped, data: { items: 'Servicio de consultoría. '.repeat(100_000) } };
    const message = await encodeEvent({ ...large, previous: 0n });
    expect(message.headers[HEADER.encoding]).toBe('gzip');
    expect(message.value.length).toBeLessThan(100_000);
    expect(await decodeEvent(message)).toEqual(large);
  });

  it.each([
    ['another form', { [HEADER.version]: '2' }],
    ['no form at all', { [HEADER.version]: undefined }],
    ['the id of another', { [HEADER.id]: 'another' }],
    ['the place of another', { [HEADER.position]: '1' }],
    ['no place', { [HEADER.position]: undefined }],
    ['another event before it', { [HEADER.previous]: '0' }],
    ['no event before it', { [HEADER.previous]: undefined }],
  ])('can’t be read under headers with %s', async (_, changed) => {
    const message = await encodeEvent(chained);
    await expect(
      decodeEvent({ value: message.value, headers: { ...message.headers, ...changed } }),
    ).rejects.toThrow(Unreadable);
  });

  it.each([
    ['position', '12x'],
    ['position', 12],
    ['previousPosition', '12x'],
    ['previousPosition', 12],
    ['recordedAt', 'yesterday'],
    ['revision', '3'],
    ['streamId', undefined],
    ['metadata', { organizationId: 'o-1' }],
  ])('can’t be read where its %s is %j', async (name, value) => {
    const message = await encodeEvent(chained);
    const content: unknown = JSON.parse(message.value.toString());
    const damaged = Buffer.from(JSON.stringify({ ...(content as object), [name]: value }));
    await expect(decodeEvent({ ...message, value: damaged })).rejects.toThrow(Unreadable);
  });

  it('names no place where its header is none of ours', () => {
    for (const text of ['', '-1', '1.5', '0x10', '1'.repeat(21)])
      for (const name of [HEADER.position, HEADER.previous])
        expect([positionIn({ [name]: text }), previousIn({ [name]: text })]).toEqual([undefined, undefined]);
    expect(positionIn(undefined)).toBeUndefined();
  });
});

describe('a sealed domain event', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const [sealing, other] = [messageSealing([first]), messageSealing([second])];

  it('shows nothing of its content, and is read with the key, also while keys are changed', async () => {
    const message = await encodeEvent(chained, sealing);
    expect(message.headers[HEADER.sealed]).toBe('1');
    expect(message.value.includes('señor')).toBe(false);
    expect(positionIn(message.headers)).toBe(stamped.position);
    expect(await decodeEvent(message, sealing)).toEqual(stamped);
    expect(await decodeEvent(message, messageSealing([second, first]))).toEqual(stamped);
  });

  it('is compressed before it is sealed', async () => {
    const large = { ...stamped, data: 'x'.repeat(1_000_000) };
    const message = await encodeEvent({ ...large, previous: 0n }, sealing);
    expect(message.value.length).toBeLessThan(100_000);
    expect(await decodeEvent(message, sealing)).toEqual(large);
  });

  it('is read under no other key, changed nowhere, and as no other event', async () => {
    const message = await encodeEvent(chained, sealing);
    const changed = Buffer.from(message.value);
    changed[changed.length - 1]! ^= 1;
    const moved = { ...message.headers, [HEADER.id]: '0197a5b2-0000-7000-8000-000000000002' };
    const ahead = { ...message.headers, [HEADER.position]: '9007199254740994' };
    const alone = { ...message.headers, [HEADER.previous]: '0' };
    for (const [what, key] of [
      [message, other],
      [{ ...message, value: changed }, sealing],
      [{ ...message, headers: moved }, sealing],
      [{ ...message, headers: ahead }, sealing],
      [{ ...message, headers: alone }, sealing],
      [await encodeEvent(chained), sealing],
    ] as const)
      await expect(decodeEvent(what, key)).rejects.toThrow(Unreadable);
  });
});
