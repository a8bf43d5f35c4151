import type { FieldView } from './tax-info/template.js';

/** How a field of a hosted form is filled in. */
export interface FieldShape {
  readonly required?: boolean;
  readonly wide?: boolean;
  readonly max?: number;
  readonly type?: string;
  readonly inputmode?: string;
  readonly autocomplete?: string;
  readonly upper?: boolean;
}

/** Fields of a customer's data, wherever a form asks for them. Lengths are those of the API. */
export const CUSTOMER_SHAPES = {
  tax_id: { required: true, max: 40, upper: true },
  legal_name: { required: true, wide: true, max: 300, autocomplete: 'organization' },
  tax_system: { required: true, wide: true },
  'address.zip': { required: true, max: 12, inputmode: 'numeric', autocomplete: 'postal-code' },
  email: { max: 254, type: 'email', inputmode: 'email', autocomplete: 'email' },
} as const satisfies Record<string, FieldShape>;

/** What a field shows, but for what its form alone knows. */
export interface ShownField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly error: string | null;
  readonly value: string | undefined;
  readonly shape: FieldShape;
}

/** The id of a field, in the page. */
export const fieldId = (name: string): string => name.replace('.', '-');

/** A field as the template takes it, described by its error and its hint. */
export function showField({
  name,
  label,
  hint,
  error,
  value = '',
  shape,
}: ShownField): Omit<FieldView, 'optional' | 'select'> {
  const id = fieldId(name);
  const described = [...(error === null ? [] : [`${id}-error`]), ...(hint === null ? [] : [`${id}-hint`])];
  return {
    ...{ id, name, label, hint, error, value },
    described: described.join(' ') || null,
    required: shape.required ?? false,
    wide: shape.wide ?? false,
    max: shape.max ?? 255,
    type: shape.type ?? 'text',
    inputmode: shape.inputmode ?? null,
    autocomplete: shape.autocomplete ?? 'off',
    upper: shape.upper ?? false,
  };
}
