import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Answer, type Json, type TestApp } from '../support/app.js';
import { countMistakes, writePage } from './mistakes/page.js';
import { customerRows } from './bad-input/customers.js';
import { invoiceRows } from './bad-input/invoices.js';
import { listRows } from './bad-input/lists.js';
import { organizationRows, requests } from './bad-input/requests.js';
import { productRows } from './bad-input/products.js';
import type { Row } from './bad-input/row.js';

/** Wrong requests of all kinds: each answered by its status, code and path, in both languages, never by a 500. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TIMBRA_BODY_LIMIT_MB: '2' });
});
afterAll(() => app.close());

interface Problem {
  readonly answer: string;
  readonly details: readonly string[];
}

/** What must hold of any error, and what differs from one to the next. */
function problemOf({ status, body, headers }: Answer): Problem {
  expect(body).toMatchObject({ ok: false, status, code: expect.any(String), message: expect.any(String) });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
  expect(headers.get('x-facturapi-log-id')).toBe(headers.get('x-service-log-id'));
  if (body.errors.length > 0) expect(body.message).toBe(body.errors[0].message);
  for (const text of [body.message, ...body.errors.map(({ message }: Json) => message)])
    expect(text).not.toMatch(/[{}]|undefined|\[object|^$/);
  return {
    answer: `${status} ${body.code}`,
    details: body.errors.map(({ path = '', code }: Json) => `${path} ${code}`),
  };
}

async function isRefused(call: (language: string) => Promise<Answer>, expected: Problem): Promise<void> {
  const [spanish, english] = [await call('es-MX'), await call('fr;q=0.9, en-US;q=0.5')];
  expect(problemOf(spanish)).toEqual(expected);
  expect(problemOf(english)).toEqual(expected);
  expect(english.body.message).not.toBe(spanish.body.message);
  const codes = ({ body }: Answer) => body.errors.map(({ message: _, ...rest }: Json) => rest as unknown);
  expect(codes(english)).toEqual(codes(spanish));
}

/** A name that distinguishes rows and stays readable. */
const nameOf = (row: Row, index: number): string => {
  const body = row[1] === undefined ? '' : JSON.stringify(row[1]);
  return `${index + 1}. ${row[0].slice(0, 60)} ${body.slice(-70)} -> ${row.slice(2).join(', ')}`;
};
const named = (rows: readonly Row[]) => rows.map((row, index) => [nameOf(row, index), row] as const);

const tables: Readonly<Record<string, readonly Row[]>> = {
  customers: customerRows,
  products: productRows,
  invoices: invoiceRows,
  'lists and addresses': listRows,
};

describe.each(Object.keys(tables))('%s', (table) => {
  it.each(named(tables[table] ?? []))('%s', async (_, [request, body, answer, ...details]) => {
    const [method = '', path = ''] = request.split(' ');
    await isRefused((language) => app.api(method, path, body, { language }), { answer, details });
  });
});

describe('organizations', () => {
  it.each(named(organizationRows))('%s', async (_, [request, body, answer, ...details]) => {
    const [method = '', path = ''] = request.split(' ');
    const address = path.replace(':own', app.demo.organization_id);
    await isRefused((language) => app.api(method, address, body, { language, key: app.demo.user_key }), {
      answer,
      details,
    });
  });
});

describe('requests', () => {
  it.each(requests.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const { method = 'POST', path = '/customers', body, key, headers, answer, details = [] } = one;
    const options = { headers: headers?.(app.demo) ?? {}, ...(key !== undefined && { key: key(app.demo) }) };
    await isRefused((language) => app.api(method, path, body, { ...options, language }), { answer, details });
  });
});

it('has at least 150 of them', () => {
  const rows = Object.values(tables).flat().length + organizationRows.length + requests.length;
  expect(rows).toBeGreaterThanOrEqual(150);
});

it('made nothing of them', async () => {
  for (const list of ['/invoices', '/products']) expect(await app.get(list)).toMatchObject({ data: [] });
});

describe('docs/errors-in-practice.md', () => {
  it('has a hundred mistakes of new users, each as it is answered', async () => {
    const file = resolve('docs/errors-in-practice.md');
    const page = await writePage(app);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, page);
    expect(readFileSync(file, 'utf8')).toBe(page);
    expect(countMistakes()).toBeGreaterThanOrEqual(100);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
