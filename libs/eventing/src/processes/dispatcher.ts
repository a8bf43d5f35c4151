import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs, packMembers, systemNow, unpackJson, type Clock, type SystemNow } from '#kernel';
import { CheckpointMoved, serviceOf, withCallTrace, type Checkpoint, type CommandBus } from '#bus';
import {
  datedBy,
  followsTestClock,
  type Catalogue,
  type Command,
  type CommandOutcome,
  type Commands,
  type CommandType,
  type DataOf,
} from '#contracts';
import { levelOf } from '#event-store';
import type { TenantClock } from '../clocks/tenant-clock.js';
import { LAZY_COMMIT } from '../projections/checkpoints.js';
import { STORE_STEP, TAKE_DUE } from './statements.js';
import type { SharedPool } from '../databases.js';

/** Any of the catalogue's commands. */
type AnyCommand<Types extends Catalogue<Types>> = Command<
  CommandType<Types>,
  DataOf<CommandType<Types>, Types>
>;

export interface PendingCommand<Types extends Catalogue<Types> = Commands> {
  readonly command: AnyCommand<Types>;
  /** ISO 8601, in its tenant's time (a process manager's `schedule`); undefined: at once. */
  readonly dueAt: string | undefined;
}

export interface DispatcherOptions<Types extends Catalogue<Types> = Commands> {
  readonly pool: SharedPool;
  readonly bus: CommandBus<Types>;
  readonly log: Logger;
  /** Dates commands: each has its tenant's time at every try. */
  readonly clock: Clock;
  /** Learns of Test clocks that were moved, with each look for due commands. */
  readonly clocks?: Pick<TenantClock, 'followTo'>;
  /** Says when a command is due. Leases go by the database's clock, which all processes share. */
  readonly systemNow?: SystemNow;
  /** Names this process in leases. */
  readonly instance: string;
  /** No other process works on this database: leases found at the start belong to a dead predecessor. */
  readonly soleInstance: boolean;
  /** How often to look for due commands. */
  readonly sweepMs?: number;
  /** Whether this process is told of Test clocks that others move; default: nobody else does. */
  readonly isTold?: () => boolean;
  /** Commands that may be under way to one service at one time: a dead one holds up no command of the others. */
  readonly maxInFlight?: number;
  /** Leases are renewed while this process lives: what a dead one has left is taken up so much later. */
  readonly leaseMs?: number;
  /** How long `stop` waits for what is under way. */
  readonly stopMs?: number;
}

const LEASE_MS = 20_000;
const SWEEP_MS = 1_000;
/** Commands that are due within so long of each other are looked for together. */
const SLOT_MS = 25;
/** Where nobody tells of moved clocks, which make commands due: those who wait for a move reckon with this. */
const UNTOLD_SWEEP_MS = 500;
const MAX_IN_FLIGHT = 500;
/** How many due commands of one service a look takes at most. */
const AT_ONCE = 100;
const COMMAND_TIMEOUT_MS = 90_000;
const CLEAR_AFTER_MS = 50;
const STOP_MS = 6_000;
/** How long a command that nothing here handles is left to other processes. */
const UNHANDLED_MS = 1_000;

/** A command that this process sends, as the table has it. */
interface Taken<Types extends Catalogue<Types>> {
  readonly command: AnyCommand<Types>;
  readonly attempts: number;
  /** In its tenant's time; null: it was due at once, or its tenant's time is the system's. */
  readonly scheduledAt: Date | null;
  /** Of one that was not stored when it was sent. */
  readonly sender?: Sender;
}

interface DueCommand<Types extends Catalogue<Types>> {
  readonly command: Omit<AnyCommand<Types>, 'data'>;
  readonly data: string | null;
  readonly attempts: number;
  readonly scheduled_at: Date | null;
  readonly clocks: null;
}

/** One row of a look has no command, but the newest version of the Test clocks, if there are any. */
type DueRow<Types extends Catalogue<Types>> =
  DueCommand<Types> | { readonly command: null; readonly clocks: string | null };

