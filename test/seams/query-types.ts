/** What a type of rows says is in each: its columns, with their types. */
export type Columns = ReadonlyMap<string, string>;

/** `query<type>(call);` in a source. */
export interface Query {
  readonly type: string;
  readonly call: string;
}

const QUERY = /\.query<((?:[^<>]|<[^<>]*>)+)>\(([\s\S]*?)\);\n/g;

export const queriesIn = (text: string): Query[] =>
  [...text.matchAll(QUERY)].map(([, type = '', call = '']) => ({ type, call }));

/**
 * The columns of a type that is written out, made by Pick, has a name in these texts, or joins such types, or is one of some in parentheses. Throws for
 * every other.
 */
export function columnsOf(type: string, texts: readonly string[]): Columns {
  const parts = type.split(' & ');
  if (parts.length > 1) return new Map(parts.flatMap((part) => [...columnsOf(part, texts)]));
  const plain = type.trim();
  // One of several kinds of rows: each column of any of them.
  const kinds = /^\(([^()]*)\)$/.exec(plain)?.[1];
  if (kinds !== undefined) return columnsOf(kinds.split(' | ').join(' & '), texts);
  const fields = /^\{([\s\S]*)\}$/.exec(plain)?.[1];
  if (fields !== undefined)
    return new Map([...fields.matchAll(/(\w+)\??:\s*([^;]+)/g)].map(([, name = '', of = '']) => [name, of]));
  const [, from, picked] = /^Pick<(\w+),([\s\S]*)>$/.exec(plain) ?? [];
  if (from !== undefined && picked !== undefined) {
    const names = namesIn(picked, texts);
    return new Map([...columnsOf(from, texts)].filter(([name]) => names.includes(name)));
  }
  for (const text of /^\w+$/.test(plain) ? texts : []) {
    const alias = new RegExp(`\\btype ${plain} =([\\s\\S]*?);\\n(?![ }])`).exec(text)?.[1];
    if (alias !== undefined) return columnsOf(alias, texts);
    const found = new RegExp(`\\binterface ${plain}(?: extends ([\\w, ]+))? (\\{[\\s\\S]*?\\n\\})`).exec(
      text,
    );
    if (found) {
      const [, parents, own = '{}'] = found;
      return columnsOf([...(parents?.split(', ') ?? []), own].join(' & '), texts);
    }
  }
  throw new Error(`no columns are known of ${type}`);
}

/** Names that are written out, or those of a list: `(typeof LIST)[number]`. */
function namesIn(picked: string, texts: readonly string[]): readonly string[] {
  const list = /typeof (\w+)/.exec(picked)?.[1];
  const code = list === undefined ? picked : texts.map((text) => constantOf(list, text)).join('');
  return literalsIn(code).map((literal) => literal.slice(1, -1));
}

const literalsIn = (code: string): readonly string[] => code.match(/`[^`]*`|'[^'\n]*'/g) ?? [];

const constantOf = (name: string, text: string): string =>
  [...text.matchAll(new RegExp(`\\bconst ${name} =\\s*([\`'[][\\s\\S]*?);\\n`, 'g'))]
    .map(([, value = '']) => value)
    .join('\n');

/** What a prepared statement is called. */
const STATEMENT_NAME = /\bname: '[^']*'/;

/** The SQL of a call: its texts, and those of the constants in it. */
export function sqlOf(call: string, text: string): string {
  const seen = new Set<string>();
  const textsOf = (code: string): readonly string[] => {
    const names = (code.match(/\b\w+\b/g) ?? []).filter((name) => !seen.has(name) && seen.add(name));
    return [...literalsIn(code), ...names.flatMap((name) => textsOf(constantOf(name, text)))];
  };
  return textsOf(call.replace(STATEMENT_NAME, '')).join('\n');
}

/** Whether SQL has a column in its rows by this name, not only in conditions, in its order or as the source of another. */
export const gives = (sql: string, column: string): boolean =>
  new RegExp(`\\b${column}\\b(?!\\s*([=<>@]|(IN|IS|LIKE)\\b)|\\s+AS\\s+(?!${column}\\b))`).test(
    sql.replace(/\bORDER BY [^)\n]*/g, ''),
  );
