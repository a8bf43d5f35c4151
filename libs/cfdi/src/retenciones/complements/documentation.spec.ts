import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { clavesRetencion } from '#sat';
import type { ElementSchema } from '../../schemas/schema.js';
import type { SimpleType } from '../../schemas/types.js';
import { mustBuildRetencion } from '../../testing/retenciones.js';
import {
  inputOfExample,
  retentionExamples,
  type RetentionExample,
} from '../../testing/retention-examples.js';
import { catalogueOf } from '../catalogues.js';
import { retentionComplementKinds, type RetentionComplementKind } from './types.js';

/** docs/retention-complements.md has every complement, from the tables; UPDATE_DOCS=1 writes it again. */
const file = fileURLToPath(new URL('../../../../../docs/retention-complements.md', import.meta.url));
const [BEGIN, END] = ['<!-- complements -->', '<!-- end of complements -->'];

const LISTED = 12;

/** What a value may be, in words. */
function valueOf(type: SimpleType): string {
  const catalogue = catalogueOf(type);
  if (type.values) return type.values.map((value) => `\`${value}\``).join(', ');
  if (!catalogue) return typeof type.expected === 'string' ? type.expected : type.expected.en;
  const keys = [...new Set(catalogue.entries.map(({ key }) => key))];
  const list = keys.length > LISTED ? `${keys.length} keys` : keys.map((key) => `\`${key}\``).join(', ');
  return `${catalogue.name}: ${list}`;
}

type Row = readonly [field: string, required: string, value: string];

function rowsOf({ attributes, children }: ElementSchema, prefix = ''): Row[] {
  return [
    ...[...attributes.values()]
      .filter(({ type }) => type.fixed === undefined || prefix !== '')
      .map(({ name, required, type }): Row => [
        `\`${prefix}${name}\``,
        required && type.fixed === undefined ? 'yes' : '',
        valueOf(type),
      ]),
    ...children.flatMap(({ element, min, max }): Row[] => {
      const list = max === 1 ? '' : '[]';
      const several = max === Infinity ? 'list of objects' : `list of ${max} objects at most`;
      return [
        [`\`${prefix}${element.name}\``, min > 0 ? 'yes' : '', max === 1 ? 'object' : several],
        ...rowsOf(element, `${prefix}${element.name}${list}.`),
      ];
    }),
  ];
}

const exampleOf = (type: string): RetentionExample =>
  retentionExamples.find((one) => one.type === type) as RetentionExample;

/** The keys of retentions that ask for a complement. */
const keysOf = (name: string): string =>
  clavesRetencion.entries
    .filter(({ complemento }) => complemento?.nombre === name)
    .map(({ key, complemento }) =>
      complemento?.cuando === 'extranjeros'
        ? `${key} (of foreigners)`
        : complemento?.cuando === 'fiduciarias'
          ? `${key} (if the issuer is a trustee)`
          : key,
    )
    .join(', ');

function sectionOf({ type, standard, name }: RetentionComplementKind): string[] {
  const { cveRetenc, data } = exampleOf(type);
  const body = { cve_retenc: cveRetenc, complements: [{ type, data }] };
  return [
    ...[`### ${type}`, '', `${name}. Keys of c_CveRetenc that ask for it: ${keysOf(name)}.`, ''],
    ...['| field of `data` | required | value |', '| --- | --- | --- |'],
    ...rowsOf(standard.root).map(
      (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    ),
    ...['', '```json', JSON.stringify(body, null, 2), '```', ''],
  ];
}

const pageOf = (): string => retentionComplementKinds.flatMap(sectionOf).join('\n').trim();
const plain = (text: string): string => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim();

describe('docs/retention-complements.md', () => {
  it('has every complement, as the tables have them', () => {
    const [before = '', rest = ''] = readFileSync(file, 'utf8').split(BEGIN);
    const [block = '', after = ''] = rest.split(END);
    if (process.env['UPDATE_DOCS'] === '1')
      writeFileSync(file, `${before}${BEGIN}\n\n${pageOf()}\n\n${END}${after}`);
    else expect(plain(block)).toBe(plain(pageOf()));
  });

  it('has an example of each that becomes a document', () => {
    expect(retentionExamples.map(({ type }) => type)).toEqual(
      retentionComplementKinds.map(({ type }) => type),
    );
    for (const example of retentionExamples)
      expect(mustBuildRetencion(inputOfExample(example)).complementos).toHaveLength(1);
  });
});
