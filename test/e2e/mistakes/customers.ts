import { innovacion, universidad } from '../../support/bodies.js';
import { mistake, type Chapter } from './mistake.js';

const POST = 'POST /customers';
const person = {
  legal_name: 'ANA PEREZ',
  tax_id: 'PEGJ800101AB1',
  tax_system: '612',
  address: { zip: '06000' },
};
const of = (name: string, fields: object) => mistake(name, POST, { ...person, ...fields });

export const customers: Chapter = {
  title: 'Customers',
  mistakes: [
    mistake('Nothing of what is required', POST, {}),
    mistake('Names in camel case', POST, {
      legalName: 'ANA PEREZ',
      taxId: 'PEGJ800101AB1',
      taxSystem: '612',
    }),
    mistake('Names in Spanish', POST, { rfc: 'PEGJ800101AB1', razon_social: 'ANA PEREZ', regimen: '612' }),
    mistake('Several mistakes at once', POST, {
      legal_name: 5,
      tax_id: 'PEGJ8001',
      tax_system: 612,
      email: 'ana',
      address: { zip: 6000 },
    }),
    of('An RFC of a person that is too short', { tax_id: 'PEGJ800101' }),
    of('An RFC of a company that is too short', { tax_id: 'URE180429' }),
    of('An RFC that is too long', { tax_id: 'PEGJ800101AB12' }),
    of('An RFC with hyphens', { tax_id: 'PEGJ-800101-AB1' }),
    of('An RFC with a date that does not exist', { tax_id: 'PEGJ801301AB1' }),
    of('A tax regime as a number', { tax_system: 612 }),
    of('A tax regime by its name', {
      tax_system: 'Personas Físicas con Actividades Empresariales y Profesionales',
    }),
    of('A tax regime that does not exist', { tax_system: '999' }),
    of('A company’s regime for a person', { tax_system: '601' }),
    mistake('A person’s regime for a company', POST, { ...innovacion, tax_system: '612' }),
    mistake('A name with its corporate regime', POST, {
      ...universidad,
      legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA SA DE CV',
    }),
    mistake('A name that is not the registered one', POST, { ...universidad, legal_name: 'ROBOTICA' }),
    mistake('A postal code that is not the registered one', POST, {
      ...universidad,
      address: { zip: '06000' },
    }),
    of('A postal code as a number', { address: { zip: 6000 } }),
    of('A postal code of four digits', { address: { zip: '6000' } }),
    of('An address as a text', { address: 'Reforma 1' }),
    of('A country of two letters', { address: { zip: '06000', country: 'MX' } }),
    of('A country by its name', { address: { zip: '06000', country: 'México' } }),
    of('An email that is none', { email: 'ana.example.com' }),
    of('A default use that does not suit the regime', { default_invoice_use: 'CN01' }),
    of('A field that only answers have', { id: '0123456789abcdef01234567' }),
  ],
};
