import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { until } from '#bus/testing/until';
import { Connections, LAST_PACE } from './connections.js';
import { Pace } from './pace.js';

/** More than the buffers of both systems hold, in pieces as the door sends what is large. */
const large = () => Readable.from(Array.from({ length: 256 }, () => Buffer.alloc(64 * 1024, ' ')));

describe('a server that stops', () => {
  let now = 0;
  let server: Server;
  let connections: Connections;
  /** Those that wait for their answer, by path. */
  const waiting = new Map<string, ServerResponse>();
  const clients: Socket[] = [];
  const pace = new Pace(LAST_PACE, () => now);
  const pass = (ms: number) => {
    now += ms;
    pace.look();
  };

  beforeEach(async () => {
    connections = new Connections({ connections: 0, connectionsEach: 0 }, () => false, undefined, pace);
    server = connections.createServer(
      { keepAliveTimeout: 72_000 },
      ({ url = '' }, response) => void waiting.set(url, response),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
    server.close();
    server.closeAllConnections();
    waiting.clear();
  });

  const dial = (): Socket => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const ask = async (path: string): Promise<Socket> => {
    const client = dial().pause();
    client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    await until(() => waiting.has(path));
    return client;
  };
  const answerOf = (path: string): ServerResponse => {
    const answer = waiting.get(path);
    if (!answer) throw new Error(`Nobody asked for ${path}`);
    return answer;
  };

  it('does not wait for a client that takes nothing of its answer', async () => {
    await ask('/unread');
    large().pipe(answerOf('/unread'));
    await until(() => answerOf('/unread').writableNeedDrain);
    const closed = once(server.close(), 'close');
    connections.hurry();
    pass(1_000);
    pass(3_001);
    await closed;
  });

  it('waits for an answer that is not ready, however long it takes', async () => {
    const client = await ask('/stamp');
    const closed = once(server.close(), 'close');
    connections.hurry();
    for (let n = 0; n < 10; n += 1) pass(3_001);
    answerOf('/stamp').end('stamped');
    client.resume();
    const [answered] = (await once(client, 'data')) as [Buffer];
    expect(answered.toString()).toContain('stamped');
    await closed;
  });

  /** A connection that the server knows, on which this much of a request has come. */
  const open = async (sent: string): Promise<Socket> => {
    const arrived = once(server, 'connection');
    const client = dial();
    const [socket] = (await arrived) as [Socket];
    if (sent !== '') client.write(sent);
    await until(() => socket.bytesRead === sent.length);
    return client.resume();
  };

  it.each([
    ['asks for nothing', ''],
    ['has sent half of a head', 'GET / HTTP/1.1\r\nhost:'],
  ])('does not wait for a client that %s', async (_, sent) => {
    await open(sent);
    const closed = once(server.close(), 'close');
    connections.hurry();
    pass(3_000);
    expect(waiting.size).toBe(0);
    pass(1);
    await closed;
  });

  it('answers a request that is on its way, and does not wait for what its client may ask next', async () => {
    const client = await open('GET /late HTTP/1.1\r\n');
    const closed = once(server.close(), 'close');
    connections.hurry();
    pass(2_000);
    client.write('host: x\r\n\r\n');
    await until(() => waiting.has('/late'));
    for (let n = 0; n < 10; n += 1) pass(3_001);
    const answered = once(client, 'data');
    answerOf('/late').end('answered');
    expect(String(await answered)).toContain('answered');
    await until(() => {
      pass(1_000);
      return client.closed;
    });
    await closed;
  });

  it('does not wait for a client that came when it was stopping', async () => {
    connections.hurry();
    await open('');
    const closed = once(server.close(), 'close');
    pass(3_001);
    await closed;
  });

  it('has fifteen seconds for those who take their answers slowly', async () => {
    const client = await ask('/slow');
    const { socket } = answerOf('/slow');
    const sent = () => (socket ? socket.bytesWritten - socket.writableLength : 0);
    large().pipe(answerOf('/slow'));
    await until(() => answerOf('/slow').writableNeedDrain);
    connections.hurry();
    for (let passed = 0; passed < 15_000; passed += 2_500) {
      const before = sent();
      await until(() => {
        client.read();
        return sent() > before;
      });
      pass(2_500);
      expect(socket?.destroyed).toBe(false);
    }
    pass(1);
    expect(socket?.destroyed).toBe(true);
  });
});
