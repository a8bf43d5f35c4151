import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asyncApiOf } from './asyncapi.js';
import type { Example } from './examples.js';
import { put } from './golden.js';
import { publicSchemas, type Schema } from './schemas.js';

/** docs/events: what readers of the public events are given. */

const FOLDER = resolve(import.meta.dirname, '../../docs/events');
const SCHEMAS = join(FOLDER, 'schemas');
const ASYNCAPI = join(FOLDER, 'asyncapi.json');
/** A real event of each name, as a story has recorded it. */
const EXAMPLES = join(FOLDER, 'examples.json');
/** The schemas as they were released: what readers count on. */
const BASELINE = join(FOLDER, 'released.json');

export type Schemas = Readonly<Record<string, Schema>>;
export type Examples = Readonly<Record<string, Example>>;

export interface EventDocs {
  readonly schemas: Schemas;
  readonly asyncApi: unknown;
}

const read = async <T>(file: string, otherwise: T): Promise<T> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? otherwise : (JSON.parse(text) as T);
};

/** As the types say. */
export async function generated(): Promise<EventDocs> {
  const schemas = publicSchemas();
  return { schemas, asyncApi: asyncApiOf(schemas, await examples()) };
}

/** As committed. */
export async function committed(): Promise<EventDocs> {
  const files = await readdir(SCHEMAS).catch(() => []);
  const schemas = await Promise.all(
    files.map(
      async (file) => [file.replace(/\.json$/, ''), await read<Schema>(join(SCHEMAS, file), {})] as const,
    ),
  );
  return { schemas: Object.fromEntries(schemas), asyncApi: await read(ASYNCAPI, {}) };
}

export const examples = (): Promise<Examples> => read(EXAMPLES, {});
export const released = (): Promise<Schemas> => read(BASELINE, {});

export async function write({ schemas, asyncApi }: EventDocs): Promise<void> {
  await rm(SCHEMAS, { recursive: true, force: true });
  await mkdir(SCHEMAS, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) await put(join(SCHEMAS, `${name}.json`), schema);
  await put(ASYNCAPI, asyncApi);
}

export const release = (schemas: Schemas): Promise<void> => put(BASELINE, schemas);
export const keep = (recorded: Examples): Promise<void> => put(EXAMPLES, recorded);
