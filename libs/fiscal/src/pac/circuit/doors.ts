import { connect } from 'node:net';
import { LRUCache } from 'lru-cache';

/** How long a look at a door is believed: a rush of requests looks once, and an outage is seen at the next one. */
const BELIEVED_MS = 20;
/** How long a connection is awaited. Who does not answer by then lets nobody in. */
const PATIENCE_MS = 1_500;

/**
 * Whether providers take connections at all: nothing is said over them. One look at a time for each address, and its result is
 * believed for a moment.
 */
export class Doors {
  private readonly looks = new LRUCache<string, Promise<boolean>>({ max: 100, ttl: BELIEVED_MS });

  /** Whether a connection to the host of this URL can be made. */
  isOpen(url: string): Promise<boolean> {
    const { hostname, port, protocol } = new URL(url);
    const at = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'http:' ? 80 : 443)),
    };
    const key = `${at.host} ${at.port}`;
    const before = this.looks.get(key);
    if (before) return before;
    const look = tryDoor(at);
    this.looks.set(key, look);
    return look;
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
