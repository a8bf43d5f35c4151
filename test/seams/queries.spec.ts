import { describe, expect, it } from '@jest/globals';
import { contractSources, serviceSources } from './sources.js';
import { columnsOf, type Columns, gives, queriesIn, sqlOf } from './query-types.js';

const services = await serviceSources();
const contracts = (await contractSources()).map(({ text }) => text);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
/** The other sources of a source's folder: statements and types may stand beside the query. */
const besides = (path: string): string[] =>
  services
    .filter((other) => other.path !== path && folderOf(other.path) === folderOf(path))
    .map(({ text }) => text);
/** Those of its service, where a type that several of its folders share may be. */
const ofService = (path: string): string[] => {
  const [, own] = path.split('/', 2);
  return services.filter(({ service }) => service === own).map(({ text }) => text);
};
function columnsNear(type: string, path: string, texts: readonly string[]): Columns {
  try {
    return columnsOf(type, texts);
  } catch {
    return columnsOf(type, [...texts, ...ofService(path)]);
  }
}
const asked = services.flatMap(({ path, text }) =>
  queriesIn(text).map(({ type, call }) => ({
    path,
    call,
    columns: columnsNear(type, path, [text, ...besides(path), ...contracts]),
    sql: sqlOf(call, [text, ...besides(path)].join('\n')),
  })),
);

/** What a query's type says is in a row and its SQL does not give comes as undefined: the compiler can't see it. */
describe('rows of queries', () => {
  it('come from queries that are all checked here', () => {
    const texts = services.map(({ text }) => text).join('\n');
    expect(asked.length).toBe(texts.split('.query<').length - 1);
    expect(texts).not.toMatch(/\brows\b[^;]*\.query\(/);
    expect(asked.length).toBeGreaterThan(20);
  });

  it('have the columns that their types say, by these names', () => {
    const missing = asked.flatMap(({ path, columns, sql }) =>
      [...columns.keys()].filter((name) => !gives(sql, name)).map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('have instants as the driver gives them, or are read as the projection wrote them', () => {
    const wrong = asked.flatMap(({ path, call, columns, sql }) =>
      [...columns]
        .filter(([name, type]) => name.endsWith('_at') && !type.includes('Date'))
        .filter(([name]) => !call.includes('types: rowTypes') && !sql.includes(` AS ${name}`))
        .map(([name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the columns of a type', () => {
  const text = `
interface Tenant { a: string }
interface Row extends Named {
  readonly id: string;
  readonly made_at: Date | string;
}
interface Named {
  readonly name: string | null;
}
const LIST = ['id', 'name'] as const;
type Shown = Pick<Row, (typeof LIST)[number]> & { readonly doc: string };
`;
  it.each([
    ['{ id: string; n?: number }', ['id', 'n']],
    ['Row', ['name', 'id', 'made_at']],
    ["Pick<Row, 'id' | 'made_at'>", ['id', 'made_at']],
    ['Shown', ['name', 'id', 'doc']],
  ])('%s', (type, names) => {
    expect([...columnsOf(type, [text]).keys()]).toEqual(names);
  });

  it('that is unknown is a fault', () => {
    expect(() => columnsOf('Partial<Row>', [text])).toThrow('Partial<Row>');
    expect(() => columnsOf('Other', [text])).toThrow('Other');
  });
});

describe('the columns of SQL', () => {
  it('are not those of its conditions or its order', () => {
    const sql = 'SELECT id, doc::text AS doc FROM t WHERE id = $1 AND a = $2 AND b IN (1) ORDER BY c, d';
    expect(['id', 'doc', 'a', 'b', 'c', 'd'].filter((name) => gives(sql, name))).toEqual(['id', 'doc']);
  });

  it('are also those of its constants', () => {
    const text = "const LIST = ['id', 'name'] as const;\nconst SELECT = `SELECT ${LIST.join()} FROM t`;\n";
    expect(gives(sqlOf('{ text: `${SELECT} WHERE a = $1`, values }', text), 'name')).toBe(true);
  });
});
