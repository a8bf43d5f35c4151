import { monotonicMs } from '#kernel';
import type { Attempted, RetryingClient } from '../failures/client.js';

export type Kind = 'create' | 'draft' | 'edit' | 'mend' | 'stamp' | 'pay' | 'cancel' | 'read' | 'customer';

/** One request of one client: when it was begun, and what is known of its end. */
export interface Operation {
  readonly client: number;
  readonly kind: Kind;
  readonly request: string;
  /** The invoice that it is about, where it has one already. */
  readonly id?: string;
  /** What only this operation writes: external ids of creations, series of edits. */
  readonly mark?: string;
  readonly begunAt: number;
  /** Infinity where its end is open. */
  /** Infinity while that is open: it may happen yet. */
  endedAt: number;
  /** Undefined: nothing came, or an answer that leaves it open (5xx). */
  answer: Attempted | undefined;
}

/** Whether it certainly has had its effect. */
export const isDone = ({ answer }: Operation): boolean => answer !== undefined && answer.status < 300;

/** Whether it certainly has none: everything else is open. */
export const isRefused = ({ answer }: Operation): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500;

/** All requests of all clients, in the order of their beginnings. */
export class History {
  readonly operations: Operation[] = [];

  constructor(private readonly http: RetryingClient) {}

  /** Sends a request once, and writes down what comes of it. */
  async record(
    operation: Pick<Operation, 'client' | 'kind' | 'request' | 'id' | 'mark'>,
    body?: unknown,
  ): Promise<Operation> {
    const recorded: Operation = {
      ...operation,
      begunAt: monotonicMs(),
      endedAt: Infinity,
      answer: undefined,
    };
    this.operations.push(recorded);
    const answer = await this.http.attempt(operation.request, body);
    if (answer === undefined || answer.status >= 500) return recorded;
    recorded.endedAt = monotonicMs();
    recorded.answer = answer;
    return recorded;
  }

  /** How many of each kind were done, refused and left open. */
  summary(): string {
    const kinds = new Map<string, number[]>();
    for (const operation of this.operations) {
      const counts = kinds.get(operation.kind) ?? [0, 0, 0];
      kinds.set(operation.kind, counts);
      const column = isDone(operation) ? 0 : isRefused(operation) ? 1 : 2;
      counts[column] = (counts[column] ?? 0) + 1;
    }
    return [...kinds].map(([kind, counts]) => `${kind} ${counts.join('/')}`).join(', ');
  }
}
