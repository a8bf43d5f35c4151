import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The wire in front of a server: it can be cut, and be gone and come back at the same port, which is what a
 * client sees of a killed process.
 */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  /** The port that clients use. */
  port = 0;

  constructor(private readonly target: () => number) {}

  async up(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.target(), '127.0.0.1');
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
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
