import { expect, it } from '@jest/globals';
import { eventsWords } from './events.js';
import { invoicesWords } from './invoices.js';
import { organizationsWords } from './organizations.js';
import { partiesWords } from './parties.js';
import { peopleWords } from './people.js';
import { recordsWords } from './records.js';
import { commonWords } from './words.js';

const parts = {
  commonWords,
  partiesWords,
  invoicesWords,
  recordsWords,
  organizationsWords,
  peopleWords,
  eventsWords,
};

/** What is in more than one part: only one of them would be read. */
const twice = (namesOf: (part: (typeof parts)['commonWords']) => readonly string[]): string[] => {
  const all = Object.values(parts).flatMap(namesOf);
  return all.filter((name, index) => all.indexOf(name) !== index);
};

it('has each name, each place and each enumeration in one part', () => {
  expect(twice(({ names }) => Object.keys(names))).toEqual([]);
  expect(twice(({ valuesOf }) => Object.keys(valuesOf))).toEqual([]);
});

it('has no values that an entry before has all of: they would never be read', () => {
  const entries = Object.values(parts).flatMap(({ values }) => values.map((entry) => Object.keys(entry)));
  const covered = entries.filter((keys, index) =>
    entries.slice(0, index).some((before) => keys.every((key) => before.includes(key))),
  );
  expect(covered).toEqual([]);
});
