import type { FieldName } from './errors.js';
import { FIELDS, type FieldError } from './form.js';
import type { AlertView, FieldView } from './template.js';

/** The words of a page with such a form. */
export interface KeyFileWords {
  readonly fields: Readonly<Record<FieldName, { readonly label: string; readonly hint: string }>>;
  readonly wrong: string;
  readonly again: string;
}

/** What went wrong: at its fields where it has some, else as `text`. */
export const alertOf = (
  { fields, wrong: title, again }: KeyFileWords,
  errors: readonly FieldError[],
  text: string,
): AlertView => ({
  ...{ title, again, text: errors.length > 0 ? null : text },
  links: errors.map(({ name, message }) => ({ id: name, label: fields[name].label, message })),
});

/** The three fields, empty: browsers keep no files, and the password is never sent back. `beside`: the id of what describes all. */
export const fieldsOf = (
  { fields }: KeyFileWords,
  errors: readonly FieldError[],
  beside?: string,
): readonly FieldView[] =>
  FIELDS.map((name) => {
    const error = errors.find((one) => one.name === name)?.message ?? null;
    const described = [
      ...(error === null ? [] : [`${name}-error`]),
      `${name}-hint`,
      ...(beside ? [beside] : []),
    ];
    return {
      ...{ name, error, ...fields[name] },
      type: name === 'password' ? 'password' : 'file',
      described: described.join(' '),
    };
  });
