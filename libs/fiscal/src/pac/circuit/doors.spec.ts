import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Doors } from './doors.js';

/** A host that counts who comes. */
let server: Server;
let came = 0;
const listen = (port = 0) =>
  new Promise<number>((resolve) => {
    came = 0;
    server = createServer((socket) => {
      came += 1;
      socket.on('error', () => undefined).resume();
    }).listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
const shut = () => new Promise<void>((resolve) => void server.close(() => resolve()));
afterEach(() => void server.close());

describe('a provider’s door', () => {
  it('is open while it takes connections, and what was seen is not kept: it is seen to close and to open at once', async () => {
    const doors = new Doors();
    const port = await listen();
    const url = `http://127.0.0.1:${port}/path`;
    expect(await doors.isOpen(url)).toBe(true);
    await shut();
    expect(await doors.isOpen(url)).toBe(false);
    await listen(port);
    expect(await doors.isOpen(url)).toBe(true);
  });

  it('is tried once by a rush', async () => {
    const doors = new Doors();
    const port = await listen();
    const first = once(server, 'connection');
    const rush = Array.from({ length: 50 }, (_, n) => doors.isOpen(`http://127.0.0.1:${port}/${n}`));
    expect(new Set(await Promise.all(rush))).toEqual(new Set([true]));
    await first;
    await shut();
    expect(came).toBe(1);
  });
});
