import { ukelele } from '../../support/bodies.js';
import { mistake, type Chapter } from './mistake.js';

const POST = 'POST /products';
const of = (name: string, fields: object) => mistake(name, POST, { ...ukelele, ...fields });
const taxed = (name: string, tax: object) => of(name, { taxes: [tax] });

export const products: Chapter = {
  title: 'Products and taxes',
  mistakes: [
    mistake('"name" in place of "description"', POST, { name: 'Ukelele', product_key: '60131324', price: 1 }),
    of('A price as a text', { price: '345.60' }),
    of('A price with a comma', { price: '1,345.60' }),
    of('A price below zero', { price: -1 }),
    of('A product key as a number', { product_key: 60131324 }),
    of('A unit by its name', { unit_key: 'pieza' }),
    taxed('A rate as a percentage', { type: 'IVA', rate: 16 }),
    taxed('A rate of 8 as a percentage', { type: 'IVA', rate: 8 }),
    taxed('A rate that does not exist', { type: 'IVA', rate: 0.15 }),
    taxed('A rate as a text', { type: 'IVA', rate: '16%' }),
    taxed('A tax in lower case', { type: 'iva', rate: 0.16 }),
    taxed('A tax by its English name', { type: 'VAT', rate: 0.16 }),
    taxed('A tax by its key', { type: '002', rate: 0.16 }),
    taxed('"tasa" in place of "rate"', { type: 'IVA', tasa: 0.16 }),
    taxed('ISR that is not withheld', { type: 'ISR', rate: 0.1 }),
    taxed('A factor in English', { type: 'IVA', factor: 'Rate', rate: 0.16 }),
    of('Taxes on what is not subject to tax', { taxability: '01', taxes: [{ type: 'IVA', rate: 0.16 }] }),
    of('A taxability that is a number', { taxability: 2 }),
  ],
};
