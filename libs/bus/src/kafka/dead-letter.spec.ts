import { describe, expect, it } from '@jest/globals';
import { command } from '../contract.js';
import { commandMeta, encodeCommand } from './codec.js';
import { deadLetter, originalOf } from './dead-letter.js';

describe('a dead letter that is sent again', () => {
  it('is for nobody who waits, and has no end: an operator wants it done', async () => {
    const answerTo = { instance: 'gateway', partition: 1, ask: '7' };
    const meta = { answerTo, senderRetries: false, expires: 1_763_700_000_000, traceparent: undefined };
    const sent = await encodeCommand(command('test.Work', 'a'), meta);
    const message = { ...sent, key: Buffer.from(sent.key), offset: '3', timestamp: '1763700000000' };
    const reason = { group: 'g', attempts: 4, error: new Error('no'), now: new Date(0) };
    const letter = deadLetter('letters', { topic: 't', partition: 0, message }, reason);
    const stored = { ...letter, key: Buffer.from(letter.key), offset: '0', timestamp: '0' };
    const again = originalOf({ topic: 'letters', partition: 0, message: stored });
    expect(again).toMatchObject({ topic: 't', key: 'a', value: sent.value });
    expect(commandMeta({ value: null, headers: again?.headers })).toEqual({
      ...{ answerTo: undefined, senderRetries: false, expires: undefined, traceparent: undefined },
    });
  });
});
