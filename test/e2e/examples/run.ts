import type { OperationDoc } from '#http';
import { operations } from '#apps/gateway/src/api-docs/operations';
import type { Answer, Json, TestApp } from '../../support/app.js';

/** Where a request of the document goes: values of the path, and what stands in its place where it needs more. */
export interface Place {
  /** Values of the path and of the query; they come before those of the example. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Another key than the demo organization's or user's. */
  readonly key?: string | null;
  /** A form, or what the body must name that only this installation has. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another service than the run's, such as one whose PACs are doubles. */
  readonly app?: TestApp;
}

/** What must be there before an example is sent, by operationId: it makes it, and says where it is. */
export type Stages = Readonly<Record<string, (run: ExampleRun, example: string) => Promise<Place>>>;

export interface Described {
  /** `POST /v2/customers/:customer_id`. */
  readonly route: string;
  readonly doc: OperationDoc;
}

export const described: readonly Described[] = Object.entries(operations).map(([route, doc]) => ({
  route,
  doc,
}));

/** Of an operation without examples: its path alone. */
export const PLAIN = 'default';
export const examplesOf = ({ examples = {} }: OperationDoc): readonly string[] =>
  Object.keys(examples).length === 0 ? [PLAIN] : Object.keys(examples);

/** Sends the examples of the document, each where its stage says. */
export class ExampleRun {
  private readonly closing: (() => Promise<void>)[] = [];

  constructor(
    readonly app: TestApp,
    private readonly stages: Stages,
  ) {}

  /** What a stage has started is closed with the run. */
  closes(close: () => Promise<void>): void {
    this.closing.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
    await this.app.close();
  }

  /** Sends an example of an operation, its first by default, after its stage. */
  async send(operationId: string, example?: string): Promise<Answer> {
    const found = described.find(({ doc }) => doc.id === operationId);
    if (!found) throw new Error(`the document has no ${operationId}`);
    const { route, doc } = found;
    const name = example ?? examplesOf(doc)[0] ?? PLAIN;
    const place = (await this.stages[operationId]?.(this, name)) ?? {};
    const shown = doc.examples?.[name];
    const [method = '', template = ''] = route.split(' ');
    const values = new Map(Object.entries({ ...shown?.parameters, ...place.parameters }));
    const path = template.replace(/:(\w+)/g, (_, parameter: string) => {
      const value = values.get(parameter);
      if (value === undefined) throw new Error(`${operationId}: ${parameter} has no value`);
      values.delete(parameter);
      return encodeURIComponent(String(value));
    });
    const query = new URLSearchParams(
      [...values].map(([parameter, value]): [string, string] => [parameter, String(value)]),
    );
    const key = place.key === undefined ? this.keyOf(route) : place.key;
    const address = `${path}${values.size > 0 ? `?${query.toString()}` : ''}`;
    const file = shown?.file;
    const body = place.body ?? shown?.body ?? (file && Buffer.from(file.text));
    const headers = place.headers ?? (file && { 'content-type': file.type });
    // Outside of /v2 there is what orchestrators ask.
    const below = address.startsWith('/v2') ? address.slice(3) : `/..${address}`;
    return (place.app ?? this.app).api(method, below, body, {
      key,
      language: 'en',
      ...(headers && { headers }),
    });
  }

  /** The body of the answer to an example, which must be a success. */
  async make(operationId: string, example?: string): Promise<Json> {
    const { status, body } = await this.send(operationId, example);
    if (status >= 300) throw new Error(`${operationId}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** The demo user's key where an operation is for users alone. */
  private keyOf(route: string): string {
    const { demo } = this.app;
    return /^\w+ \/v2\/(organizations|users)\b/.test(route) && !/\/organizations\/me$/.test(route)
      ? demo.user_key
      : demo.test_key;
  }
}
