import { AddressRules, field, judgeUrl, type Bilingual, type Detail, type UrlProblem } from '#kernel';
import { isReservedHeader } from '#contracts';
import type { WebhookEdit } from './dto.js';

const MOST_HEADERS = 20;
const MOST_NAME = 100;
const MOST_VALUE = 1_024;
const MOST_IN_ALL = 8_192;

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What headers can carry everywhere: visible ASCII, with blanks between. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const invalid = (path: string, message: Bilingual): Detail => field(path, 'invalid_value', { message });

const URL_PROBLEMS: Readonly<Record<Exclude<UrlProblem, 'not_a_url' | 'protocol'>, Bilingual>> = {
  https_only: {
    es: 'En Live, la dirección de "{path}" debe comenzar con https://.',
    en: 'In Live, the URL in "{path}" must begin with https://.',
  },
  credentials: {
    es: 'La dirección de "{path}" no debe incluir usuario ni contraseña. Envíelos en "headers".',
    en: 'The URL in "{path}" must not include a user or a password. Send them in "headers".',
  },
  address_not_allowed: {
    es: 'La dirección de "{path}" no está permitida: pertenece a una red privada o reservada.',
    en: 'The address in "{path}" is not allowed: it belongs to a private or reserved network.',
  },
};
const FRAGMENT: Bilingual = {
  es: 'La dirección de "{path}" no debe incluir un fragmento (#).',
  en: 'The URL in "{path}" must not include a fragment (#).',
};
const TWICE: Bilingual = {
  es: 'El tipo de evento de "{path}" está repetido.',
  en: 'The event type in "{path}" is repeated.',
};

/** What is wrong with the content of an endpoint, of what was sent: beyond the shape of each field. */
export function webhookProblems(
  { url, enabled_events: types = [], headers }: Partial<WebhookEdit>,
  { livemode, rules }: { readonly livemode: boolean; readonly rules: AddressRules },
): readonly Detail[] {
  // Entries that the shape refuses are left out of what is readable: their places stay.
  const readable: readonly (string | undefined)[] = types;
  return [
    ...(url === undefined ? [] : urlProblems(url, judgeUrl(url, { livemode, rules }))),
    ...readable.flatMap((type, index) =>
      type !== undefined && readable.indexOf(type) < index
        ? [invalid(`enabled_events[${index}]`, TWICE)]
        : [],
    ),
    ...headerProblems(headers ?? {}),
  ];
}

function urlProblems(url: string, problem: UrlProblem | undefined): Detail[] {
  if (problem === 'not_a_url' || problem === 'protocol')
    return [field('url', 'invalid_format', { params: { expected: 'https://example.com/webhooks' } })];
  if (problem !== undefined) return [invalid('url', URL_PROBLEMS[problem])];
  return url.includes('#') ? [invalid('url', FRAGMENT)] : [];
}

function headerProblems(headers: Readonly<Record<string, unknown>>): Detail[] {
  const entries = Object.entries(headers);
  if (entries.length > MOST_HEADERS)
    return [field('headers', 'invalid_length', { params: { max: MOST_HEADERS } })];
  const names = entries.map(([name]) => name.toLowerCase());
  const problems = entries.flatMap(([name, value], index) =>
    headerProblem(name, value, names.indexOf(name.toLowerCase()) < index),
  );
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (problems.length > 0 || bytes <= MOST_IN_ALL) return problems;
  return [field('headers', 'too_large', { params: { max: `${MOST_IN_ALL} bytes` } })];
}

function headerProblem(name: string, value: unknown, isRepeated: boolean): Detail[] {
  const path = `headers.${name.length > MOST_NAME ? `${name.slice(0, MOST_NAME)}…` : name}`;
  if (!TOKEN.test(name) || name.length > MOST_NAME) return [invalid(path, NAME)];
  if (isReservedHeader(name)) return [field(path, 'not_allowed', { message: OURS })];
  if (isRepeated) return [field(path, 'not_allowed', { message: REPEATED })];
  if (typeof value !== 'string') return [field(path, 'invalid_type', { params: { expected: 'string' } })];
  if (value.length > MOST_VALUE)
    return [field(path, 'invalid_length', { params: { min: 1, max: MOST_VALUE } })];
  return VALUE.test(value) ? [] : [field(path, 'invalid_format', { params: { expected: ASCII } })];
}

const NAME: Bilingual = {
  es: 'El nombre de encabezado de "{path}" no es válido: use letras, dígitos y guiones, hasta 100.',
  en: 'The header name in "{path}" is not valid: use letters, digits and hyphens, up to 100.',
};
const OURS: Bilingual = {
  es: 'El encabezado de "{path}" no puede personalizarse: cada entrega tiene el suyo.',
  en: 'The header in "{path}" cannot be customized: each delivery has its own.',
};
const REPEATED: Bilingual = {
  es: 'El encabezado de "{path}" está repetido: las mayúsculas no lo distinguen.',
  en: 'The header in "{path}" is repeated: upper and lower case do not make a difference.',
};
const ASCII: Bilingual = {
  es: 'caracteres ASCII visibles, sin saltos de línea ni espacios en los extremos',
  en: 'visible ASCII characters, without line breaks, and without blanks at the ends',
};
