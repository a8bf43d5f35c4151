import { ok, type Result } from '#kernel';
import type { CustomerInput } from '#contracts';
import { CustomerData } from '../../customers/dto.js';
import { readable, validate } from '#http';
import { LANGUAGE_FIELD } from '../layout.js';
import { fieldsOf, type Values } from './form.js';

const readSubmission = (body: unknown) =>
  (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;

/** Whether the form was sent for the page in the other language, with nothing to be saved. */
export const switchesLanguage = (body: unknown): boolean =>
  Object.hasOwn(readSubmission(body), LANGUAGE_FIELD);

/** What was typed into the form: its own fields, and nothing else that was sent. */
export function toTypedValues(body: unknown, country: string): Values {
  const sent = readSubmission(body);
  return Object.fromEntries(
    fieldsOf(country).map((name) => {
      const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

/**
 * The changes in a submitted form, as the API takes them: what is empty is cleared, and what looks like a line
 * break or two spaces is one space. Refuses as the API does, with the same paths.
 */
export function changesOf(values: Values): Result<CustomerInput> {
  const checked = validate(CustomerData, toFields(values), 'body');
  return checked.ok ? ok(checked.value) : checked;
}

/** The fields of a submitted form that have the right form. */
export const readableChanges = (values: Values): CustomerInput =>
  readable(CustomerData, toFields(values), 'body');

function toFields(values: Values): Readonly<Record<string, unknown>> {
  const customer: Record<string, string | null> = {};
  const address: Record<string, string | null> = {};
  for (const [name, text] of Object.entries(values)) {
    const value = text.replace(/\s+/g, ' ').trim() || null;
    if (name.startsWith('address.')) address[name.slice('address.'.length)] = value;
    else customer[name] = value;
  }
  return { ...customer, address };
}
