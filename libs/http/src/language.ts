import type { Language } from '#kernel';

const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?$/i;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The language of messages that an Accept-Language header asks for (RFC 9110, 12.5.4): the highest weight
 * wins, the first of equals; regional variants count as their language; q=0 excludes; `*` stands for the
 * first language that nothing else names. Spanish when missing, unsupported or unreadable.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'es';
  const weights: Record<string, number> = {};
  for (const part of header.slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const language = RANGE.exec(range)?.[1]?.toLowerCase();
    if (language !== 'es' && language !== 'en' && language !== '*') continue;
    const [weight, ...more] = parameters;
    const q = weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? NaN);
    if (Number.isNaN(q) || more.length > 0) continue;
    weights[language] = Math.max(weights[language] ?? 0, q);
  }
  const weightOf = (language: Language) => weights[language] ?? weights['*'] ?? 0;
  const es = weightOf('es');
  const en = weightOf('en');
  if (en === es) return firstNamed(header, en);
  return en > es ? 'en' : 'es';
}

/** Of two equal weights the one written first; Spanish when neither is wanted or only `*` is. */
function firstNamed(header: string, weight: number): Language {
  if (weight === 0) return 'es';
  return /(?:^|,)\s*(es|en)\b/i.exec(header)?.[1]?.toLowerCase() === 'en' ? 'en' : 'es';
}
