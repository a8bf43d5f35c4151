import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { processMetrics } from '../metrics/process-metrics.js';
import { healthOf, type Health } from './health.js';
import type { Runtime } from './runtime.js';

/** A port for orchestrators and monitoring, apart from the API. */
export interface OperatorPort {
  /** `http://127.0.0.1:9464` */
  readonly url: string;
  close(): void;
}

/** Those who ask here send a line or two, and at once: nobody keeps a connection that others need. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 20_000,
  // How often Node looks for those that took too long.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};
const MOST_CONNECTIONS = 100;

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
  const health = healthOf(runtime);
  const server = createServer(LIMITS, (request, response) => {
    void answer({ runtime, health }, request.url?.split('?', 1)[0] ?? '', response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await listening(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  runtime.places.noteListening(taken);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${taken}`,
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

interface Shown {
  readonly runtime: Pick<Runtime, 'telemetry'>;
  readonly health: Health;
}

async function answer({ runtime, health }: Shown, path: string, response: ServerResponse): Promise<void> {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (path) {
    case '/healthz': {
      const ok = health.alive();
      return void json(ok ? 200 : 503, { ok });
    }
    case '/readyz': {
      const state = await health.readiness().catch(() => ({ ready: false }));
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
