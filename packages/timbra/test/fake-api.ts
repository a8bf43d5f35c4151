import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Told {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** A service that streams what it is told to, and breaks as it is told to. */
export async function startFakeApi(port = 0) {
  const events: Told[] = [];
  const streams = new Set<ServerResponse>();
  const asked: { path: string; after: string | undefined; key: string | undefined }[] = [];
  let refusal: { status: number; body: object } | undefined;

  const send = (response: ServerResponse, { id, type, body }: Told): void =>
    void response.write(`id: ${id}\nevent: ${type}\ndata: ${body}\n\n`);
  const stream = (request: IncomingMessage, response: ServerResponse): void => {
    const after = request.headers['last-event-id'] as string | undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' });
    const place = after ?? events.at(-1)?.id ?? '0';
    send(response, { id: place, type: 'ready', body: '{}' });
    const known = events.findIndex(({ id }) => id === place);
    if (known < 0 && place !== '0') send(response, { id: '0', type: 'reset', body: '{}' });
    else for (const event of events.slice(known + 1)) send(response, event);
    streams.add(response);
    response.once('close', () => streams.delete(response));
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { url: path = '', headers } = request;
    asked.push({ path, after: headers['last-event-id'] as string | undefined, key: headers.authorization });
    request.resume();
    if (refusal)
      return void response
        .writeHead(refusal.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(refusal.body));
    if (path.startsWith('/v2/events/stream')) return stream(request, response);
    if (path === '/v2/sandbox/events')
      return void response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: '7', type: 'invoice.canceled' }));
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/v2`,
    port: taken,
    asked,
    streams,
    tell: (event: Told) => {
      events.push(event);
      for (const one of streams) send(one, event);
    },
    /** An event that nobody is sent now. */
    keep: (event: Told) => void events.push(event),
    forget: () => void events.splice(0),
    breakOff: () => streams.forEach((one) => one.destroy()),
    refuse: (given: typeof refusal) => void (refusal = given),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
