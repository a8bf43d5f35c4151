import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';
import type { PersonType } from '../rfc.js';

export interface UsoCfdi extends CatalogueEntry {
  readonly personas: readonly PersonType[];
  /** Regimes of the receiver that may use it. */
  readonly regimenes: readonly string[];
}

const FM: readonly PersonType[] = ['fisica', 'moral'];
const F: readonly PersonType[] = ['fisica'];
/** Regimes with deductible business expenses. */
const BUSINESS = '601 603 606 612 620 621 622 623 624 625 626'.split(' ');
/** Regimes of natural persons that file a yearly return. */
const ANUAL = '605 606 607 608 611 612 614 615 625'.split(' ');
const ALL = '601 603 605 606 607 608 610 611 612 614 615 616 620 621 622 623 624 625 626'.split(' ');

const uso = (
  key: string,
  label: string,
  en: string,
  regimenes: readonly string[] = BUSINESS,
  personas: readonly PersonType[] = FM,
): UsoCfdi => ({ key, label, en, regimenes, personas });
const deduccion = (key: string, label: string, en: string): UsoCfdi => uso(key, label, en, ANUAL, F);

/**
 * c_UsoCFDI. G02 also allows regime 616, as the tax authority's catalogue does and the API's summary does not:
 * refunds to the general public need it.
 */
export const usosCfdi: Catalogue<UsoCfdi> = catalogue('c_UsoCFDI', [
  uso('G01', 'Adquisición de mercancías', 'purchase of goods'),
  uso(
    'G02',
    'Devoluciones, descuentos o bonificaciones',
    'returns, discounts and bonuses',
    [...BUSINESS, '616'].sort(),
  ),
  uso('G03', 'Gastos en general', 'general expenses'),
  uso('I01', 'Construcciones', 'constructions'),
  uso('I02', 'Mobiliario y equipo de oficina por inversiones', 'office furniture'),
  uso('I03', 'Equipo de transporte', 'transport equipment'),
  uso('I04', 'Equipo de computo y accesorios', 'computer equipment'),
  uso('I05', 'Dados, troqueles, moldes, matrices y herramental', 'dies, molds and tools'),
  uso('I06', 'Comunicaciones telefónicas', 'phone communications'),
  uso('I07', 'Comunicaciones satelitales', 'satellite communications'),
  uso('I08', 'Otra maquinaria y equipo', 'other machinery'),
  deduccion('D01', 'Honorarios médicos, dentales y gastos hospitalarios', 'medical and hospital'),
  deduccion('D02', 'Gastos médicos por incapacidad o discapacidad', 'disability medical'),
  deduccion('D03', 'Gastos funerales', 'funeral'),
  deduccion('D04', 'Donativos', 'donations'),
  deduccion(
    'D05',
    'Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)',
    'mortgage interest',
  ),
  deduccion('D06', 'Aportaciones voluntarias al SAR', 'voluntary retirement contributions'),
  deduccion('D07', 'Primas por seguros de gastos médicos', 'medical insurance premiums'),
  deduccion('D08', 'Gastos de transportación escolar obligatoria', 'school transport'),
  deduccion(
    'D09',
    'Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones',
    'savings and pension deposits',
  ),
  deduccion('D10', 'Pagos por servicios educativos (colegiaturas)', 'tuition'),
  uso('S01', 'Sin efectos fiscales', 'without fiscal effects', ALL),
  uso('CP01', 'Pagos', 'payments', ALL),
  uso('CN01', 'Nómina', 'payroll', ['605'], F),
]);

/**
 * Whether a receiver may use a CFDI so (CFDI40161): its regime and its kind of person must both be
 * in the use's row. False for a use that is not in the catalogue.
 * @param atDate the document's local date, for a catalogue that says something else from a day on
 */
export function isUseAllowed(use: string, regime: string, person: PersonType, atDate?: string): boolean {
  const entry = usosCfdi.find(use, atDate);
  return entry !== undefined && entry.regimenes.includes(regime) && entry.personas.includes(person);
}

/** Uses open to a receiver, in the catalogue's order. */
export const usesFor = (regime: string, person: PersonType): readonly UsoCfdi[] =>
  usosCfdi.entries.filter(({ key }) => isUseAllowed(key, regime, person));
