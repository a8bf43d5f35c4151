import type { Language } from '#kernel';
import type { CustomerDoc } from '#contracts';
import { parseRfc, regimenesFiscales, usosCfdi, type PersonType } from '#sat';
import { CUSTOMER_SHAPES, fieldId, showField, type FieldShape } from '../fields.js';
import { countryName } from './countries.js';
import { messageOf, type FieldError } from './errors.js';
import type { FieldView, FormView, OptionGroupView, OptionView, SectionView } from './template.js';
import { texts, type FieldName } from './texts.js';

/** The values of the fields, by name. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

export interface FormInput {
  readonly language: Language;
  readonly organization: string;
  /** When the link expires, for people. */
  readonly until: string;
  readonly action: string;
  readonly country: string;
  readonly values: Values;
  readonly errors: readonly FieldError[];
  /** What is wrong with no field in particular. */
  readonly failure?: string | undefined;
}

/** How each field is filled in. Lengths are those of the API. */
const SHAPES: Readonly<Record<FieldName, FieldShape>> = {
  ...CUSTOMER_SHAPES,
  default_invoice_use: { wide: true },
  phone: { max: 60, type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  'address.street': { wide: true, autocomplete: 'address-line1' },
  'address.exterior': {},
  'address.interior': {},
  'address.neighborhood': { autocomplete: 'address-level3' },
  'address.city': { autocomplete: 'address-level2' },
  'address.municipality': {},
  'address.state': { autocomplete: 'address-level1' },
};
const ABROAD: Readonly<Partial<Record<FieldName, FieldShape>>> = {
  tax_id: { wide: true, max: 40, upper: true },
  legal_name: CUSTOMER_SHAPES.legal_name,
  'address.zip': { max: 12, autocomplete: 'postal-code' },
};

const ADDRESS: readonly FieldName[] = [
  'address.street',
  'address.exterior',
  'address.interior',
  'address.neighborhood',
  'address.municipality',
  'address.city',
  'address.state',
];
const NATIONAL_FIELDS: readonly FieldName[] = [
  'tax_id',
  'address.zip',
  'legal_name',
  'tax_system',
  'default_invoice_use',
];
const ABROAD_FIELDS: readonly FieldName[] = ['legal_name', 'tax_id'];
const ABROAD_ADDRESS: readonly FieldName[] = [...ADDRESS, 'address.zip'];
const CONTACT: readonly FieldName[] = ['email', 'phone'];

const sectionsOf = (country: string) =>
  country === 'MEX'
    ? { fiscal: NATIONAL_FIELDS, address: ADDRESS }
    : { fiscal: ABROAD_FIELDS, address: ABROAD_ADDRESS };

/** The fields of a customer's form: abroad there is no regime, and only one use. */
export const fieldsOf = (country: string): readonly FieldName[] => {
  const { fiscal, address } = sectionsOf(country);
  return [...fiscal, ...CONTACT, ...address];
};

/** What is known of a customer, as the form shows it. */
export function valuesOf(customer: CustomerDoc): Values {
  const { address } = customer;
  const known = (name: FieldName): string | null =>
    name.startsWith('address.')
      ? address[name.slice('address.'.length) as keyof typeof address]
      : customer[name as Exclude<FieldName, `address.${string}`>];
  return Object.fromEntries(fieldsOf(address.country).map((name) => [name, known(name) ?? '']));
}

export function formView(input: FormInput): FormView {
  const { language, organization, until, action, country, errors, failure } = input;
  const words = texts[language];
  const field = (name: FieldName) => fieldView(name, input);
  const section = (title: string, names: readonly FieldName[], folded = false): SectionView => {
    const fields = names.map(field);
    return { title, folded, open: fields.some(({ error }) => error !== null), fields };
  };
  const links = errors.map((error) => ({
    id: fieldId(error.name),
    label: labelOf(error.name, country, language).label,
    error: messageOf(error, language),
  }));
  const { fiscal, address } = sectionsOf(country);
  return {
    title: words.title,
    lead: words.lead(organization),
    until: words.until(until),
    country: country === 'MEX' ? null : words.country(countryName(country, language), country),
    action,
    sections: [
      section(words.fiscal, fiscal),
      section(words.contact, CONTACT),
      section(`${words.address} ${words.optional}`, address, true),
    ],
    save: words.save,
    saving: words.saving,
    once: words.once,
    alert:
      links.length > 0
        ? { title: words.wrong, text: null, links }
        : failure === undefined
          ? null
          : { title: words.notSaved, text: failure, links: [] },
  };
}

const labelOf = (name: FieldName, country: string, language: Language) =>
  (country === 'MEX' ? undefined : texts[language].abroad[name]) ?? texts[language].fields[name];

function fieldView(name: FieldName, { language, country, values, errors }: FormInput): FieldView {
  const words = texts[language];
  const { label, hint = null } = labelOf(name, country, language);
  const shape = (country === 'MEX' ? undefined : ABROAD[name]) ?? SHAPES[name];
  const wrong = errors.find((error) => error.name === name);
  const error = wrong ? messageOf(wrong, language) : null;
  return {
    ...showField({ name, label, hint, error, value: values[name], shape }),
    // The whole address is, and its title says so.
    optional: name.startsWith('address.') ? '' : words.optional,
    select: selectOf(name, values, language),
  };
}

function selectOf(name: FieldName, values: Values, language: Language): FieldView['select'] {
  const words = texts[language];
  if (name === 'tax_system')
    return { empty: words.choose, groups: regimeGroups(values, language), options: [] };
  if (name !== 'default_invoice_use') return null;
  return { empty: words.noUse, groups: [], options: useOptions(values, language) };
}

export const nameField = (key: string, label: string): string =>
  `${key} · ${label.charAt(0).toUpperCase()}${label.slice(1)}`;

/**
 * The regimes of each kind of person, all that the API takes: those of before CFDI 4.0 too, since a customer that has
 * one would have to choose a wrong one. An option that both may have is in both lists, and is selected in the one
 * of the RFC.
 */
export function regimeGroups(
  { tax_id = '', tax_system }: Pick<Values, 'tax_id' | 'tax_system'>,
  language: Language,
): OptionGroupView[] {
  const person = parseRfc(tax_id)?.person;
  let chosen = false;
  return (['fisica', 'moral'] as const satisfies readonly PersonType[]).map((group) => ({
    person: group,
    label: texts[language][group],
    options: regimenesFiscales.entries
      .filter(({ personas }) => personas.includes(group))
      .map(({ key, label, en }): OptionView => {
        const selected = !chosen && key === tax_system && (person === undefined || person === group);
        chosen ||= selected;
        return {
          value: key,
          label: nameField(key, language === 'es' ? label : (en ?? label)),
          selected,
          fisica: '',
          moral: '',
        };
      }),
  }));
}

/** Uses of invoices for what is sold: those of payments and of payroll are given by their documents. */
function useOptions({ default_invoice_use }: Values, language: Language): OptionView[] {
  return usosCfdi.entries
    .filter(({ key }) => key !== 'CP01' && key !== 'CN01')
    .map(({ key, label, en, personas, regimenes }) => {
      const open = (person: PersonType) => (personas.includes(person) ? regimenes.join(' ') : '');
      return {
        value: key,
        label: nameField(key, language === 'es' ? label : (en ?? label)),
        selected: key === default_invoice_use,
        fisica: open('fisica'),
        moral: open('moral'),
      };
    });
}
