import { describe, expect, it } from '@jest/globals';
import { ignoreUnknown, type StreamEvent } from '#kernel';
import { follow, type AnyEventConsumer, type EventConsumer } from './port.js';

const event = (streamId: string, type: string): StreamEvent => ({
  ...{ id: streamId, streamId, type, data: {}, revision: 0, recordedAt: new Date(0) },
  metadata: {
    organizationId: '66f0c0c0c0c0c0c0c0c0c0c0',
    livemode: false,
    commandId: 'command-1',
    correlationId: 'request-1',
    actor: 'key:test',
  },
});

describe('a consumer of the catalogue', () => {
  const told: string[] = [];
  const consumer: EventConsumer<'product-' | 'user-'> = {
    name: 'told',
    streams: ['product-', 'user-'],
    start: async () => undefined,
    async handle(events) {
      for (const event of events)
        switch (event.type) {
          case 'ProductCreated':
          case 'ProductEdited':
          case 'ProductDeleted':
          case 'UserCreated':
          case 'UserKeyAdded':
          case 'UserKeyRevoked':
          case 'UserSuspended':
          case 'UserResumed':
          case 'UserKeysReset':
            told.push(`${event.type} ${event.streamId}`);
            break;
          default:
            // A `never`: an event that is added to one of the streams, and forgotten here, does not compile.
            ignoreUnknown(event, undefined);
        }
    },
  };

  it('is given the union of the events of the prefixes that it names', async () => {
    const any: AnyEventConsumer = consumer;
    const feed = [
      event('product-1', 'ProductEdited'),
      event('invoice-1', 'InvoiceIssued'),
      event('user-1', 'UserCreated'),
    ];
    await any.handle(follow(any, feed), 'end' as never);
    expect(told).toEqual(['ProductEdited product-1', 'UserCreated user-1']);
  });

  it('names no prefix that the catalogue does not have', () => {
    // @ts-expect-error: no service writes such a stream
    type Unknown = EventConsumer<'parcel-'>;
    const streams: Unknown['streams'] = consumer.streams as never;
    expect(follow({ streams }, [event('parcel-1', 'Sent')])).toEqual([]);
  });
});
