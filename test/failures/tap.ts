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

/** Whose connection it was. */
export interface Door {
  readonly port: number;
  /** The URL of a database of the server, through this door. */
  url(databaseUrl: string): string;
}

interface Trap {
  readonly moment: Moment;
  readonly pattern: RegExp;
  readonly spring: (door: Door) => void;
  /** The connection stays: what has come by it waits until `letGo`. Otherwise it ends. */
  readonly hold: boolean;
}

interface Gate {
  readonly server: Server;
  readonly door: Door;
}

/**
 * A way to PostgreSQL that sees what a process asks of it: the steps of its work as they are seen from outside. A trap
 * springs at a step, just before the database hears of it or just after it has done it: to kill the process there, or to
 * stop it. Each process has a door of its own; a trap is for all of them, and says whose connection it was.
 */
export class Tap {
  private readonly traps = new Set<Trap>();
  private readonly sockets = new Set<Socket>();
  private readonly gates: Gate[] = [];
  /** Lets the connections that are held go on. */
  private readonly held = new Set<() => Promise<void>>();
  /** Connections are refused, as by a server that is away. */
  private closed = false;

  constructor(private readonly upstream: Upstream) {}

  /** One more way through this tap, for one process. */
  async open(): Promise<Door> {
    const server = createServer((client) => this.join(client, door));
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(0, '127.0.0.1', resolve),
    );
    const { port } = server.address() as AddressInfo;
    const door: Door = {
      port,
      url: (databaseUrl) => {
        const url = new URL(databaseUrl);
        url.port = String(port);
        return url.href;
      },
    };
    this.gates.push({ server, door });
    return door;
  }

  /**
   * Springs once, at the next statement (its name, text and parameters) that fits. Resolves when it has. The connection
   * ends there; with `hold` it stays as it is until `letGo`, as that of a process that has stopped. `signal` takes the
   * trap away again.
   */
  trap(
    moment: Moment,
    pattern: RegExp,
    spring: (door: Door) => void,
    hold = false,
    signal?: AbortSignal,
  ): Promise<void> {
    return new Promise((sprung) => {
      const trap: Trap = {
        ...{ moment, pattern, hold },
        spring: (door) => {
          this.traps.delete(trap);
          spring(door);
          sprung();
        },
      };
      this.traps.add(trap);
      signal?.addEventListener('abort', () => this.traps.delete(trap), { once: true });
    });
  }

  /** What is held goes its way. Resolves when the server has done it. */
  async letGo(): Promise<void> {
    const going = [...this.held].map((go) => go());
    this.held.clear();
    await Promise.all(going);
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
    await Promise.all(this.gates.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  }

  private join(client: Socket, door: Door): void {
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
    /** What has come of the answer that a trap waits for. */
    const early: Buffer[] = [];
    /** The connection has ended at its step. */
    let ended = false;
    /** What waits for each side while the connection is held. */
    let kept: (readonly [Socket, Buffer])[] | undefined;
    const pass = (to: Socket, bytes: Buffer): void => {
      if (kept) kept.push([to, bytes]);
      else to.write(bytes);
    };
    const spring = (trap: Trap): void => {
      if (trap.hold) {
        kept = [];
        this.held.add(() => {
          const waiting = kept ?? [];
          kept = undefined;
          for (const [to, bytes] of waiting) if (!to.destroyed) to.write(bytes);
          if (server.destroyed || trap.moment !== 'before') return Promise.resolve();
          return new Promise((done) => server.once('data', () => done()).once('close', done));
        });
      } else {
        ended = true;
      }
      trap.spring(door);
      if (ended) end();
    };
    client.on('data', (chunk: Buffer) => {
      for (const message of asked.take(chunk)) {
        if (ended) return;
        const statement = statements.read(message);
        const trap = statement === undefined || kept ? undefined : this.trapFor(statement);
        if (trap?.moment === 'before') {
          spring(trap);
          if (ended) return;
        }
        if (trap?.moment === 'at') trap.spring(door);
        if (inTransaction && statement !== undefined && /^commit/i.test(statement)) waiting = inTransaction;
        if (trap?.moment === 'after' || trap?.moment === 'committed') {
          if (trap.moment === 'after') waiting = trap;
          else inTransaction = trap;
          // It belongs to this statement only, not to another connection.
          this.traps.delete(trap);
        }
        pass(server, message);
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (waiting && !kept && answered.take(chunk).some(isReady)) {
        const done = waiting;
        [waiting, inTransaction] = [undefined, undefined];
        spring(done);
        if (ended) return;
      } else if (waiting && !kept) {
        // The answer is kept whole until it is known to be there.
        early.push(chunk);
        return;
      }
      for (const part of early.splice(0)) pass(client, part);
      pass(client, chunk);
    });
  }

  private trapFor(statement: string): Trap | undefined {
    return [...this.traps].find(({ pattern }) => pattern.test(statement));
  }
}
