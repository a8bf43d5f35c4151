import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, it } from '@jest/globals';

/** Where the tax authority's own material may be: outside of the project, which does not need it. */
const root = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat');

export type Row = Readonly<Record<string, string>>;

/** The rows of one of the material's tables, by column name. */
export function rowsOf(file: string): readonly Row[] {
  const bytes = readFileSync(resolve(root, 'catalogs', file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}

/** The values that a type of one of the official schemas lists, by the schema's path below `sat/www.sat.gob.mx`. */
export function enumeratedIn(schema: string, type: string): readonly string[] {
  const text = readFileSync(resolve(root, 'schemas/sat/www.sat.gob.mx', schema), 'utf8');
  const [found = ''] = new RegExp(`<xs:simpleType name="${type}">.*?</xs:simpleType>`, 's').exec(text) ?? [];
  return [...found.matchAll(/<xs:enumeration value="([^"]*)"/g)].map(([, value = '']) => value);
}

/** Specs against the material; where it is absent one skipped spec says so. */
export function describeWithMaterial(name: string, specs: () => void): void {
  if (existsSync(resolve(root, 'catalogs'))) describe(name, specs);
  else
    describe(name, () => {
      it.skip(`needs the tax authority's tables in ${root} (set SAT_MATERIAL)`, () => undefined);
    });
}
