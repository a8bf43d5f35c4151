import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { currentTraceparent, withTraceparent } from '#bus';
import { createLogger } from '../logging/logger.js';
import { openTracing, tracesWanted } from './open-tracing.js';
import { otelTracing } from './otel.js';
import { inSpan } from './tracing.js';

const sender = { service: 'timbra-test', version: '1', instance: 'one' };
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';

describe('tracing', () => {
  afterEach(() => {
    delete process.env[ENDPOINT];
  });

  it('is off unless a collector is named', async () => {
    expect(tracesWanted({})).toBe(false);
    expect(tracesWanted({ [ENDPOINT]: 'http://collector:4318' })).toBe(true);
    expect(tracesWanted({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).toBe(
      true,
    );
    expect(tracesWanted({ [ENDPOINT]: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' })).toBe(false);
    const log = createLogger({ level: 'silent' });
    expect(await openTracing(false, { service: 'x', instance: 'one', log })).toBeUndefined();
  });

  it('off, is the work itself', async () => {
    const start = { name: 'work', kind: 'internal' } as const;
    expect(await inSpan(undefined, start, async (span) => [span, currentTraceparent()])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('makes spans below the one that came along, and hands on its own', async () => {
    const exporter = new InMemorySpanExporter();
    const tracing = otelTracing(sender, new SimpleSpanProcessor(exporter));
    const inbound = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const handedOn = await withTraceparent(inbound, () =>
      inSpan(tracing, { name: 'outer', kind: 'server' }, () =>
        inSpan(tracing, { name: 'inner', kind: 'client' }, async () => currentTraceparent()),
      ),
    );
    const [inner, outer] = exporter.getFinishedSpans();
    expect([inner?.name, outer?.name]).toEqual(['inner', 'outer']);
    expect(outer?.parentSpanContext?.spanId).toBe('b'.repeat(16));
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(handedOn).toBe(`00-${'a'.repeat(32)}-${inner?.spanContext().spanId}-01`);
    await tracing.stop();
  });

  it('marks what failed by the name of its error, without the message', async () => {
    const exporter = new InMemorySpanExporter();
    const tracing = otelTracing(sender, new SimpleSpanProcessor(exporter));
    const failing = inSpan(tracing, { name: 'work', kind: 'internal' }, async () => {
      throw new RangeError('key sk_test_x');
    });
    await expect(failing).rejects.toThrow(RangeError);
    const [span] = exporter.getFinishedSpans();
    expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'RangeError' } });
    expect(JSON.stringify(span?.events)).not.toContain('sk_test');
  });

  it('samples as the caller did', async () => {
    const exporter = new InMemorySpanExporter();
    const tracing = otelTracing(sender, new SimpleSpanProcessor(exporter));
    const unsampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const span = tracing.begin({ name: 'work', kind: 'server' }, unsampled);
    expect(span.traceparent).toMatch(/^00-a{32}-[\da-f]{16}-00$/);
    span.end();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  describe('sent by OTLP', () => {
    let server: Server;
    const bodies: string[] = [];
    const listen = async (status: number): Promise<void> => {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          bodies.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
          response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      process.env[ENDPOINT] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    afterEach(() => {
      server.closeAllConnections();
      server.close();
      bodies.length = 0;
    });

    it('arrives at the collector with the service’s name, at the latest when the process stops', async () => {
      await listen(200);
      const log = createLogger({ level: 'silent' });
      const tracing = await openTracing(true, { service: 'stamping', instance: 'one', log });
      await inSpan(tracing, { name: 'pac stamp', kind: 'client' }, async () => undefined);
      await tracing?.stop();
      expect(bodies.join()).toContain('POST /v1/traces');
      for (const part of ['pac stamp', 'timbra-stamping', 'service.version'])
        expect(bodies.join()).toContain(part);
    });

    it('logs that a collector accepts nothing, and disturbs no request', async () => {
      await listen(400);
      const lines: string[] = [];
      const log = createLogger({ level: 'warn', to: { write: (line) => void lines.push(line) } });
      const tracing = await openTracing(true, { service: 'stamping', instance: 'one', log });
      expect(await inSpan(tracing, { name: 'work', kind: 'internal' }, async () => 'done')).toBe('done');
      await tracing?.stop();
      expect(lines.join()).toContain('spans could not be sent to the collector');
    });
  });
});