/** One batch of events that a process manager has reacted to. */
export interface ProcessStep {
  readonly process: string;
  /** The name of the checkpoint that moves: the process manager's own, or that of one of its lanes. */
  readonly checkpoint: string;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
}

/** A command that was sent before it was stored, and what is to be stored of it where it lasts. */
export interface SentCommand<Types extends Catalogue<Types> = Commands> {
  readonly command: AnyCommand<Types>;
  /** It has failed: when to try again, by the system's time. Undefined: it is under way. */
  readonly retryAt?: string;
}

/** Who has sent a command that is not stored, or was not at that time. */
export interface Sender {
  /** It is answered. False: it is stored by now. */
  finish(id: string): Promise<boolean>;
  /** It has failed, and is to be tried again then. False: it is stored by now. */
  fail(id: string, retryAt: string): Promise<boolean>;
}

/** Commands that `store` has leased to this process, and when it asked for that, by `monotonicMs`. */
export interface Leased<Types extends Catalogue<Types> = Commands> {
  readonly commands: readonly AnyCommand<Types>[];
  readonly askedAt: number;
}

export interface DispatcherStatus {
  /** When it last looked for due commands with success, in milliseconds since 1970; undefined: not yet. */
  readonly sweptAt: number | undefined;
  readonly inFlight: number;
}

/** Pause before the n-th retry of a command whose handler failed: 0.2 s doubling up to one minute. */
export const retryDelayMs = (attempts: number): number => Math.min(60_000, 100 * 2 ** Math.min(attempts, 10));

/**
 * Sends the commands of process managers, each until its handler has answered: a refusal is an answer,
 * a fault is not. Rows are leased, so that several processes can share the table.
 */
