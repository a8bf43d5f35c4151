import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of others' shapes, looked into by path
export type Doc = any;

/** A file of the project, as text. */
export const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Of YAML 1.1 the merge keys (`<<`), which compose files use. */
const schema = CORE_SCHEMA.withTags(mergeTag);

export const yaml = (source: string): Doc => load(source, { schema });
export const yamls = (source: string): Doc[] => loadAll(source, { schema }).filter(Boolean);

/** The apps that are processes of their own in the distributed topology. */
export const SERVICES: readonly string[] = readdirSync(join(ROOT, 'apps'))
  .filter((name) => name !== 'standalone' && existsSync(join(ROOT, 'apps', name, 'src/main.ts')))
  .sort();

/** Seconds that a process may take from SIGTERM to its end, as the code has it. */
export function drainSeconds(): number {
  const bounds = [
    ...text('libs/hosting/src/runtime/run-service.ts').matchAll(/const STOP_MS = ([\d_]+)/g),
    ...text('apps/standalone/src/main.ts').matchAll(/const SHUTDOWN_MS = ([\d_]+)/g),
  ].map(([, ms]) => Number(ms?.replaceAll('_', '')) / 1000);
  if (bounds.length !== 2) throw new Error('The deadlines of SIGTERM are not where they were.');
  return Math.max(...bounds);
}

/** What processes answer for orchestrators and monitoring on TIMBRA_OPERATOR_PORT. */
export function operatorPaths(): ReadonlySet<string> {
  const cases = text('libs/hosting/src/runtime/operator-port.ts').matchAll(/case '(\/\w+)':/g);
  return new Set([...cases].map(([, path = '']) => path));
}

/** A file of NAME=value lines; with `commented`, those too that are commented out. */
export function envFile(source: string, commented = false): Record<string, string> {
  const line = commented ? /^#?([A-Z][A-Z0-9_]*)=(.*)$/gm : /^([A-Z][A-Z0-9_]*)=(.*)$/gm;
  return Object.fromEntries([...source.matchAll(line)].map(([, name = '', value = '']) => [name, value]));
}
