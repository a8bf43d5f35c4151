import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isAdministrative, OPERATIONS, PERSONAL_OPERATIONS, ROLE_TEMPLATES } from '#contracts';
import type { RouteRow } from '#http';
import { routes } from './routes.js';

/** docs/authorisation.md has a table of all operations by template; UPDATE_DOCS=1 writes it again. */
const file = fileURLToPath(new URL('../../../docs/authorisation.md', import.meta.url));
const [BEGIN, END] = ['<!-- operations -->', '<!-- end of operations -->'];

function tableOf(): string {
  const templates = ROLE_TEMPLATES.filter(({ code }) => code !== 'org-admin');
  const cells = OPERATIONS.map((operation) => [
    `\`${operation}\`${isAdministrative(operation) ? ' *' : ''}`,
    ...templates.map(({ operations }) => (operations.includes(operation) ? 'yes' : '')),
  ]);
  const head = ['operation', ...templates.map(({ code }) => `\`${code}\``)];
  const lines = [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
  return lines.join('\n');
}

describe('the page on authorisation', () => {
  it('has the operations of each template', () => {
    const page = readFileSync(file, 'utf8');
    const [before = '', rest = ''] = page.split(BEGIN);
    const [table = '', after = ''] = rest.split(END);
    if (process.env['UPDATE_DOCS'] === '1')
      writeFileSync(file, `${before}${BEGIN}\n\n${tableOf()}\n\n${END}${after}`);
    else
      expect(table.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim()).toBe(tableOf().replace(/ +/g, ' '));
  });
});

describe('routes that take User keys', () => {
  const taking = Object.entries<RouteRow>(routes).filter(([, { keys }]) => keys.includes('user'));

  it.each(taking)(
    '%s is judged by a role where its path has an organization, else personal',
    (route, row) => {
      const known: readonly string[] = route.includes('/:organization_id') ? OPERATIONS : PERSONAL_OPERATIONS;
      expect(known).toContain(row.operation);
    },
  );
});

it('routes that people reach by a header have an operation of roles', () => {
  const byHeader = Object.values<RouteRow>(routes).filter(
    ({ keys }) => keys.length > 0 && !keys.includes('user'),
  );
  const known: readonly string[] = OPERATIONS;
  expect(byHeader.filter(({ operation }) => !known.includes(operation))).toEqual([]);
});
