import type { Language, Refusal } from '#kernel';
import { dottedPath } from '#kernel';
import { errorBody } from '#http';
import { regimenesFiscales } from '#sat';
import { CUSTOMER_SHAPES, fieldId, showField, type FieldShape } from '../fields.js';
import { nameField, regimeGroups } from '../tax-info/form.js';
import { messageOf, type FieldError as TaxInfoError } from '../tax-info/errors.js';
import type { FieldView } from '../tax-info/template.js';
import { FIELDS, type FieldName, type Values } from './submission.js';
import type { AlertView } from './template.js';
import { texts } from './texts.js';
import type { UseView } from './uses.js';

/** What is wrong with a field, for people. */
export interface FieldError {
  readonly name: FieldName;
  readonly message: string;
}

const SHAPES: Readonly<Record<FieldName, FieldShape>> = {
  ...CUSTOMER_SHAPES,
  key: { required: true, wide: true, max: 20, upper: true },
  use: { required: true, wide: true },
  email: { ...CUSTOMER_SHAPES.email, wide: true },
};

export interface FieldsInput {
  readonly language: Language;
  readonly values: Values;
  readonly errors: readonly FieldError[];
  readonly uses?: readonly UseView[];
  /** Fields that may be left empty where they are required elsewhere. */
  readonly optional?: readonly FieldName[];
}

export const fieldViews = (input: FieldsInput): FieldView[] => FIELDS.map((name) => fieldView(name, input));

export function fieldView(
  name: FieldName,
  { language, values, errors, uses = [], optional = [] }: FieldsInput,
): FieldView {
  const words = texts[language];
  const { label, hint: usual = null } = words.fields[name];
  // What a chosen use is for is said at once.
  const hint = (name === 'use' && uses.find(({ selected }) => selected)?.meaning) || usual;
  const shape = SHAPES[name];
  const error = errors.find((one) => one.name === name)?.message ?? null;
  return {
    ...showField({ name, label, hint, error, value: values[name], shape }),
    required: (shape.required ?? false) && !optional.includes(name),
    optional: words.optional,
    select:
      name === 'tax_system'
        ? { empty: words.choose, groups: regimeGroups(values, language), options: [] }
        : name === 'use'
          ? { empty: words.choose, groups: [], options: uses }
          : null,
  };
}

/** A regime as people read it. */
export function regimeName(key: string, language: Language): string {
  const regime = regimenesFiscales.find(key);
  return regime ? nameField(key, language === 'es' ? regime.label : (regime.en ?? regime.label)) : key;
}

/** What is wrong, above the form: with links to the fields, or in words where no field is to blame. */
export function alertView(
  language: Language,
  errors: readonly FieldError[],
  failure: string | undefined,
): AlertView | null {
  const words = texts[language];
  if (errors.length > 0) {
    const links = errors.map(({ name, message }) => ({
      ...{ id: fieldId(name), label: words.fields[name].label, error: message },
    }));
    return { title: words.wrong, text: null, links };
  }
  return failure === undefined ? null : { title: words.notIssued, text: failure, links: [] };
}

/** The problems of a refusal that the form can show at its fields, one a field, in the fields' order. */
export function fieldErrors(refusal: Refusal, language: Language): readonly FieldError[] {
  const { code, path, message, errors } = errorBody(refusal, language);
  const problems = errors.length > 0 ? errors : [{ code, path, message }];
  return FIELDS.flatMap((name) => {
    const own = [name, `customer.${name}`].map(dottedPath);
    const problem = problems.find((one) => one.path !== undefined && own.includes(one.path));
    return problem ? [{ name, message: inWords({ ...problem, name }, language) }] : [];
  });
}

/** Words for people where the form of a customer's data has them; those of the use are its own. */
function inWords(problem: { name: FieldName; code: string; message: string }, language: Language): string {
  const { name, code, message } = problem;
  if (name === 'use')
    return code === 'required' ? messageOf({ name: 'tax_system', code, message }, language) : message;
  if (name === 'key' || (name === 'tax_id' && code === 'not_allowed')) return message;
  return messageOf({ name, code, message } satisfies TaxInfoError, language);
}

/** What a refusal says that is about no field: the first thing that is wrong. */
export const failureOf = (refusal: Refusal, language: Language): string =>
  errorBody(refusal, language).message;
