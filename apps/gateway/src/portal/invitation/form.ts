import { field, ok, refuseFields, tidyName, type Result } from '#kernel';
import { LANGUAGE_FIELD } from '../layout.js';

/** Longest name of a person. */
export const MAX_NAME = 120;

/** What was sent from the page. */
export interface Submission {
  /** Only another language was asked for. */
  readonly switchesLanguage: boolean;
  /** Undefined: neither, as when the form was not sent from the page. */
  readonly answer: 'accept' | 'decline' | undefined;
  readonly fullName: string;
}

/** Reads the form; fields of other names are passed over. */
export function readSubmission(body: unknown): Submission {
  const sent = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const text = (name: string): string => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const answer = text('answer');
  return {
    switchesLanguage: Object.hasOwn(sent, LANGUAGE_FIELD),
    answer: answer === 'accept' || answer === 'decline' ? answer : undefined,
    fullName: text('full_name'),
  };
}

/** The name of a person as it is kept: on one line, without what steers how text is shown. */
export function nameOf(typed: string): Result<string> {
  const name = tidyName(typed);
  if (!/[\p{L}\p{N}]/u.test(name)) return refuseFields([field('full_name', 'required')]);
  if (name.length > MAX_NAME)
    return refuseFields([field('full_name', 'invalid_length', { params: { min: 1, max: MAX_NAME } })]);
  return ok(name);
}
