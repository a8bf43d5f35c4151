import { invoice, line, universidad } from '../../support/bodies.js';
import { mistake, type Chapter } from './mistake.js';

const POST = 'POST /invoices';
const NOBODY = '0123456789abcdef01234567';
const of = (name: string, fields: object) => mistake(name, POST, invoice(fields));
const item = (name: string, product: object, rest: object = {}) => of(name, { items: [line(product, rest)] });
const without = (field: string): object =>
  Object.fromEntries(Object.entries(invoice()).filter(([name]) => name !== field));
const global = (name: string, value: object) =>
  of(name, {
    customer: {
      legal_name: 'PUBLICO EN GENERAL',
      tax_id: 'XAXX010101000',
      tax_system: '616',
      address: { zip: '06000' },
    },
    use: 'S01',
    global: value,
  });

export const invoices: Chapter = {
  title: 'Invoices',
  mistakes: [
    mistake('An empty body', POST, {}),
    mistake('No customer', POST, without('customer')),
    mistake('No items', POST, without('items')),
    mistake('No payment form', POST, without('payment_form')),
    mistake('Names in camel case', POST, {
      customer: universidad,
      items: [line()],
      paymentForm: '03',
      paymentMethod: 'PUE',
    }),
    mistake('Names in Spanish', POST, { cliente: universidad, conceptos: [line()], forma_pago: '03' }),
    mistake('Several mistakes at once', POST, {
      customer: { ...universidad, tax_id: 'URE18042' },
      items: [
        line({ price: '345.60' }),
        { product: { description: 'Cuerdas', product_key: '60131324' } },
        line({ taxes: [{ type: 'IVA', rate: 0.15 }] }),
      ],
      payment_form: 'efectivo',
      folio: 5,
    }),
    of('A payment form by its name', { payment_form: 'transferencia' }),
    of('A payment form by its English name', { payment_form: 'cash' }),
    of('A payment form as a number', { payment_form: 3 }),
    of('A payment form of one digit', { payment_form: '3' }),
    of('A payment form that does not exist', { payment_form: '07' }),
    of('A payment method by its name', { payment_method: 'Pago en una sola exhibición' }),
    of('A payment method in lower case', { payment_method: 'pue' }),
    of('A use by its name', { use: 'Gastos en general' }),
    of('A use that lacks a digit', { use: 'G3' }),
    of('A use that does not suit the receiver', { use: 'D01' }),
    of('A type by its name', { type: 'ingreso' }),
    of('A currency by its name', { currency: 'pesos' }),
    of('A currency of two letters', { currency: 'MX' }),
    of('A currency that does not exist', { currency: 'MXP' }),
    of('An exchange rate for pesos', { currency: 'MXN', exchange: 18.5 }),
    of('Items that are one object', { items: line() }),
    of('A customer that is not there', { customer: NOBODY }),
    of('A customer by another kind of id', { customer: 'cus_123' }),
    of('A customer by its RFC', { customer: 'URE180429TM6' }),
    of('A product that is not there', { items: [{ product: NOBODY }] }),
    item('A product without a price', { price: undefined }),
    item('A product without its key', { product_key: undefined }),
    item('A price as a text', { price: '345.60' }),
    item('A quantity of zero', {}, { quantity: 0 }),
    item('A quantity as a text', {}, { quantity: '2' }),
    item('A discount that is more than the amount', {}, { discount: 400 }),
    of('A price beside the product', {
      items: [{ quantity: 1, price: 5, product: { description: 'Ukelele', product_key: '60131324' } }],
    }),
    of('A date as it is written in Mexico', { date: '20/11/2026' }),
    of('A date of long ago', { date: '2020-01-31' }),
    of('A date in the future', { date: '2099-01-31' }),
    of('A folio that is a text', { folio_number: 'A-15' }),
    of('A series that is too long', { series: 'FACTURAS-DE-LA-SUCURSAL-CENTRO' }),
    of('A status that the service sets', { status: 'valid' }),
    global('A global invoice without its months', { periodicity: 'month' }),
    global('A global invoice with an unknown period', { periodicity: 'monthly', months: '11', year: 2026 }),
    global('A global invoice with a month by its name', {
      periodicity: 'month',
      months: 'noviembre',
      year: 2026,
    }),
    of('Public in general without the data of a global invoice', {
      customer: {
        legal_name: 'PUBLICO EN GENERAL',
        tax_id: 'XAXX010101000',
        tax_system: '616',
        address: { zip: '86991' },
      },
      use: 'S01',
    }),
    of('A relation without its documents', { related_documents: [{ relationship: '04' }] }),
    of('A relation that is a list of UUIDs', { related_documents: ['11111111-2222-4333-8444-555555555555'] }),
    of('A relation that CFDI 4.0 does not have', {
      related_documents: [{ relationship: '08', documents: ['11111111-2222-4333-8444-555555555555'] }],
    }),
    of('A complement that does not exist', { complements: [{ type: 'pagos', data: {} }] }),
  ],
};
