import { expect, it } from '@jest/globals';
import { serviceSources } from './sources.js';

/** `query<{ name: type }>(`, with what it asks for. */
const QUERY = /\.query<\{([^<>]*?)\}>\(([\s\S]*?)\);\n/g;

interface Asked {
  readonly path: string;
  readonly columns: readonly string[];
  readonly sql: string;
}

const asked = (await serviceSources()).flatMap(({ path, text }) =>
  [...text.matchAll(QUERY)].map(([, type = '', call = '']): Asked => ({
    path,
    columns: [...type.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name),
    // Parts of SQL that have a name of their own stand above.
    sql: /`|'SELECT/.test(call) ? call : text.replace(/\.query<\{[^<>]*?\}>/g, ''),
  })),
);

/** What a query's type says is in a row, and its SQL does not name, comes as undefined: the compiler can't see it. */
it('rows of queries have the columns that their types say, by these names', () => {
  const missing = asked.flatMap(({ path, columns, sql }) =>
    columns.filter((name) => !new RegExp(`\\b${name}\\b`).test(sql)).map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
});
