import { request, type IncomingHttpHeaders } from 'node:http';
import { until } from '#bus/testing/until';
import type { Json, TestApp } from './app.js';

export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  /** As it came. */
  readonly data: string;
  readonly body: Json;
}

/** A client of the event stream that reads all that comes. */
export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What came but for `ready` and `reset`. */
  events(): StreamedEvent[];
  /** All of it, in order: `ready`, types, `reset`. */
  names(): string[];
  /** The id that was told last, also by heartbeats. */
  place(): string;
  text(): string;
  isOver(): boolean;
  received(count: number): Promise<StreamedEvent[]>;
  close(): void;
}

export interface StreamOptions {
  readonly key?: string;
  readonly query?: string;
  readonly after?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the event stream of an organization, by default of the demo. */
export function openStream(
  { baseUrl, demo }: Pick<TestApp, 'baseUrl' | 'demo'>,
  { key = demo.test_key, query = '', after, headers = {} }: StreamOptions = {},
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/events/stream${query}`, {
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        ...(after !== undefined && { 'last-event-id': after }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let [text, over] = ['', false];
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('error', () => undefined).on('close', () => (over = true));
      const frames = () =>
        text
          .split('\n\n')
          .slice(0, -1)
          .map((frame) => {
            const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
            return { id: field('id'), type: field('event'), data: field('data') };
          });
      const events = () =>
        frames().flatMap((one) =>
          one.type.includes('.') ? [{ ...one, body: JSON.parse(one.data) }] : [],
        );
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        events,
        names: () => frames().flatMap(({ type }) => (type === '' ? [] : [type])),
        place: () => frames().findLast(({ id }) => id !== '')?.id ?? '',
        text: () => text,
        isOver: () => over,
        received: async (count) => {
          await until(() => events().length >= count);
          return events();
        },
        close: () => void sent.destroy(),
      });
    });
    sent.end();
  });
}
