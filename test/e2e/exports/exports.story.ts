import { startApp, type Json, type TestApp } from '../../support/app.js';
import { innovacion, inParts, invoice, line, payment, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { headersOfCsv, rowsOfCsv, rowsOfXlsx, type SheetRow } from './sheets.js';

/** Exports of a month, read back with other libraries and compared with the documents they tell of. */

let app: TestApp;
let month = '';
const documents = new Map<string, Json>();

const keep = (document: Json): Json => {
  documents.set(document.uuid, document);
  return document;
};

beforeAll(async () => {
  app = await startApp();
  const iva = { type: 'IVA', rate: 0.16 };
  const first = keep(
    await app.post('/invoices', invoice({ items: [line({ price: 1160 })], series: '=A', payment_form: '03' })),
  );
  month = String(first.date).slice(0, 7);
}, 60_000);
afterAll(() => app.close());

const csv = async (path: string): Promise<readonly SheetRow[]> => {
  const { status, bytes, headers } = await app.api('GET', path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return rowsOfCsv(bytes);
};

describe('invoices of a month', () => {
  it('are a row each', async () => {
    const rows = await csv(`/exports/invoices.csv?month=${month}`);
    console.log(rows);
    const x = await app.api('GET', `/exports/invoices.xlsx?month=${month}`);
    console.log(x.status, [...x.headers], rowsOfXlsx(x.bytes));
    console.log((await app.api('GET', `/exports/invoices.csv?month=2026-13`)).body);
    console.log((await app.api('GET', `/exports/invoices.csv`)).body, app.bugs());
    expect(headersOfCsv((await app.api('GET', `/exports/invoices.csv?month=2020-01`)).bytes)).toContain('UUID');
  });
});
