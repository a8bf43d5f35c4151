import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether nobody listens on a TCP port of 127.0.0.1 right now. */
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
