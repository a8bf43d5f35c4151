type Meanings = Readonly<Record<string, string>>;

/** What the values of enumerations mean. An enumeration takes the first entry that has all of its values. */
export const values: readonly Meanings[] = [
  { page: 'Numbered pages, up to the first 3000 results', cursor: 'Cursors, without end' },
  { true: 'Done' },
];

/** The same by `Schema.property`, or by the name of a parameter, where the same values mean something else. */
export const valuesOf: Readonly<Record<string, Meanings>> = {};
