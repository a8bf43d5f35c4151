import { describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { EventEmitter } from 'node:events';
import { until } from '#bus/testing/until';
import { ExportPlaces } from './places.js';
import { SheetSender } from './sender.js';
import { text } from './sheets/columns.js';

/** What a sender uses of an answer. */
function replyOf(destroyed = false) {
  const raw = Object.assign(new EventEmitter(), { destroyed });
  const headers: Record<string, string> = {};
  const reply = { raw, header: (name: string, value: string) => void (headers[name] = value) };
  return { reply: reply as unknown as FastifyReply, raw, headers };
}

const one = () => {
  const places = new ExportPlaces({ each: 1, total: 1, longestMs: 60_000 });
  const sender = new SheetSender(places);
  const isFree = (): boolean => {
    try {
      places.take('a').end();
      return true;
    } catch {
      return false;
    }
  };
  return { sender, isFree };
};

const asked = (format: 'csv' | 'xlsx', read: (signal: AbortSignal) => AsyncIterable<string>) => ({
  ...{ organizationId: 'a', format, name: 'a-2026-11', title: 'A', read },
  columns: [text<string>('A', (row) => row)],
});

async function* endless(): AsyncGenerator<string, void, void> {
  for (;;) {
    await new Promise(setImmediate);
    yield 'a'.repeat(1_000);
  }
}

describe.each(['csv', 'xlsx'] as const)('a sheet as %s', (format) => {
  it('has a name and a type, and its place until its answer has ended', async () => {
    const { sender, isFree } = one();
    const { reply, raw, headers } = replyOf();
    const file = await sender.send(
      reply,
      asked(format, () => endless()),
    );
    expect(headers).toEqual({ 'content-disposition': `attachment; filename="a-2026-11.${format}"` });
    expect(isFree()).toBe(false);
    raw.emit('close');
    await until(() => file.getStream().destroyed);
    expect(isFree()).toBe(true);
  });

  it('is not read for a client that has gone before', async () => {
    const { sender, isFree } = one();
    let isAborted: boolean | undefined;
    const read = async function* (signal: AbortSignal): AsyncGenerator<string, void, void> {
      isAborted = signal.aborted;
      signal.throwIfAborted();
      yield 'a';
    };
    await expect(sender.send(replyOf(true).reply, asked(format, read))).rejects.toMatchObject({
      refusal: { code: 'service_unavailable' },
    });
    expect([isAborted, isFree()]).toEqual([true, true]);
  });

  it('gives its place back where the reading fails before the first row', async () => {
    const { sender, isFree } = one();
    const read = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the database is gone')) }),
    });
    await expect(sender.send(replyOf().reply, asked(format, read))).rejects.toThrow('database is gone');
    expect(isFree()).toBe(true);
  });
});
