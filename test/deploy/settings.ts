import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '#hosting/config/config';
import { ROOT } from './project.js';

/** Environments in which together every branch of the configuration is read. */
const BRANCHES: readonly Readonly<Record<string, string>>[] = [
  {},
  { TIMBRA_SMTP_URL: 'smtp://relay:25', TIMBRA_MAIL_FROM: 'a@example.com' },
  { TIMBRA_WEBHOOK_PROXY: 'http://proxy:3128' },
  { TIMBRA_INBOUND_DOMAIN: 'in.example.com', TIMBRA_INBOUND_SECRET: 's'.repeat(32) },
  { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a?tls=false' },
  {
    ...{ TIMBRA_KAFKA: 'a:9092', TIMBRA_KAFKA_SASL: 'scram-sha-256', TIMBRA_KAFKA_TLS: 'true' },
    ...{ TIMBRA_KAFKA_USER: 'u', TIMBRA_KAFKA_PASSWORD: 'p' },
  },
];

/** Other names that are read but are not our settings: OpenTelemetry documents its own. */
const OF_OTHERS = /^(PATH|HOME|NODE_OPTIONS|TIMBRA_TEST_.*|TIMBRA_MEASURE|OTEL_.*)$/;

/** Every variable that the services read: found by reading their configuration, and by the text of their sources. */
export function settings(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const env of BRANCHES)
    loadConfig(
      new Proxy(env, {
        get: (target, name: string) => {
          names.add(name);
          return target[name];
        },
      }),
    );
  for (const name of readDirectly()) names.add(name);
  return new Set([...names].filter((name) => !OF_OTHERS.test(name)).sort());
}

function* readDirectly(): Iterable<string> {
  for (const part of ['apps', 'libs'])
    for (const entry of readdirSync(join(ROOT, part), { recursive: true, withFileTypes: true })) {
      if (!/(?<!\.spec)\.ts$/.test(entry.name) || /\/(testing|test|examples)(\/|$)/.test(entry.parentPath))
        continue;
      const source = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, quoted, plain] of source.matchAll(/process\.env(?:\['(\w+)'\]|\.([A-Z]\w+))/g))
        yield (quoted ?? plain)!;
    }
}

/** Whether a deployment may set it: a setting of ours, or of OpenTelemetry's specification. */
export const isSetting = (ours: ReadonlySet<string>, name: string): boolean =>
  ours.has(name) || /^OTEL_[A-Z_]+$/.test(name);
