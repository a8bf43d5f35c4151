import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { monotonicMs } from '#kernel';
import type { Logger } from '../logging/logger.js';
import type { Span, Tracing } from './tracing.js';

/** Who sends the spans: what tracing tools show as the service. */
export interface Sender {
  readonly service: string;
  readonly version: string;
  readonly instance: string;
}

const STOP_MS = 2_000;
const TELL_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Spans by OpenTelemetry. Loaded only where they are collected. Its settings are the standard's own variables
 * (OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES, OTEL_BSP_*). What runs below what is told by the bus's context, so
 * that it is the same within a process and across Kafka; OpenTelemetry's global context and instrumentation of
 * libraries are not used.
 */
export function otelTracing(sender: Sender, processor: SpanProcessor): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': sender.service,
          'service.version': sender.version,
          'service.instance.id': sender.instance,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('timbra', sender.version);
  return {
    begin({ name, kind, attributes }, parent) {
      const options = { kind: KINDS[kind], ...(attributes && { attributes }) };
      return spanOf(tracer.startSpan(name, options, contextOf(parent)));
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), patience]);
      clearTimeout(timer);
    },
  };
}

/** Spans sent by OTLP over HTTP to OTEL_EXPORTER_OTLP_ENDPOINT, in batches, beside the work. */
export const otlpTracing = (sender: Sender, log: Logger): Tracing =>
  otelTracing(sender, new BatchSpanProcessor(telling(new OTLPTraceExporter(), log)));

/** Says now and then that spans can't be sent, instead of never. */
function telling(exporter: SpanExporter, log: Logger): SpanExporter {
  let toldAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && monotonicMs() - toldAt > TELL_EVERY_MS) {
          toldAt = monotonicMs();
          log.warn({ err: result.error, spans: spans.length }, 'spans could not be sent to the collector');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The span that a `traceparent` names, as a parent: 00-<trace>-<span>-<flags>. */
function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    rename: (name) => void span.updateName(name),
    fail: (reason) =>
      void span.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: () => span.end(),
  };
}
