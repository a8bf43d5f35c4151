import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { expect } from '@jest/globals';
import { otelTracing } from '#hosting/telemetry/otel';
import type { Tracing } from '#hosting';
import { until } from '#bus/testing/until';
import { invoice } from '../support/bodies.js';
import { startApp, type TestApp } from '../support/app.js';

/** A service whose spans are kept for inspection. */
export interface TracedApp {
  readonly app: TestApp;
  readonly exporter: InMemorySpanExporter;
}

export async function startTracedApp(env: Readonly<Record<string, string>> = {}): Promise<TracedApp> {
  const exporter = new InMemorySpanExporter();
  const sender = { service: 'timbra-test', version: '0', instance: 'one' };
  const tracing: Tracing = otelTracing(sender, new SimpleSpanProcessor(exporter));
  return { app: await startApp(env, { tracing }), exporter };
}

export const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** Stamps an invoice as part of a caller's trace; gives the spans of that trace. */
export async function tracedStamp({ app, exporter }: TracedApp): Promise<readonly ReadableSpan[]> {
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const { status } = await app.api('POST', '/invoices', invoice(), { headers: { traceparent } });
  expect(status).toBe(200);
  const of = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === TRACE);
  // The answer is out before its span ends, and so are the last commands of the processes.
  await until(() => settled(of()));
  return of();
}

const settled = (spans: readonly ReadableSpan[]): boolean =>
  ['POST /v2/invoices', 'send invoicing.record-stamp'].every((name) =>
    spans.some((span) => span.name === name),
  );

/** The names from a span up to the caller's own: `pac stamp`, `handle stamping.stamp`, ... */
export function pathUp(spans: readonly ReadableSpan[], name: string): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const path: string[] = [];
  for (let at = spans.find((span) => span.name === name); at;) {
    path.push(at.name);
    const { spanId = '' } = at.parentSpanContext ?? {};
    if (spanId === CALLER) path.push('the caller');
    at = byId.get(spanId);
  }
  return path;
}

/** What the trace of a stamped invoice must tell, over any bus. */
export function expectOneTrace(spans: readonly ReadableSpan[]): void {
  const way = [
    ...['handle stamping.stamp', 'send stamping.stamp'],
    ...['handle invoicing.create', 'send invoicing.create', 'POST /v2/invoices', 'the caller'],
  ];
  expect(pathUp(spans, 'pac stamp')).toEqual(['pac stamp', ...way]);
  expect(pathUp(spans, 'handle invoicing.record-stamp')).toEqual([
    ...['handle invoicing.record-stamp', 'send invoicing.record-stamp'],
    ...way,
  ]);
  const appends = spans.filter(({ name }) => name === 'append events');
  expect(appends.length).toBeGreaterThanOrEqual(4);
  for (const { attributes } of appends) expect(attributes).toMatchObject({ 'timbra.outcome': 'appended' });
  const texts = JSON.stringify(spans.map(({ name, attributes, status }) => ({ name, attributes, status })));
  expect(texts).not.toMatch(/sk_test|EKU9003173C9|URE180429TM6|UNIVERSIDAD/);
}
