import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** The attacker has an address of its own; where the system gives the loopback only one, that of all. */
const ATTACKER = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

/** A connection that sends what no client library would, and counts the answers by their status lines. */
export class RawConnection {
  private tail = '';
  readonly statuses: number[] = [];
  bytes = 0;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    // A connection that is closed on an attacker is no fault of the test.
    socket.on('error', () => undefined);
  }

  static async open(origin: string, { paused = false } = {}): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER, noDelay: true });
    const connection = new RawConnection(socket);
    if (paused) socket.pause();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return connection;
  }

  /** Sends with backpressure; false: the other side has closed. */
  async send(part: string | Buffer): Promise<boolean> {
    if (!this.socket.writable) return false;
    if (!this.socket.write(part))
      while (this.socket.writableNeedDrain && this.socket.writable) await sleep(1);
    return this.socket.writable;
  }

  /** Waits for this many answers, the end of the connection, or the time. */
  async answered(answers: number, timeoutMs: number): Promise<readonly number[]> {
    const deadline = performance.now() + timeoutMs;
    while (this.statuses.length < answers && !this.socket.closed && performance.now() < deadline)
      await sleep(5);
    return this.statuses;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.bytes += chunk.length;
    const text = this.tail + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      end = match.index + match[0].length;
      if (match[1] !== '100') this.statuses.push(Number(match[1]));
    }
    this.tail = text.slice(Math.max(end, text.length - 12));
  }
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the body that are announced; nothing of them is sent by this. */
  readonly length?: number;
}

/** The head of a request, to its empty line. */
export function headOf({ method = 'GET', path, key, headers = {}, length }: RawRequest): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: x',
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(length === undefined ? [] : ['content-type: application/json', `content-length: ${length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
