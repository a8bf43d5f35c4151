import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The wire in front of a server: it can be cut; be gone and come back at the same port, which is what a
 * client sees of a killed process; and freeze, as with a process that is stopped: all is taken, nothing answered.
 */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isFrozen = false;
  private server: Server | undefined;
  /** The port that clients use. */
  port = 0;

  constructor(
    private readonly target: () => number,
    private readonly host = '127.0.0.1',
  ) {}

  async up(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.target(), this.host);
      const ways = [
        [client, upstream],
        [upstream, client],
      ] as const;
      for (const way of ways) {
        const [one, other] = way;
        this.pairs.add(way);
        this.sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          this.pairs.delete(way);
          other.destroy();
        });
        if (!this.isFrozen) one.pipe(other);
      }
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Ends all connections at once; new ones are taken. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** From now on nothing gets through, and no connection ends; until `thaw`, when all of it does. */
  freeze(): void {
    this.isFrozen = true;
    for (const [one, other] of this.pairs) one.unpipe(other);
  }

  thaw(): void {
    this.isFrozen = false;
    for (const [one, other] of this.pairs) one.pipe(other);
  }

  /** Ends all connections, and takes none until `up`. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }
}
