import type { Logger } from '../logging/logger.js';
import type { Tracing } from './tracing.js';
import { VERSION } from './version.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the environment names a collector for traces, by the variables of OpenTelemetry's specification. */
export const tracesWanted = (env: Env): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none';

/** Opens tracing where it is wanted; elsewhere nothing of it is even loaded. */
export async function openTracing(
  wanted: boolean,
  { service, instance, log }: { readonly service: string; readonly instance: string; readonly log: Logger },
): Promise<Tracing | undefined> {
  if (!wanted) return undefined;
  const { otlpTracing } = await import('./otel.js');
  const name = process.env['OTEL_SERVICE_NAME'] || `timbra-${service}`;
  return otlpTracing({ service: name, version: VERSION, instance }, log);
}
