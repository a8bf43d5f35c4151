import { EMAIL, MAX_EMAIL, type Bilingual, type Choice, type MessageParams } from '#kernel';

/** A class whose fields carry rules; its instances are never made, its type is that of the validated value. */
export type Dto<T = unknown> = abstract new () => T;
export type DtoRef = () => Dto;

/** What an invalid format should have been, for the message: neutral text or both languages. */
export type Expected = string | Bilingual;

/** What a message says to somebody who sent a wrong value: `suggestion`, `values`. */
export type Hint = (value: string) => MessageParams;

export interface TextRule {
  readonly kind: 'text';
  /** Code points. */
  readonly min: number;
  readonly max: number;
  readonly pattern?: RegExp;
  readonly expected?: Expected;
  /** Whether it may have tabs and line breaks. */
  readonly multiline?: boolean;
  /** OpenAPI format. */
  readonly format?: string;
  readonly lowerCase?: boolean;
  /** Digits that it usually has: a number that is sent for it has lost its zeros. */
  readonly digits?: number;
  /** Digits that it always has: a number is taken for it, and digits without their zeros are. */
  readonly padded?: number;
  /** It is one of a closed list, which the domain knows: what does not even look like one is an invalid_value. */
  readonly hint?: Hint;
}
export interface AmountRule {
  readonly kind: 'amount';
  readonly min?: number;
  readonly max: number;
  /** Must be greater than this. */
  readonly above?: number;
  /** Whether decimal text is taken, too. */
  readonly text?: boolean;
}
export interface IntegerRule {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
}
export interface ListRule {
  readonly kind: 'list';
  readonly of: Rule;
  readonly min: number;
  readonly max: number;
}
export interface ByTypeRule {
  readonly kind: 'byType';
  readonly string?: Rule;
  readonly list?: Rule;
  readonly object?: Rule;
}
/** What one field may be. */
export type Rule =
  | TextRule
  | AmountRule
  | IntegerRule
  | ListRule
  | ByTypeRule
  | { readonly kind: 'flag' }
  | { readonly kind: 'oneOf'; readonly values: readonly string[]; readonly alsoCalled?: readonly Choice[] }
  | { readonly kind: 'nested'; readonly type: DtoRef }
  | { readonly kind: 'dateRange' }
  | { readonly kind: 'json'; readonly maxBytes: number }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'notAccepted' };

export interface TextOptions {
  readonly min?: number;
  readonly max?: number;
  readonly exact?: number;
  readonly pattern?: RegExp;
  readonly expected?: Expected;
  readonly multiline?: boolean;
  readonly hint?: Hint;
  readonly digits?: number;
  readonly padded?: number;
}

export function text({
  exact,
  min,
  max,
  pattern,
  expected,
  multiline,
  hint,
  digits,
  padded,
}: TextOptions = {}): TextRule {
  return {
    kind: 'text',
    min: exact ?? min ?? 1,
    max: exact ?? max ?? 255,
    ...(pattern && { pattern }),
    ...(expected !== undefined && { expected }),
    ...(multiline && { multiline }),
    ...(hint && { hint }),
    ...(digits !== undefined && { digits }),
    ...(padded !== undefined && { padded }),
  };
}

export const email = (): TextRule => ({
  kind: 'text',
  min: 1,
  max: MAX_EMAIL,
  pattern: EMAIL,
  expected: 'name@example.com',
  format: 'email',
});

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

export const dateTime = (): TextRule => ({
  kind: 'text',
  min: 1,
  max: 40,
  pattern: ISO,
  expected: {
    es: 'ISO 8601, como 2026-01-31 o 2026-01-31T12:30:00Z',
    en: 'ISO 8601, such as 2026-01-31 or 2026-01-31T12:30:00Z',
  },
  format: 'date-time',
});

export const idRef = (): TextRule => ({
  kind: 'text',
  min: 1,
  max: 100,
  pattern: /^[0-9a-f]{24}$/i,
  expected: { es: '24 caracteres hexadecimales', en: '24 hexadecimal characters' },
  lowerCase: true,
});

export const amount = ({ max = 1e12, ...rest }: Partial<Omit<AmountRule, 'kind'>> = {}): AmountRule => ({
  kind: 'amount',
  max,
  ...rest,
});

export const integer = ({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: Partial<Omit<IntegerRule, 'kind'>> = {}): IntegerRule => ({ kind: 'integer', min, max });

export const flag = (): Rule => ({ kind: 'flag' });
export const oneOf = (values: readonly string[], alsoCalled?: readonly Choice[]): Rule => ({
  kind: 'oneOf',
  values,
  ...(alsoCalled && { alsoCalled }),
});
export const nested = (type: DtoRef): Rule => ({ kind: 'nested', type });
export const json = (maxBytes = 65_536): Rule => ({ kind: 'json', maxBytes });
export const byType = (rules: Omit<ByTypeRule, 'kind'>): ByTypeRule => ({ kind: 'byType', ...rules });

/** A list of a DTO (given by a function) or of any rule. */
export const listOf = (
  of: DtoRef | Rule,
  { min = 0, max = 1000 }: { min?: number; max?: number } = {},
): ListRule => ({
  kind: 'list',
  of: typeof of === 'function' ? nested(of) : of,
  min,
  max,
});
