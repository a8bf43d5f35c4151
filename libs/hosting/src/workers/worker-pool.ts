import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { monotonicMs } from '#kernel';
import type { Logger } from '../logging/logger.js';
import { FairShare, TooMuchWaiting } from './fair-share.js';

/** What else waits on the loop goes first: between two parts of a large piece of work that stays there. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A function of a module, as threads can run it: what it takes and gives is copied. */
export interface WorkerTask<Input, Output> {
  /** URL of the module. */
  readonly module: URL;
  /** Name of its export. */
  readonly name: string;
  /** Never called: it says which types the function has. */
  readonly signature?: (input: Input) => Output | Promise<Output>;
}

/** Work that threads could not do now: too much of the organization waits, it took too long, or it took too much memory. */
export class WorkerRefusal extends Error {
  constructor(
    readonly reason: 'too_much_waiting' | 'too_long' | 'lost',
    options?: ErrorOptions,
  ) {
    super(`a large document could not be worked on: ${reason}`, options);
  }
}

export interface WorkerLimits {
  /** A thread that works longer on one piece is ended. */
  readonly deadlineMs: number;
  /** Memory of the JavaScript of one thread. */
  readonly heapMb: number;
  /** Pieces of one organization that wait for their turn. */
  readonly waitingOfOne: number;
}

/** 5000 items take less than a second of a slow processor, and 150 MB. */
const LIMITS: WorkerLimits = { deadlineMs: 30_000, heapMb: 512, waitingOfOne: 50 };
/** A thread takes 60 MB of modules: it ends when nothing large has come for a while. */
const IDLE_MS = 20_000;
const MAX_THREADS = 4;

/** One processor is the loop's. */
const threadCount = (): number => Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));

/**
 * Threads for what would hold the loop of the process too long (docs/adr/0030-large-documents.md). They begin with the
 * first piece of work, have nothing of the process's environment (its secrets above all), and no connections.
 */
export class WorkerPool {
  private readonly fair: FairShare;
  private readonly limits: WorkerLimits;
  private readonly threads = threadCount();
  private pool: Piscina | undefined;
  private closed = false;

  constructor(
    private readonly log: Logger,
    limits: Partial<WorkerLimits> = {},
    /** Told of each piece how long its thread was taken, also where it was ended. */
    private readonly onWorked: (ms: number, organizationId: string) => void = () => undefined,
  ) {
    this.limits = { ...LIMITS, ...limits };
    const { waitingOfOne } = this.limits;
    this.fair = new FairShare({ atOnce: this.threads, ofOne: Math.max(1, this.threads - 1), waitingOfOne });
  }

  /**
   * Runs a task for an organization, when it is its turn. Rejects with WorkerRefusal where threads could not do it now, or
   * with what the task throws.
   */
  async run<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    organizationId: string,
  ): Promise<Output> {
    try {
      return await this.fair.run(organizationId, async () => {
        const began = monotonicMs();
        try {
          return await this.runNow(task, input);
        } finally {
          this.onWorked(monotonicMs() - began, organizationId);
        }
      });
    } catch (error) {
      if (!(error instanceof TooMuchWaiting)) throw error;
      this.log.warn(
        { organizationId, task: task.name },
        'an organization has too many large documents waiting',
      );
      throw new WorkerRefusal('too_much_waiting', { cause: error });
    }
  }

  /** Logs what a task threw, for whoever goes on without its outcome. */
  noteBug(error: unknown): void {
    this.log.error({ err: error }, 'a piece of work failed by a bug');
  }

  /** Ends the threads, with what they are at; what waits or comes is refused. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.destroy();
  }

  private async runNow<Input, Output>(
    { module, name }: WorkerTask<Input, Output>,
    input: Input,
  ): Promise<Output> {
    if (this.closed) throw new WorkerRefusal('lost');
    const deadline = AbortSignal.timeout(this.limits.deadlineMs);
    try {
      const filename = builtModule(module);
      return (await this.open().run(input, { filename, name, signal: deadline })) as Output;
    } catch (error) {
      const reason = deadline.aborted ? 'too_long' : isLost(error) ? 'lost' : undefined;
      if (reason === undefined) throw error;
      this.log.warn({ err: error, task: name, reason }, 'a thread was ended');
      throw new WorkerRefusal(reason, { cause: error });
    }
  }

  private open(): Piscina {
    return (this.pool ??= new Piscina({
      ...{ minThreads: 0, maxThreads: this.threads, idleTimeout: IDLE_MS },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
    }));
  }
}

/** The thread died, or its pool was closed: of memory, or by the process's end. */
function isLost(error: unknown): boolean {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || /terminating worker thread|worker exited/i.test(message);
}

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Threads run what was built. Specs, which run the sources, name a module beside a source. */
export function builtModule(module: URL): string {
  const path = fileURLToPath(module);
  return existsSync(path) ? module.href : pathToFileURL(join(ROOT, 'dist', relative(ROOT, path))).href;
}
