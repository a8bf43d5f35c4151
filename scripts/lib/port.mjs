import { createServer } from 'node:net';
import { Failure } from './failure.mjs';

/**
 * Opens the port of TIMBRA_PORT for a moment. It runs before there is a build, so it tells only what it is sure of: the
 * service itself judges settings.
 */
export const checkPort = ({ TIMBRA_PORT: text, TIMBRA_HOST: host }) => {
  const port = Number(text || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code }) =>
      code === 'EADDRINUSE'
        ? reject(
            new Failure(
              `Port ${port} is in use: stop the program that has it, or set TIMBRA_PORT to another one.`,
            ),
          )
        : resolve(),
    );
    server.listen({ host: host || '127.0.0.1', port, exclusive: true }, () => server.close(resolve));
  });
};
