import type { Language } from '#kernel';
import type { OrganizationDoc } from '#contracts';
import { parseRfc, usesFor, usosCfdi, type PersonType } from '#sat';
import { nameField } from '../tax-info/form.js';
import type { OptionView } from '../tax-info/template.js';

/** What each use is for, in the words of somebody who is no accountant. */
const MEANINGS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  G01: {
    es: 'Lo que compró es para venderlo o para fabricar lo que vende.',
    en: 'What you bought is to be resold, or to make what you sell.',
  },
  G02: {
    es: 'Le devolvieron dinero, o le dieron un descuento o una bonificación.',
    en: 'You got money back, a discount or a bonus.',
  },
  G03: {
    es: 'Gastos de su negocio o trabajo: papelería, gasolina, comidas, servicios. Es el más común.',
    en: 'Expenses of your business or work: stationery, fuel, meals, services. The most usual one.',
  },
  I01: { es: 'Obras y construcciones de su negocio.', en: 'Buildings and works of your business.' },
  I02: { es: 'Muebles y equipo para su oficina.', en: 'Furniture and equipment for your office.' },
  I03: { es: 'Automóviles, camiones y otro transporte.', en: 'Cars, trucks and other transport.' },
  I04: { es: 'Computadoras, impresoras y accesorios.', en: 'Computers, printers and accessories.' },
  I05: { es: 'Herramientas, moldes y troqueles.', en: 'Tools, molds and dies.' },
  I06: { es: 'Equipo de telefonía.', en: 'Telephone equipment.' },
  I07: { es: 'Equipo de comunicación por satélite.', en: 'Satellite communication equipment.' },
  I08: {
    es: 'Otras máquinas y equipos de su negocio.',
    en: 'Other machines and equipment of your business.',
  },
  D01: {
    es: 'Médico, dentista u hospital, suyo o de su familia. Deducción personal.',
    en: 'Doctor, dentist or hospital, yours or your family’s. Personal deduction.',
  },
  D02: {
    es: 'Gastos médicos por incapacidad o discapacidad. Deducción personal.',
    en: 'Medical expenses for a disability. Personal deduction.',
  },
  D03: { es: 'Gastos funerarios. Deducción personal.', en: 'Funeral expenses. Personal deduction.' },
  D04: { es: 'Donativos. Deducción personal.', en: 'Donations. Personal deduction.' },
  D05: {
    es: 'Intereses del crédito de su casa. Deducción personal.',
    en: 'Interest on the mortgage of your home. Personal deduction.',
  },
  D06: {
    es: 'Aportaciones voluntarias a su Afore. Deducción personal.',
    en: 'Voluntary contributions to your retirement account. Personal deduction.',
  },
  D07: {
    es: 'Seguro de gastos médicos. Deducción personal.',
    en: 'Health insurance premiums. Personal deduction.',
  },
  D08: {
    es: 'Transporte escolar obligatorio. Deducción personal.',
    en: 'Compulsory school transport. Personal deduction.',
  },
  D09: {
    es: 'Ahorro y planes de pensiones. Deducción personal.',
    en: 'Savings and pension plans. Personal deduction.',
  },
  D10: { es: 'Colegiaturas. Deducción personal.', en: 'Tuition fees. Personal deduction.' },
  S01: {
    es: 'No va a deducir la compra: solo quiere la factura.',
    en: 'You will not deduct the purchase: you only want the invoice.',
  },
};

/** Those of payments and of payroll are of other documents. */
const OF_OTHERS = new Set(['CP01', 'CN01']);

/** Who chooses: what is not known yet narrows nothing. */
export interface Chooser {
  readonly tax_id?: string;
  readonly tax_system?: string;
  readonly use?: string;
}

export interface UseView extends OptionView {
  readonly meaning: string;
}

type Allowing = Pick<OrganizationDoc, 'self_invoice'>;

/** Keys of the uses that somebody may choose in an organization's portal. */
export function usesOf(
  { self_invoice }: Allowing,
  { tax_id = '', tax_system = '' }: Chooser,
): readonly string[] {
  const { allowed_cfdi_uses: allowed } = self_invoice;
  const person = parseRfc(tax_id)?.person;
  const legal = (key: string): boolean => {
    if (tax_system === '') return true;
    const persons: readonly PersonType[] = person === undefined ? ['fisica', 'moral'] : [person];
    return persons.some((one) => usesFor(tax_system, one).some((use) => use.key === key));
  };
  return usosCfdi.entries
    .map(({ key }) => key)
    .filter((key) => !OF_OTHERS.has(key) && (allowed.length === 0 || allowed.includes(key)) && legal(key));
}

/** The same as options of a list, each with what it is for. */
export function useViews(organization: Allowing, chooser: Chooser, language: Language): readonly UseView[] {
  const open = new Set(usesOf(organization, chooser));
  return usosCfdi.entries
    .filter(({ key }) => open.has(key))
    .map(({ key, label, en, personas, regimenes }) => {
      const of = (person: PersonType) => (personas.includes(person) ? regimenes.join(' ') : '');
      const name = nameField(key, language === 'es' ? label : (en ?? label));
      return {
        ...{
          value: key,
          label: name,
          selected: key === chooser.use,
          fisica: of('fisica'),
          moral: of('moral'),
        },
        meaning: MEANINGS[key]?.[language] ?? name,
      };
    });
}

/** A use as people read it. */
export function useName(key: string, language: Language): string {
  const use = usosCfdi.find(key);
  return use ? nameField(key, language === 'es' ? use.label : (use.en ?? use.label)) : key;
}
