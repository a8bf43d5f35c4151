import { invoiceHtml } from '#pdf';
import { toStampedModel } from '#apps/notifications/src/render/models';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { canVerify, rootAttribute, verifyDocuments } from '../../support/sat.js';
import { NASTY, cases, type Expected } from './documents/cases.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Every kind of amount that an invoice of type I can have, through HTTP to the stamped document. */

let app: TestApp;
const made: Record<string, { answer: Json; xml: string }> = {};

beforeAll(async () => {
  app = await startApp();
  await Promise.all(
    Object.entries(cases).map(async ([name, [body]]) => {
      const answer: Json = await app.post('/invoices', body);
      made[name] = { answer, xml: await app.get(`/invoices/${answer.id}/xml`) };
    }),
  );
});
afterAll(() => app.close());

const of = (name: string) => {
  const found = made[name];
  if (!found) throw new Error(`no case ${name}`);
  return found;
};
const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);

describe.each(Object.keys(cases))('%s', (name) => {
  it('has the amounts that it must, in the answer and in the document', () => {
    const { answer, xml } = of(name);
    const expected = (cases[name] as readonly [object, Expected])[1];
    const { subtotal, discount, total, taxes } = answer;
    expect({
      subtotal,
      discount,
      total,
      taxes: taxes.map((tax: Json) => [tax.type, tax.rate, tax.base, tax.amount, tax.withholding]),
    }).toEqual({ discount: 0, ...expected });
    expect(answer.status).toBe('valid');
    expect(Number(rootAttribute(xml, 'Total'))).toBe(total);
    expect(Number(rootAttribute(xml, 'SubTotal'))).toBe(subtotal);
    expect(Number(rootAttribute(xml, 'Descuento') ?? 0)).toBe(discount);
    expect(rootAttribute(xml, 'Moneda')).toBe(answer.currency);
    const sum = taxes.reduce(
      (rest: number, tax: Json) => rest + (tax.withholding ? -1 : 1) * cents(tax.amount),
      cents(subtotal) - cents(discount),
    );
    expect(sum).toBe(cents(total));
    expect(answer.amount_due).toBe(answer.payment_method === 'PPD' ? total : 0);
  });
});

it('writes what the document has beside its amounts', () => {
  expect(of('dollars, on credit').xml).toMatch(
    / CondicionesDePago="30 días".* TipoCambio="18.9123".* MetodoPago="PPD"/,
  );
  expect(of('a foreign customer').xml).toMatch(
    /Rfc="XEXX010101000" Nombre="ACME &amp; CO".*ResidenciaFiscal="USA" NumRegIdTrib="123456789".*UsoCFDI="S01"/,
  );
  expect(of('a foreign customer').answer).toMatchObject({
    use: 'S01',
    customer: { tax_id: '123456789', address: { country: 'USA' } },
  });
  expect(of('the public in general').xml).toMatch(/<cfdi:InformacionGlobal Periodicidad="04"/);
  const full = of('third parties, parts, pedimentos and land');
  expect(full.xml).toMatch(/<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="5FB2822E-/);
  expect(full.xml).toMatch(/<cfdi:ACuentaTerceros RfcACuentaTerceros="FUNK671228PH6"/);
  expect(full.xml).toMatch(/<cfdi:CuentaPredial Numero="15956011002"/);
  expect(full.answer).toMatchObject({
    related_documents: [
      { relationship: '04', documents: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'] },
      { relationship: '07', documents: ['A1B2822E-396D-4725-8521-CDC4BDD20CCF'] },
    ],
    items: [{ property_tax_account: ['15956011002'], parts: [{ quantity: 4, unit_price: 1.5 }] }],
  });
  const border = of('a border branch in another time zone');
  expect(border.xml).toMatch(/LugarExpedicion="22000"/);
  const fecha = rootAttribute(border.xml, 'Fecha') ?? '';
  const local = new Date(border.answer.date).toLocaleString('sv', { timeZone: 'America/Tijuana' });
  expect(fecha.replace('T', ' ')).toBe(local);
});

it('keeps texts that try to be XML or HTML as texts', async () => {
  const { answer, xml } = of('texts that try to be XML or HTML');
  expect(answer.items[0].product.description).toBe(NASTY);
  expect(answer.conditions).toBe(NASTY);
  expect(xml).not.toContain('<script');
  expect(xml).toContain('Descripcion="&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt;');
  const organization: Json = await app.get('/organizations/me');
  const nowhere = { xml_key: null, timbre_xml: null, receipt_key: null };
  const html = invoiceHtml(toStampedModel({ ...nowhere, invoice: answer, organization }, xml));
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt;');
  expect(html).toContain('<b>bien</b>');
  expect(html).not.toMatch(/<script|<img[^>]*src=["']?x|onerror=alert|onclick|<!--/);
  const pdf = await app.api('GET', `/invoices/${answer.id}/pdf`);
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

(canVerify ? it : it.skip)(
  'passes the official schema, and sello and stamp verify over the official cadenas',
  async () => {
    const documents = Object.fromEntries(Object.entries(made).map(([name, { xml }]) => [name, xml]));
    expect(await verifyDocuments(documents, app.sandbox.certificates.pac)).toEqual({});
    const [some = ''] = Object.values(documents);
    const forged = some.replace(/ Total="[^"]*"/, ' Total="1.00"');
    expect(Object.keys(await verifyDocuments({ forged }, app.sandbox.certificates.pac))).toEqual(['forged']);
  },
  // Other people's programs, one after another for each document.
  300_000,
);

it('logged no bug', () => expect(app.bugs()).toEqual([]));
