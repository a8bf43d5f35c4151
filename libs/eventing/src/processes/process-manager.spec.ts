import { describe, expect, it } from '@jest/globals';
import { ignoreUnknown } from '#kernel';
import type { StreamEvent } from '#kernel';
import { event, metadata } from '#hosting/testing/bench';
import { defineProcess, ignore, send } from './process-manager.js';

const recorded = (streamId: string, type: string, data: unknown = {}): StreamEvent => ({
  ...event(type, data),
  ...{ streamId, revision: 0, position: 1n, recordedAt: new Date(0), metadata },
});

/** Reminds of products that come and go. */
const shelf = defineProcess({
  name: 'shelf',
  react: {
    'product-': (id, event) => {
      const { type } = event;
      switch (type) {
        case 'ProductCreated':
          return [send('products.edit', id, { changes: { sku: event.data.sku } })];
        case 'ProductEdited':
        case 'ProductDeleted':
          return [ignore(type)];
        default:
          return ignoreUnknown(type, [ignore('not known yet')]);
      }
    },
    'mail-': () => [ignore('a mail')],
  },
});

describe('a process manager', () => {
  it('follows the prefixes that it reacts to, and no other stream', () => {
    expect(shelf.streams).toEqual(['product-', 'mail-']);
    expect(shelf.react(recorded('customer-1', 'ProductDeleted'))).toEqual([]);
    expect(shelf.react(recorded('mail-1', 'MailSent'))).toEqual([ignore('a mail')]);
  });

  it('gets the id of its stream and the event', () => {
    const command = { type: 'products.edit', key: 'p1', data: { changes: { sku: 'S' } } };
    expect(shelf.react(recorded('product-p1', 'ProductCreated', { sku: 'S' }))).toEqual([
      { kind: 'send', command },
    ]);
  });

  it('lets an event of a newer program pass', () => {
    expect(shelf.react(recorded('product-p1', 'ProductPraised'))).toEqual([ignore('not known yet')]);
  });

  it('that sends a command without a handler, or follows events without a writer, does not compile', () => {
    // @ts-expect-error: no such command
    send('products.praise', 'p1', {});
    // @ts-expect-error: no such field
    send('products.create', 'p1', { goods: {} });
    // @ts-expect-error: no such streams
    expect(defineProcess({ name: 'x', react: { 'nothing-': () => [] } }).streams).toEqual(['nothing-']);
  });
});
