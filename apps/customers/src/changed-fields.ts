import { isDeepStrictEqual } from 'node:util';

/** The fields that an edit changes, with their new values: an event says no more. Empty where it changes nothing. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields])),
  ) as Partial<Fields>;

export const isEmpty = (changed: object): boolean => Object.keys(changed).length === 0;
