import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import {
  createFormatter,
  createParser,
  DEFAULT_CONFIG,
  SchemaGenerator,
  type CompletedConfig,
} from 'ts-json-schema-generator';
import { schemaIdOf } from '#contracts';

/** JSON Schema, draft 7, as far as it is used here. */
export interface Schema {
  readonly $id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

type Program = Parameters<typeof createParser>[0];
interface Compiler {
  readonly sys: { readonly readFile: (path: string) => string | undefined };
  readonly readConfigFile: (
    path: string,
    readFile: (path: string) => string | undefined,
  ) => { readonly config?: unknown };
  readonly convertCompilerOptionsFromJson: (json: unknown, folder: string) => { readonly options: object };
  readonly createProgram: (files: readonly string[], options: object) => Program;
}
const own = createRequire(import.meta.url).resolve('ts-json-schema-generator');
/** The compiler that the generator works with, which need not be the project's. */
const ts = createRequire(own)('typescript') as Compiler;

const ROOT = resolve(import.meta.dirname, '../..');
const DRAFT = 'http://json-schema.org/draft-07/schema#';
const LOCAL = '#/definitions/';

/** The JSON Schema of a type of ours and of what it is made of. Objects are open: readers pass over what they don't know. */
export function schemaOf(file: string, type: string): Schema {
  const path = resolve(ROOT, file);
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { compilerOptions } = config as { readonly compilerOptions: unknown };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, ROOT);
  // The generator's own program forgets the folder of the output, and with it what #kernel and the others stand for.
  const program = ts.createProgram([path], { ...options, noEmit: true, incremental: false, types: [] });
  const how: CompletedConfig = {
    ...{ ...DEFAULT_CONFIG, path, type, expose: 'export', jsDoc: 'extended' },
    ...{ additionalProperties: true, skipTypeCheck: true, encodeRefs: false },
  };
  const generator = new SchemaGenerator(program, createParser(program, how), createFormatter(how), how);
  return generator.createSchema(type) as Schema;
}

/** The schema of each domain event, by its type, as the services write it today. */
export function domainSchemas(): Readonly<Record<string, Schema>> {
  const { definitions = {} } = schemaOf('test/events/domain-events.ts', 'DomainEvents');
  const plain = Object.entries(definitions).filter(([name]) => !name.startsWith('DomainEvent'));
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, schema]) => {
      const type = /^DomainEvent<"(\w+)"/.exec(name)?.[1];
      return type === undefined
        ? []
        : [[type, { ...schema, definitions: Object.fromEntries(plain) }] as const];
    }),
  );
}

/** The schema of each public event, by its name: `invoice.stamped.v1`. */
export function publicSchemas(): Readonly<Record<string, Schema>> {
  const { definitions = {} } = schemaOf('libs/contracts/src/public/events.ts', 'PublicEvents');
  const events = definitions['PublicEvents']?.properties ?? {};
  return Object.fromEntries(
    Object.entries(events).map(([name, event]) => [name, standalone(name, event, definitions)]),
  );
}

/** A self-contained schema: with the definitions that it uses, and no others. */
function standalone(name: string, event: Schema, all: NonNullable<Schema['definitions']>): Schema {
  const body = inPlace(event, all);
  const used = new Map<string, Schema>();
  collect(body, all, used);
  const definitions = Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { $schema: DRAFT, $id: schemaIdOf(name), title: name, ...body, definitions };
}

/** In draft 7, nothing counts beside a reference: what the schema is itself stands in it. */
function inPlace({ $ref, ...own }: Schema, all: NonNullable<Schema['definitions']>): Schema {
  return $ref === undefined ? own : { ...inPlace(definitionOf(all, $ref), all), ...own };
}

function collect(schema: Schema, all: NonNullable<Schema['definitions']>, used: Map<string, Schema>): void {
  for (const $ref of refsOf(schema)) {
    const name = $ref.slice(LOCAL.length);
    if (used.has(name)) continue;
    const definition = definitionOf(all, $ref);
    used.set(name, definition);
    collect(definition, all, used);
  }
}

/** All that a document refers to. */
export const refsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === '$ref' && typeof inner === 'string' ? [inner] : refsOf(inner),
      );

export function definitionOf(all: NonNullable<Schema['definitions']>, $ref: string): Schema {
  const found = $ref.startsWith(LOCAL) ? all[$ref.slice(LOCAL.length)] : undefined;
  if (!found) throw new Error(`there is no ${$ref}`);
  return found;
}
