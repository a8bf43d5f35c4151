/** Text as searches compare it: lower case, without accents, single spaces. */
export const searchText = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join('\n')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .toLowerCase();

/** A LIKE pattern for what contains a text (PostgreSQL's default escape). */
export const containsPattern = (text: string): string =>
  `%${searchText(text)
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`;
