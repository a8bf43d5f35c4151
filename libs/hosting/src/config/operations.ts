import type { LoadLimits } from '../load/load.js';
import { tracesWanted } from '../telemetry/open-tracing.js';
import { integer } from './integer.js';

/** Settings for operators of the service, not for users of the API. */
export interface OperationsConfig {
  /** Where /metrics, /healthz and /readyz are served apart from the API; undefined: nowhere. 0 is any free port. */
  readonly port: number | undefined;
  readonly host: string;
  /** How long a process keeps taking requests after it began to shut down and reports that it is not ready. */
  readonly drainMs: number | undefined;
  readonly limits: LoadLimits;
  /** Whether traces are collected: OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  readonly traces: boolean;
  /** Where they go. */
  readonly collector: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws {StartupError} */
export const operations = (env: Env): OperationsConfig => ({
  port: integer(env, 'TIMBRA_OPERATOR_PORT', undefined, 0, 65_535),
  host: env.TIMBRA_OPERATOR_HOST || env.TIMBRA_HOST || '127.0.0.1',
  drainMs: integer(env, 'TIMBRA_DRAIN_MS', undefined, 0, 20_000),
  limits: {
    requests: integer(env, 'TIMBRA_MAX_REQUESTS', 2_000, 0, 1_000_000),
    loopDelayMs: integer(env, 'TIMBRA_MAX_LOOP_DELAY_MS', 1_000, 0, 60_000),
    databaseWaitMs: integer(env, 'TIMBRA_MAX_DATABASE_WAIT_MS', 3_000, 0, 60_000),
  },
  traces: tracesWanted(env),
  collector: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
});
