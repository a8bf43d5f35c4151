import { status } from '@grpc/grpc-js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { serviceError } from './service-error.js';

/** What is used of gRPC's call: many requests, and many answers in any order. */
export interface RawCall {
  write(request: BatchAppendReq): unknown;
  on(event: 'data', listener: (answer: BatchAppendResp) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  destroy(): unknown;
  cancel(): void;
}

interface Waiting {
  readonly resolve: (answer: BatchAppendResp) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * One call for all appends of a connection, with a table of who waits for which answer. If the call ends, nobody knows what
 * became of those; each may be sent again, since the server recognises events by their ids.
 */
export class AppendCall {
  private readonly waiting = new Map<string, Waiting>();
  private ended: Error | undefined;
  private isRetired = false;

  constructor(private readonly call: RawCall) {
    call.on('data', (answer) => this.answer(answer));
    // In this order: an error comes before the end that it causes.
    call.on('error', (error) => this.end(error));
    call.on('end', () =>
      this.end(serviceError(status.UNAVAILABLE, 'the server ended the call of the appends')),
    );
  }

  /** Whether new appends need another call. */
  get isOver(): boolean {
    return this.isRetired || this.ended !== undefined;
  }

  /** Sends an append whose answer names `id`. @throws {ServiceError} */
  append(id: string, request: BatchAppendReq, deadlineMs: number): Promise<BatchAppendResp> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      const timer = setTimeout(() => this.miss(id), deadlineMs);
      this.waiting.set(id, { resolve, reject, timer });
      this.call.write(request);
    });
  }

  /** Ends the call; who waits gets an error. */
  close(): void {
    this.end(serviceError(status.CANCELLED, 'the connection was closed'));
    // Destroyed first: the client would take a call that was only cancelled for a connection that broke.
    this.call.destroy();
    this.call.cancel();
  }

  private answer(answer: BatchAppendResp): void {
    this.take(answer.getCorrelationId()?.getString() ?? '')?.resolve(answer);
    this.closeIfIdle();
  }

  /** No answer in time: the call may hang, so the next appends take another. Others still wait for theirs here. */
  private miss(id: string): void {
    this.isRetired = true;
    this.take(id)?.reject(serviceError(status.DEADLINE_EXCEEDED, 'the append was not answered in time'));
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isRetired && this.waiting.size === 0 && !this.ended) this.close();
  }

  private end(error: Error): void {
    if (this.ended) return;
    this.ended = error;
    for (const id of [...this.waiting.keys()]) this.take(id)?.reject(error);
  }

  private take(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (!waiting) return undefined;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    return waiting;
  }
}
