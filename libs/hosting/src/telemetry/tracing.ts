import { currentTraceparent, withTraceparent } from '#bus';

/** Where the work stands in a conversation, as OpenTelemetry tells its spans apart. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Of few kinds: a command's type, a route's template; never an id. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

export interface Span {
  /** What others have to carry on so that their spans belong below this one. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Marks it as failed; `reason` is a name or code, never a message, which may quote data. */
  fail(reason: string): void;
  end(): void;
}

/** Makes spans. Without a collector it is `undefined`, which costs nothing. */
export interface Tracing {
  /** @param parent a well-formed `traceparent`; undefined: a new trace begins */
  begin(start: SpanStart, parent: string | undefined): Span;
  /** Sends what has been collected, for a bounded time. */
  stop(): Promise<void>;
}

/** Runs the work in a span below the one that is under way; what it sends and asks for belongs below that. */
export const inSpan = <T>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => (tracing ? traced(tracing, start, work) : work(undefined));

async function traced<T>(
  tracing: Tracing,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(start, currentTraceparent());
  try {
    return await withTraceparent(span.traceparent, () => work(span));
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
}
