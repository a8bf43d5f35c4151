import type { Language } from '#kernel';

/** Fields of the page, by their paths in the API. */
export type FieldName =
  | 'tax_id'
  | 'legal_name'
  | 'tax_system'
  | 'default_invoice_use'
  | 'email'
  | 'phone'
  | `address.${'street' | 'exterior' | 'interior' | 'neighborhood' | 'city' | 'municipality' | 'zip' | 'state'}`;

interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

export interface Texts {
  readonly title: string;
  readonly lead: (organization: string) => string;
  readonly until: (when: string) => string;
  readonly country: (name: string, key: string) => string;
  readonly fiscal: string;
  readonly contact: string;
  readonly address: string;
  readonly optional: string;
  readonly choose: string;
  readonly noUse: string;
  readonly fisica: string;
  readonly moral: string;
  readonly save: string;
  readonly saving: string;
  readonly once: string;
  readonly wrong: string;
  readonly notSaved: string;
  readonly fields: Readonly<Record<FieldName, FieldText>>;
  /** Of customers abroad, where they differ. */
  readonly abroad: Readonly<Partial<Record<FieldName, FieldText>>>;
}

const es: Texts = {
  title: 'Sus datos de facturación',
  lead: (organization) => `Con estos datos ${organization} emite sus facturas. Revíselos y complételos.`,
  until: (when) => `El enlace sirve una sola vez y vence el ${when}.`,
  country: (name, key) => `País de residencia fiscal: ${name} (${key}).`,
  fiscal: 'Datos fiscales',
  contact: 'Contacto',
  address: 'Domicilio',
  optional: '(opcional)',
  choose: 'Elija una opción',
  noUse: 'Sin preferencia',
  fisica: 'Personas físicas',
  moral: 'Personas morales',
  save: 'Guardar mis datos',
  saving: 'Guardando…',
  once: 'Al guardar, el enlace deja de funcionar.',
  wrong: 'Revise estos datos',
  notSaved: 'Nada se ha guardado todavía',
  fields: {
    tax_id: { label: 'RFC', hint: '13 caracteres de una persona física, 12 de una persona moral.' },
    legal_name: {
      label: 'Nombre o razón social',
      hint: 'Como está en su Constancia de Situación Fiscal; sin el régimen de capital (S.A. de C.V. y similares).',
    },
    tax_system: { label: 'Régimen fiscal' },
    'address.zip': { label: 'Código postal', hint: 'El de su domicilio fiscal.' },
    default_invoice_use: { label: 'Uso habitual de sus facturas' },
    email: { label: 'Correo electrónico', hint: 'Ahí recibe sus facturas.' },
    phone: { label: 'Teléfono' },
    'address.street': { label: 'Calle' },
    'address.exterior': { label: 'Número exterior' },
    'address.interior': { label: 'Número interior' },
    'address.neighborhood': { label: 'Colonia' },
    'address.city': { label: 'Ciudad' },
    'address.municipality': { label: 'Municipio o alcaldía' },
    'address.state': { label: 'Estado' },
  },
  abroad: {
    tax_id: { label: 'Identificación fiscal de su país' },
    legal_name: { label: 'Nombre o razón social' },
    'address.zip': { label: 'Código postal' },
    'address.state': { label: 'Estado o provincia', hint: 'Su código ISO 3166-2, como CA o QC.' },
  },
};

const en: Texts = {
  title: 'Your invoicing details',
  lead: (organization) =>
    `${organization} issues your invoices with these details. Review and complete them.`,
  until: (when) => `The link works once and expires on ${when}.`,
  country: (name, key) => `Country of tax residence: ${name} (${key}).`,
  fiscal: 'Tax details',
  contact: 'Contact',
  address: 'Address',
  optional: '(optional)',
  choose: 'Choose one',
  noUse: 'No preference',
  fisica: 'Individuals',
  moral: 'Companies',
  save: 'Save my details',
  saving: 'Saving…',
  once: 'Once you save, the link stops working.',
  wrong: 'Check these details',
  notSaved: 'Nothing has been saved yet',
  fields: {
    tax_id: { label: 'RFC', hint: '13 characters for an individual, 12 for a company.' },
    legal_name: {
      label: 'Legal name',
      hint: 'As on your Constancia de Situación Fiscal, without the corporate suffix (S.A. de C.V. and the like).',
    },
    tax_system: { label: 'Tax regime' },
    'address.zip': { label: 'Postal code', hint: 'That of your tax address.' },
    default_invoice_use: { label: 'Usual use of your invoices' },
    email: { label: 'E-mail', hint: 'Where you receive your invoices.' },
    phone: { label: 'Phone' },
    'address.street': { label: 'Street' },
    'address.exterior': { label: 'Exterior number' },
    'address.interior': { label: 'Interior number' },
    'address.neighborhood': { label: 'Neighborhood' },
    'address.city': { label: 'City' },
    'address.municipality': { label: 'Municipality' },
    'address.state': { label: 'State' },
  },
  abroad: {
    tax_id: { label: 'Tax identification of your country' },
    legal_name: { label: 'Legal name' },
    'address.zip': { label: 'Postal code' },
    'address.state': { label: 'State or province', hint: 'Its ISO 3166-2 code, such as CA or QC.' },
  },
};

export const texts: Readonly<Record<Language, Texts>> = { es, en };
