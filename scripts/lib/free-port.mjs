import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A TCP port that nobody listens on at 127.0.0.1 right now. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Two ports that are free, for who takes them a while later: below those that the system gives to whoever asks for any
 * (from 32768 on), so that nobody takes them meanwhile.
 */
export const quietPorts = async () => {
  for (;;) {
    const first = 20_000 + 2 * randomInt(6_000);
    const both = [first, first + 1];
    if ((await Promise.all(both.map(isFree))).every(Boolean)) return both;
  }
};