export class CommandDispatcher<Types extends Catalogue<Types> = Commands> {
  /** The work under way, with the command's id and the service that it goes to. */
  private readonly inFlight = new Map<
    Promise<void>,
    Pick<AnyCommand<Types>, 'id' | 'tenant'> & { readonly target: string }
  >();
  private readonly counts = new Map<string, number>();
  /**
   * Answers of commands that were begun while their events were being stored, by their ids, until the events come. Until then they have
   * the room that they need.
   */
  private readonly ahead = new Map<string, Promise<CommandOutcome | undefined>>();
  private renewedAt = -Infinity;
  private readonly done: string[] = [];
  /** Those that are being removed from the table. */
  private cleared: readonly string[] = [];
  /** How many commands of an organization's Test environment were sent since somebody asked for it to be counted. */
  private readonly counted = new Map<string, number>();
  private readonly unhandled = new Set<string>();
  private sweptAt: number | undefined;
  private clearing: Promise<void> | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  /** Looks of its own before the next one of all, by when they come, in slots of `monotonicMs`. */
  private readonly planned = new Map<number, NodeJS.Timeout>();
  /** Services of which due commands may be waiting for room: a look follows when there is some again. */
  private readonly crowded = new Set<string>();
  private sweeping: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly options: DispatcherOptions<Types>) {}

  async start(): Promise<void> {
    const { pool, soleInstance } = this.options;
    if (soleInstance)
      await pool.query('UPDATE platform.pending_commands SET leased_until = NULL, leased_by = NULL');
    await this.sweep();
    this.sweepLater();
  }

  private begin(): Promise<void> {
    this.sweeping ??= this.sweep().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  /** Looks for due commands at once: a Test clock has made some due. */
  async look(): Promise<void> {
    // A look under way may have begun before.
    await this.sweeping;
    if (!this.stopped) await this.begin();
  }

  private get sweepMs(): number {
    const { isTold, sweepMs } = this.options;
    return sweepMs ?? (isTold?.() === false ? UNTOLD_SWEEP_MS : SWEEP_MS);
  }

  private sweepLater(): void {
    this.sweeper = setTimeout(() => {
      void this.begin();
      this.sweepLater();
    }, this.sweepMs).unref();
  }

  /** Has a look when a command is due that this process knows of, if all are looked for only later. */
  private plan(inMs: number): void {
    if (this.stopped || inMs >= this.sweepMs) return;
    const now = monotonicMs();
    // Never early: what is not due yet by the other clock would be found only by the next look of all.
    const slot = Math.ceil((now + inMs) / SLOT_MS) + 1;
    if (this.planned.has(slot)) return;
    const timer = setTimeout(
      () => {
        this.planned.delete(slot);
        void this.look();
      },
      slot * SLOT_MS - now,
    ).unref();
    this.planned.set(slot, timer);
  }

  /** Counts from now on what it sends in an organization's Test environment, for who waits until all is quiet there. */
  count(organizationId: string): { sent(): number; end(): void } {
    this.counted.set(organizationId, 0);
    return {
      sent: () => this.counted.get(organizationId) ?? 0,
      end: () => void this.counted.delete(organizationId),
    };
  }

  /** Commands that are done, of which the table may not know yet. */
  finished(): readonly string[] {
    return [...this.cleared, ...this.done];
  }

  /**
   * Waits for the commands under way, but not for ever: their services may be going too. What is left in the table
   * is free for other processes, and is done after the next start at the latest.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.sweeper);
    for (const timer of this.planned.values()) clearTimeout(timer);
    await this.sweeping;
    await Promise.race([
      Promise.all(this.inFlight.keys()),
      sleep(this.options.stopMs ?? STOP_MS, undefined, { ref: false }),
    ]);
    await this.clearing;
    if (this.inFlight.size > 0) await this.release();
  }

  private async release(): Promise<void> {
    const { pool, instance, log } = this.options;
    await pool
      .query(
        'UPDATE platform.pending_commands SET leased_by = NULL, leased_until = NULL WHERE leased_by = $1',
        [instance],
      )
      .catch((error: unknown) => log.warn({ err: error }, 'leases of commands are left to expire'));
  }

  status(): DispatcherStatus {
    return { sweptAt: this.sweptAt, inFlight: this.inFlight.size };
  }

  /**
   * Moves a process manager's checkpoint and stores the commands that came of it, in one statement, so in one
   * transaction. Those due at once are leased to this process, while it has room, and returned: the caller
   * passes them to `dispatch`. Throws CheckpointMoved, having stored nothing.
   * @param sent what `sendDirectly` has sent: it is leased to this process, or due when it is to be tried again
   */
  async store(
    step: ProcessStep,
    pending: readonly PendingCommand<Types>[],
    sent: readonly SentCommand<Types>[] = [],
  ): Promise<Leased<Types>> {
    const { pool, bus, instance } = this.options;
    const now = this.now().toISOString();
    const askedAt = monotonicMs();
    const taken = new Map<string, number>();
    const takes = ({ command, dueAt }: PendingCommand<Types>): boolean => {
      const target = serviceOf(command.type);
      const sofar = taken.get(target) ?? 0;
      if (dueAt !== undefined || !bus.serves(command.type)) return false;
      if (this.ahead.has(command.id)) return true;
      if (sofar >= this.roomFor(target)) {
        this.crowded.add(target);
        return false;
      }
      taken.set(target, sofar + 1);
      return true;
    };
    const rows = pending.map((one) => ({
      command: one.command,
      // `dueAt` is in the tenant's time, `due_at` in the system's. They are one but for tenants with a Test clock of their
      // own: what waits for one names it, and the statement that stores it reads it.
      due_at: one.dueAt ?? now,
      leased: takes(one),
      ...(one.dueAt !== undefined &&
        followsTestClock(one.command) && {
          scheduled_at: one.dueAt,
          clock_of: one.command.tenant.organizationId,
        }),
    }));
    const known = sent.map(({ command, retryAt }) => ({
      command,
      due_at: retryAt ?? now,
      leased: retryAt === undefined,
    }));
    const stored = [...rows, ...known].map(
      async ({ command, ...row }) =>
        `{"command":${await packMembers(command)},${JSON.stringify({ id: command.id, ...row }).slice(1)}`,
    );
    const { rows: moved } = await pool.query<{ moved: number }>({
      name: 'process-step',
      text: STORE_STEP,
      values: [
        step.checkpoint,
        step.from,
        step.to,
        `[${(await Promise.all(stored)).join(',')}]`,
        instance,
        this.leaseMs,
        step.process,
      ],
    });
    if (moved[0]?.moved !== 1) throw new CheckpointMoved(step.checkpoint);
    return { commands: rows.filter(({ leased }) => leased).map(({ command }) => command), askedAt };
  }

  /** Sends what `store` has leased to this process. */
  dispatch({ commands, askedAt }: Leased<Types>): void {
    for (const command of commands) this.run({ command, attempts: 0, scheduledAt: null }, askedAt);
  }

  /**
   * Sends commands at once that nobody has stored: all of them, or none where one is handled elsewhere, or there is no
   * room. The sender learns what becomes of each.
   */
  sendDirectly(commands: readonly AnyCommand<Types>[], sender: Sender): boolean {
    const wanted = new Map<string, number>();
    for (const { id, type } of commands) {
      const target = serviceOf(type);
      if (!this.ahead.has(id)) wanted.set(target, (wanted.get(target) ?? 0) + 1);
      if (!this.options.bus.serves(type)) return false;
    }
    if ([...wanted].some(([target, count]) => count > this.roomFor(target))) return false;
    const at = monotonicMs();
    for (const command of commands) this.run({ command, attempts: 0, scheduledAt: null, sender }, at);
    return true;
  }

  /**
   * Begins a command whose event is being stored. When the event comes the command is not sent again, unless this failed.
   * @returns when it has ended, however; undefined: it is not begun, since it is handled elsewhere, or there is no room
   */
  sendAhead(command: AnyCommand<Types>, isStored: Promise<boolean>): Promise<unknown> | undefined {
    const { bus, log } = this.options;
    const target = serviceOf(command.type);
    if (!bus.serves(command.type) || this.roomFor(target) === 0) return undefined;
    const label = { command: command.type, key: command.key, commandId: command.id };
    const answer = (async () => {
      try {
        return await withCallTrace(command, () => this.send({ command, attempts: 0, scheduledAt: null }));
      } catch (error) {
        log.debug({ ...label, err: error }, 'command of a process failed while its event was being stored');
        return undefined;
      }
    })();
    this.ahead.set(command.id, answer);
    // Nobody will ask for it.
    void isStored.then((stored) => !stored && this.ahead.delete(command.id));
    this.track(command, answer, 1);
    return answer;
  }

  /** Whether a command is under way in an organization's Test environment. */
  isSending(organizationId: string): boolean {
    return [...this.inFlight.values()].some(
      ({ tenant }) => tenant.organizationId === organizationId && !tenant.livemode,
    );
  }

  private now(): Date {
    return (this.options.systemNow ?? systemNow)();
  }

  private get leaseMs(): number {
    return this.options.leaseMs ?? LEASE_MS;
  }

  private get most(): number {
    return this.options.maxInFlight ?? MAX_IN_FLIGHT;
  }

  private roomFor(target: string): number {
    return this.stopped ? 0 : Math.max(0, this.most - (this.counts.get(target) ?? 0));
  }

  /** @param leasedAt when it was asked to be leased to this process, by `monotonicMs` */
  private run(taken: Taken<Types>, leasedAt: number): void {
    // The process has slept: by now it may be another's.
    if (monotonicMs() - leasedAt > this.leaseMs) return;
    const { command } = taken;
    const room = this.ahead.has(command.id) ? 0 : 1;
    const ending = withCallTrace(command, () => this.attempt(taken));
    this.track(command, ending, room);
  }

  /** Keeps count of a command until it has ended. `room`: none where it is counted already, by what it waits for. */
  private track(command: AnyCommand<Types>, ending: Promise<unknown>, room: 0 | 1): void {
    const target = serviceOf(command.type);
    if (this.counted.size > 0 && !command.tenant.livemode) this.countOne(command.tenant.organizationId);
    const done = (): void => {
      this.inFlight.delete(work);
      const left = (this.counts.get(target) ?? 0) - room;
      this.counts.set(target, left);
      // Half of the room, so that a look takes many at once.
      if (left <= this.most / 2 && this.crowded.delete(target)) void this.look();
    };
    const work: Promise<void> = ending.then(done, done);
    this.inFlight.set(work, { id: command.id, tenant: command.tenant, target });
    this.counts.set(target, (this.counts.get(target) ?? 0) + room);
  }

  private countOne(organizationId: string): void {
    const sofar = this.counted.get(organizationId);
    if (sofar !== undefined) this.counted.set(organizationId, sofar + 1);
  }

  /** Its tenant's time, at this try; never before what it was scheduled for, whatever this process knows of that clock. */
  private timeOf({ command, scheduledAt }: Taken<Types>): string {
    const now = this.options.clock.now(datedBy(command));
    return (scheduledAt !== null && scheduledAt > now ? scheduledAt : now).toISOString();
  }

  private async attempt(taken: Taken<Types>): Promise<void> {
    const { bus, log } = this.options;
    const { command, attempts, sender } = taken;
    const label = { command: command.type, key: command.key, commandId: command.id };
    if (!bus.serves(command.type)) return this.leave(command, attempts);
    try {
      const outcome = (await this.begun(command.id)) ?? (await this.send(taken));
      if (!outcome.ok)
        log.debug({ ...label, code: outcome.refusal.code }, 'command of a process was refused');
      if (await sender?.finish(command.id)) return;
      this.done.push(command.id);
      this.clearing ??= this.clear();
    } catch (error) {
      log[levelOf(error, 'warn')](
        { ...label, attempts: attempts + 1, err: error },
        'command of a process failed and will be tried again',
      );
      const delayMs = retryDelayMs(attempts + 1);
      if (await sender?.fail(command.id, new Date(this.now().getTime() + delayMs).toISOString())) return;
      const reason = error instanceof Error ? error.message : String(error);
      await this.postpone(command, attempts + 1, delayMs, reason);
    }
  }

  private send(taken: Taken<Types>): Promise<CommandOutcome> {
    const asked = { ...taken.command, time: this.timeOf(taken) };
    return this.options.bus.send(asked, { timeoutMs: COMMAND_TIMEOUT_MS, senderRetries: true });
  }

  /** The answer of a command that was begun before its event came; undefined: it was not, or it has failed. */
  private begun(id: string): Promise<CommandOutcome | undefined> | undefined {
    const answer = this.ahead.get(id);
    this.ahead.delete(id);
    return answer;
  }

  /** Leaves a command to a process that handles it; says once that this one does not. */
  private leave(command: Command, attempts: number): Promise<void> {
    if (!this.unhandled.has(command.type))
      this.options.log.warn({ command: command.type }, 'nothing in this process handles the command');
    this.unhandled.add(command.type);
    return this.postpone(command, attempts, UNHANDLED_MS, 'no handler');
  }

  /** Its clock has had it due once: a pause after a fault is a matter of machines, which no Test clock moves. */
  private async postpone(command: Command, attempts: number, delayMs: number, reason: string): Promise<void> {
    const dueAt = new Date(this.now().getTime() + delayMs).toISOString();
    await this.options.pool
      .query(
        `UPDATE platform.pending_commands
         SET attempts = $2, last_error = $3, due_at = $4, leased_by = NULL, leased_until = NULL, clock_of = NULL
         WHERE id = $1 AND leased_by = $5`,
        [command.id, attempts, reason.slice(0, 500), dueAt, this.options.instance],
      )
      .then(() => this.plan(delayMs))
      .catch((error: unknown) =>
        this.options.log.warn({ err: error }, 'could not postpone a command; its lease will expire'),
      );
  }

  /** Removes finished commands, many at a time. A removal that fails only means one more, harmless, delivery. */
  private async clear(): Promise<void> {
    while (this.done.length > 0) {
      // Nobody waits for it, so one statement removes what a moment has finished.
      if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, CLEAR_AFTER_MS));
      const ids = this.done.splice(0);
      this.cleared = ids;
      await this.options.pool
        .query({
          name: 'clear-commands',
          text: `WITH cleared AS (DELETE FROM platform.pending_commands WHERE id = ANY($1)) SELECT ${LAZY_COMMIT}`,
          values: [ids],
        })
        .catch((error: unknown) =>
          this.options.log.warn({ err: error }, 'could not clear finished commands'),
        );
      this.cleared = [];
    }
    // In the same turn as the last look: what finishes later must find no clearing under way.
    this.clearing = undefined;
  }

  private get mostAtOnce(): number {
    return Math.min(AT_ONCE, this.most);
  }

  /** How many more commands each service may get now, where it is not `mostAtOnce`. Notes who may get none. */
  private rooms(): ReadonlyMap<string, number> {
    const rooms = new Map<string, number>();
    for (const target of this.counts.keys()) {
      const room = this.roomFor(target);
      rooms.set(target, Math.min(this.mostAtOnce, room));
      if (room === 0) this.crowded.add(target);
    }
    return rooms;
  }

  /** Whether more may be due of a service than were taken, which got as many as it had room for. */
  private isMore(due: readonly DueCommand<Types>[], rooms: ReadonlyMap<string, number>): boolean {
    if (due.length >= this.mostAtOnce) return true;
    const taken = new Map<string, number>();
    for (const { command } of due) {
      const target = serviceOf(command.type);
      taken.set(target, (taken.get(target) ?? 0) + 1);
    }
    return [...taken].some(([target, count]) => count >= (rooms.get(target) ?? this.mostAtOnce));
  }

  /** Renews the leases of running commands, early enough for a check that comes late. */
  private async renew(): Promise<void> {
    const { pool, instance } = this.options;
    if (this.inFlight.size === 0 || monotonicMs() - this.renewedAt < this.leaseMs / 4) return;
    await pool.query(
      `UPDATE platform.pending_commands SET leased_until = now() + $3 * interval '1 millisecond'
       WHERE id = ANY($1) AND leased_by = $2`,
      [[...this.inFlight.values()].map(({ id }) => id), instance, this.leaseMs],
    );
    this.renewedAt = monotonicMs();
  }

  private async sweep(): Promise<void> {
    const { pool, instance, log } = this.options;
    try {
      await this.renew();
      // Of each service in turn, as long as there is more of any: one that has many due delays no other.
      while (!this.stopped) {
        const leasedAt = monotonicMs();
        const rooms = this.rooms();
        const { rows } = await pool.query<DueRow<Types>>({
          name: 'take-due-commands',
          text: TAKE_DUE,
          values: [
            instance,
            this.now().toISOString(),
            this.leaseMs,
            JSON.stringify(Object.fromEntries(rooms)),
            this.mostAtOnce,
          ],
        });
        // Before anything is dated by a clock.
        for (const { clocks } of rows)
          if (clocks !== null) await this.options.clocks?.followTo(BigInt(clocks));
        const due = rows.filter((row): row is DueCommand<Types> => row.command !== null);
        for (const { command, data, attempts, scheduled_at: scheduledAt } of due) {
          // What was stored is what a process manager sent, so it is one of the catalogue's.
          const whole = { ...command, data: data === null ? undefined : JSON.parse(unpackJson(data)) };
          this.run({ command: whole, attempts, scheduledAt }, leasedAt);
        }
        if (!this.isMore(due, rooms)) break;
      }
      this.sweptAt = systemNow().getTime();
    } catch (error) {
      log.warn({ err: error }, 'could not look for due commands');
    }
  }
}
