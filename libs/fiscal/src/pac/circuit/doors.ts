import { connect } from 'node:net';
import { SharedWork } from '#kernel';

/** How long a connection is awaited. Who does not answer by then lets nobody in. */
const PATIENCE_MS = 1_500;

/**
 * Whether providers take connections at all: nothing is said over them. A rush of requests shares one look at each address; its
 * result is not kept, so that an outage is seen at the next request.
 */
export class Doors {
  private readonly looks = new SharedWork<string, boolean>();

  /** Whether a connection to the host of this URL can be made. */
  isOpen(url: string): Promise<boolean> {
    const { hostname, port, protocol } = new URL(url);
    const at = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'http:' ? 80 : 443)),
    };
    return this.looks.do(`${at.host} ${at.port}`, () => tryDoor(at));
  }
}

const tryDoor = (at: { readonly host: string; readonly port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...at, timeout: PATIENCE_MS });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
