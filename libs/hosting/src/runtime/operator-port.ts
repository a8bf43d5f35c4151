import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { processMetrics } from '../metrics/process-metrics.js';
import { alive, readiness } from './health.js';
import type { Runtime } from './runtime.js';

/** A port for orchestrators and monitoring, apart from the API. */
export interface OperatorPort {
  /** `http://127.0.0.1:9464` */
  readonly url: string;
  close(): void;
}

/**
 * Serves /healthz, /readyz and /metrics. Nothing there is a secret or a tenant's, but how much business is done is
 * and for no one else: keep the port within the cluster.
 */
export async function serveOperatorPort(
  runtime: Runtime,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<OperatorPort> {
  // From now on: the event loop's delay is measured between two looks.
  processMetrics();
  const server = createServer((request, response) => {
    void answer(runtime, request.url?.split('?', 1)[0] ?? '', response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await listening(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${taken}`,
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

async function answer(runtime: Runtime, path: string, response: ServerResponse): Promise<void> {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (path) {
    case '/healthz': {
      const ok = alive(runtime);
      return void json(ok ? 200 : 503, { ok });
    }
    case '/readyz': {
      const state = await readiness(runtime).catch(() => ({ ready: false }));
      return void json(state.ready ? 200 : 503, state);
    }
    case '/metrics': {
      const text = await runtime.telemetry.metrics.text();
      return void response
        .writeHead(200, { 'content-type': runtime.telemetry.metrics.contentType })
        .end(text);
    }
    default:
      return void json(404, { ok: false });
  }
}

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
