/**
 * Where an answer differs from what a guide shows of it. A guide shows some fields of an object; `…` in a text stands for
 * any characters, `"…"` alone for any value but null, and as the last entry of a list for the others.
 *
 * @returns sentences, each with the path of the value; none where nothing differs
 */
export function differencesOf(shown: unknown, real: unknown, path = ''): string[] {
  if (shown === '…') return real === undefined || real === null ? [`${path} is missing`] : [];
  if (typeof shown === 'string' && typeof real === 'string' && shown.includes('…'))
    return patternOf(shown).test(real) ? [] : [`${path} is ${JSON.stringify(real)}`];
  if (Array.isArray(shown)) return differencesOfLists(shown, real, path);
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null) return [`${path} is ${JSON.stringify(real)}`];
    const values = new Map<string, unknown>(Object.entries(real));
    return Object.entries(shown).flatMap(([name, value]) =>
      differencesOf(value, values.get(name), path === '' ? name : `${path}.${name}`),
    );
  }
  return Object.is(shown, real) ? [] : [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
}

function differencesOfLists(shown: readonly unknown[], real: unknown, path: string): string[] {
  if (!Array.isArray(real)) return [`${path} is ${JSON.stringify(real)}`];
  const open = shown.at(-1) === '…';
  const entries = open ? shown.slice(0, -1) : shown;
  const wrong = open ? real.length < entries.length : real.length !== entries.length;
  if (wrong) return [`${path} has ${real.length} entries: ${JSON.stringify(real)}`];
  return entries.flatMap((entry, index) => differencesOf(entry, real[index], `${path}.${index}`));
}

/** A text with `…` for any characters, within a line. */
export const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
