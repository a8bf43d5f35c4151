import { createServer } from 'node:net';
import { errorCode, StartupError } from '../postgres/startup-error.js';

/** Where something listens, and the variable that says so. */
export interface Place {
  readonly host: string;
  readonly port: number;
  /** By default TIMBRA_PORT. */
  readonly setting?: string;
}

/**
 * Opens a port for a moment, so that a start which can't have it ends before anything is made. Another program may still
 * take it meanwhile: then listening itself fails, in the same words. Port 0 is any that is free.
 * @throws {StartupError} one sentence
 */
export async function checkPort(place: Place): Promise<void> {
  const { host, port } = place;
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(portError(place, error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

/** Says of a port that could not be opened what to do; passes any other error through. */
export function portError({ host, port, setting = 'TIMBRA_PORT' }: Place, error: unknown): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is in use: stop the program that has it, or set ${setting} to another one.`,
      );
    case 'EACCES':
      return new StartupError(
        `Port ${port} may not be opened by this user: set ${setting} to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`${host} is no address of this machine: set TIMBRA_HOST to one that is.`);
    case undefined:
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
