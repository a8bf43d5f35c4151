import type { ErrorCode } from '#kernel';

/** A request that works as pasted, and how the document calls it. */
export interface RequestExample {
  readonly summary: string;
  /** The JSON body; none for operations that take none. */
  readonly body?: unknown;
  /** The body of an operation that takes a file, with its media type. */
  readonly file?: { readonly type: string; readonly text: string };
  /** Values of the parameters that this request needs or shows, by name: `{ motive: '02' }`. Ids of the path are those of things that are there. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
}

/** A code that an operation refuses by; where it is about a field, the field. */
export type DocumentedRefusal = ErrorCode | { readonly code: ErrorCode; readonly path: string };

/** What the document says of an operation beside what its controller, its DTOs and its row in the table of routes say. */
export interface OperationDoc {
  /** The operationId, of which generators make the name of a method: a verb first, `createCustomer`. */
  readonly id: string;
  readonly tag: string;
  /** A few words, no full stop. */
  readonly summary: string;
  /** Markdown: what it does, what it needs, what comes back, what to mind. */
  readonly description: string;
  /** By name; the first is what viewers show. None: the request is its path alone. */
  readonly examples?: Readonly<Record<string, RequestExample>>;
  /** Besides what every operation of its kind may answer (`refusals.ts`). */
  readonly refusals: readonly DocumentedRefusal[];
}

/** What was answered to an example when it was last recorded. */
export interface RecordedAnswer {
  readonly status: number;
  /** Absent where the answer is no JSON. */
  readonly body?: unknown;
}

export interface TagDoc {
  readonly name: string;
  readonly description: string;
}

/** Words for what the document repeats. */
export interface Vocabulary {
  /** Descriptions of properties and parameters by their name, for those that say nothing themselves. */
  readonly names: Readonly<Record<string, string>>;
  /** What the values of enumerations mean: each enumeration has all of its values in one entry of these, the first that has them. */
  readonly values: readonly Readonly<Record<string, string>>[];
  /** Enumerations by `Schema.property` or `name of the parameter`, where the same values mean something else. */
  readonly valuesOf: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What texts may be that are keys of a catalogue, by the name of their field: told, and no enumeration. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What people write of an API, beside what the document takes from the code. */
export interface ApiDocs {
  readonly description: string;
  /** In the order that people need them. */
  readonly tags: readonly TagDoc[];
  /** By route, as its row in the table is called: `POST /v2/customers`. */
  readonly operations: Readonly<Record<string, OperationDoc>>;
  readonly vocabulary: Vocabulary;
  /** Schemas that are made of tables: they take the place of the classes of their names. */
  readonly schemas?: Readonly<Record<string, object>>;
  /** Answers to the examples of an operation by the names of those, `default` where it has none. */
  readonly answers: (operationId: string) => Readonly<Record<string, RecordedAnswer>>;
}

/** Of an application whose documents nobody reads: a spec's. */
export const NO_DOCS: ApiDocs = {
  description: 'Mexican electronic invoicing (CFDI 4.0).',
  tags: [],
  operations: {},
  vocabulary: { names: {}, values: [], valuesOf: {}, keys: {} },
  answers: () => ({}),
};
