import { expect } from '@jest/globals';
import type { Json } from '../support/app.js';

/** What earlier steps have made with a client, by name. */
export type Made = Record<string, Json>;

/** One method of the SDK, doing what it is for. */
export interface Step {
  readonly method: string;
  /**
   * The operation of the OpenAPI document that it must reach, whatever its parameters are called; several where old
   * versions ask in another way; null where the SDK asks nobody.
   */
  readonly operation: string | readonly string[] | null;
  /** Whose key: the organization's Test key unless said otherwise; a user owns it, a colleague is invited to it. */
  readonly by?: 'user' | 'colleague';
  readonly call: (client: Json, made: Made) => Promise<unknown>;
  /** What must hold of its answer: an object, or the bytes of a file. */
  readonly check?: (answer: Json, made: Made) => void;
}

export const isPdf = (bytes: Buffer) => expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
export const isZip = (bytes: Buffer) => expect(bytes.subarray(0, 2).toString()).toBe('PK');
export const isXml = (bytes: Buffer) => expect(bytes.toString().trimStart().startsWith('<')).toBe(true);
export const isOk = (answer: Json) => expect(answer).toEqual({ ok: true });
export const finds = (name: string) => (answer: Json, made: Made) =>
  expect(answer.data.map(({ id }: Json) => id)).toContain(made[name].id);
export const hasKeys = (answer: Json) =>
  expect(answer.data[0]).toMatchObject({ key: expect.any(String), description: expect.any(String) });

export const isUrl = (type: string) => (answer: Json) => {
  expect(answer).toMatchObject({ content_type: type, filename: expect.any(String) });
  expect(Date.parse(answer.expires_at)).toBeGreaterThan(Date.now());
};

/** Remembers what a call gave under a name, for the steps after it. */
export const as =
  (name: string, call: Step['call']): Step['call'] =>
  async (client, made) =>
    (made[name] = await call(client, made));
