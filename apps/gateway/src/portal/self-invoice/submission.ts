import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import type { CustomerInput, OrganizationDoc } from '#contracts';
import { readable, validate } from '#http';
import { parseRfc } from '#sat';
import { CustomerData } from '../../customers/dto.js';
import { LANGUAGE_FIELD } from '../layout.js';
import { usesOf } from './uses.js';
import { writeKey } from './receipts.js';

/** Fields of the form, in its order, by their paths in the API. */
export const FIELDS = ['tax_id', 'address.zip', 'legal_name', 'tax_system', 'use', 'email'] as const;
export type FieldName = (typeof FIELDS)[number] | 'key';
export type Values = Readonly<Partial<Record<FieldName, string>>>;

/** The most receipts that the portal puts into one invoice. */
export const MOST_RECEIPTS = 30;

/** What a form asks for; `show` changes nothing, as a switch of the language. */
export type Step = 'show' | 'add' | 'remove' | 'preview' | 'edit' | 'issue' | 'mail';

/** A form as it was sent. */
export interface Submission {
  readonly step: Step;
  /** The page that it was sent from. */
  readonly from: 'form' | 'preview';
  readonly values: Values;
  /** Keys of the receipts beside that of the page. */
  readonly keys: readonly string[];
  /** The key that is taken away. */
  readonly removed: string;
  /** Names the invoice that the preview is to become. */
  readonly attempt: string;
}

const STEPS: ReadonlySet<string> = new Set(['add', 'edit', 'issue', 'mail', 'preview']);
const isStep = (text: string): text is Step => STEPS.has(text);

/** Reads a form: its own fields, and nothing else that was sent. */
export function readSubmission(body: unknown): Submission {
  const sent = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const text = (name: string): string => {
    const value: unknown = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  const values = Object.fromEntries([...FIELDS, 'key' as const].map((name) => [name, text(name)]));
  const step = text('step');
  const [verb, removed = ''] = step.split(':', 2);
  return {
    step: sent.has(LANGUAGE_FIELD) ? 'show' : stepOf(verb === 'remove' ? 'remove' : step, text('key')),
    from: text('from') === 'preview' ? 'preview' : 'form',
    ...{ values, removed: writeKey(removed), attempt: text('attempt') },
    keys: [...new Set(text('keys').split(' ').filter(Boolean).map(writeKey))].slice(0, MOST_RECEIPTS - 1),
  };
}

/** The enter key sends no button: in the field of a key it adds that, elsewhere it asks for the preview. */
const stepOf = (step: string, key: string): Step => {
  if (step === 'remove') return step;
  if (isStep(step)) return step === 'preview' && key.trim() !== '' ? 'add' : step;
  return key.trim() === '' ? 'preview' : 'add';
};

/** What an invoice of the portal needs of its customer. */
export interface Receiver {
  readonly customer: CustomerInput;
  readonly use: string;
}

const tidy = (text = ''): string | null => text.replace(/\s+/g, ' ').trim() || null;

const toCustomer = (values: Values) => ({
  tax_id:
    tidy(values.tax_id)
      ?.replace(/[\s.-]/g, '')
      .toUpperCase() ?? null,
  legal_name: tidy(values.legal_name),
  tax_system: tidy(values.tax_system),
  email: tidy(values.email),
  address: { zip: tidy(values['address.zip']), country: 'MEX' },
});

const GENERIC = {
  es: 'Escriba su propio RFC: con el RFC genérico no se factura aquí.',
  en: 'Enter your own RFC: the generic one cannot be used here.',
};
const NOT_OFFERED = {
  es: 'Este negocio no ofrece ese uso, o su régimen fiscal no lo permite: elija otro.',
  en: 'This business does not offer that use, or your tax regime does not allow it: choose another.',
};

/** The receiver that was typed, as far as the form can tell without asking the register. Paths are those of {@link FIELDS}. */
export function receiverOf(values: Values, organization: OrganizationDoc): Result<Receiver> {
  const typed = toCustomer(values);
  const checked = validate(CustomerData, typed, 'body');
  const problems: Detail[] = checked.ok ? [] : [...(checked.refusal.details ?? [])];
  for (const name of ['tax_id', 'legal_name', 'tax_system', 'address.zip'] as const)
    if (tidy(values[name]) === null) problems.push(field(name, 'required'));
  if (parseRfc(typed.tax_id ?? '')?.generic)
    problems.push(field('tax_id', 'not_allowed', { message: GENERIC }));
  const use = tidy(values.use) ?? '';
  const chooser = { tax_id: typed.tax_id ?? '', tax_system: typed.tax_system ?? '' };
  if (use === '') problems.push(field('use', 'required'));
  else if (!usesOf(organization, chooser).includes(use))
    problems.push(field('use', 'invalid_value', { message: NOT_OFFERED }));
  if (problems.length > 0) return refuseFields(problems);
  return ok({ customer: checked.ok ? checked.value : typed, use });
}

/** The fields that have the right form: what the register says of them is told beside what is wrong with the others. */
export const readableCustomer = (values: Values): CustomerInput => ({
  ...readable(CustomerData, toCustomer(values), 'body'),
  address: { zip: tidy(values['address.zip']), country: 'MEX' },
});
