import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { isReady, MessageCutter, StatementReader } from './pg-messages.js';

/** Where a tap leads; to be changed when the server comes back at another port. */
export interface Upstream {
  port: number;
}

/**
 * `before`: the statement never reaches the server. `after`: it is done, and its answer never reaches the client.
 * `committed`: the same for the transaction that it is part of. `at`: it goes its way; something is done meanwhile.
 */
export type Moment = 'before' | 'after' | 'committed' | 'at';

interface Trap {
  readonly moment: Moment;
  readonly pattern: RegExp;
  readonly spring: () => void;
}

/**
 * A way to PostgreSQL that sees what a process asks of it: the steps of its work as they are seen from outside. A trap
 * springs at a step, just before the database hears of it or just after it has done it: to kill the process there.
 */
export class Tap {
  private readonly traps = new Set<Trap>();
  private readonly sockets = new Set<Socket>();
  private server!: Server;
  /** Connections are refused, as by a server that is away. */
  private closed = false;

  private constructor(private readonly upstream: Upstream) {}

  static async open(upstream: Upstream): Promise<Tap> {
    const tap = new Tap(upstream);
    tap.server = createServer((client) => tap.join(client));
    await new Promise<void>((resolve, reject) =>
      tap.server.once('error', reject).listen(0, '127.0.0.1', resolve),
    );
    return tap;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The URL of a database of the server, through this tap. */
  url(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    return url.href;
  }

  /** Springs once, at the next statement (its name, text and parameters) that fits. Resolves when it has. */
  trap(moment: Moment, pattern: RegExp, spring: () => void): Promise<void> {
    return new Promise((sprung) => {
      const trap: Trap = {
        moment,
        pattern,
        spring: () => {
          this.traps.delete(trap);
          spring();
          sprung();
        },
      };
      this.traps.add(trap);
    });
  }

  disarm(): void {
    this.traps.clear();
  }

  /** Ends all connections and refuses new ones until it is opened again. */
  cut(closed: boolean): void {
    this.closed = closed;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut(true);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    if (this.closed) return void client.destroy();
    const server = connect(this.upstream.port, '127.0.0.1');
    const both = [client, server];
    const end = (): void => {
      for (const socket of both) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    for (const socket of both) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    const statements = new StatementReader();
    const asked = new MessageCutter(true);
    const answered = new MessageCutter(false);
    /** The trap whose statement was part of the transaction under way. */
    let inTransaction: Trap | undefined;
    /** The trap whose statement is with the server. */
    let waiting: Trap | undefined;
    let sprung = false;
    client.on('data', (chunk: Buffer) => {
      for (const message of asked.take(chunk)) {
        if (sprung) return;
        const statement = statements.read(message);
        const trap = statement === undefined ? undefined : this.trapFor(statement);
        if (trap?.moment === 'before') {
          sprung = true;
          trap.spring();
          return end();
        }
        if (trap?.moment === 'at') trap.spring();
        if (inTransaction && statement !== undefined && /^commit/i.test(statement)) waiting = inTransaction;
        if (trap?.moment === 'after' || trap?.moment === 'committed') {
          if (trap.moment === 'after') waiting = trap;
          else inTransaction = trap;
          // It belongs to this statement only, not to another connection.
          this.traps.delete(trap);
        }
        server.write(message);
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (!waiting) return void client.write(chunk);
      if (!answered.take(chunk).some(isReady)) return;
      sprung = true;
      waiting.spring();
      end();
    });
  }

  private trapFor(statement: string): Trap | undefined {
    return [...this.traps].find(({ pattern }) => pattern.test(statement));
  }
}
