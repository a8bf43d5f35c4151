import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';
import type { PersonType } from '../rfc.js';

export interface RegimenFiscal extends CatalogueEntry {
  /** Kinds of person that may have the regime. */
  readonly personas: readonly PersonType[];
}

const F: readonly PersonType[] = ['fisica'];
const M: readonly PersonType[] = ['moral'];
const FM: readonly PersonType[] = ['fisica', 'moral'];

const regimen = (key: string, personas: readonly PersonType[], label: string, en: string): RegimenFiscal => ({
  key,
  personas,
  label,
  en,
});
/** A regime of CFDI 3.3's catalogue that the API still takes for a customer. */
const formerRegimen = (...args: Parameters<typeof regimen>): RegimenFiscal => ({
  ...regimen(...args),
  outsideCfdi: true,
});

/** "Sin obligaciones fiscales": the only regime of the generic RFCs and of foreign customers (CFDI40159). */
export const NO_OBLIGACIONES = '616';
/** Wages and salaries: the regime of who receives a payroll. */
export const SUELDOS = '605';

/** c_RegimenFiscal. 609, 628, 629 and 630 are accepted for a customer and refused in a stamped CFDI. */
export const regimenesFiscales: Catalogue<RegimenFiscal> = catalogue('c_RegimenFiscal', [
  regimen('601', M, 'General de Ley Personas Morales', 'general law legal entities'),
  regimen('603', M, 'Personas Morales con Fines no Lucrativos', 'non-profit legal entities'),
  regimen('605', F, 'Sueldos y Salarios e Ingresos Asimilados a Salarios', 'wages and salaries'),
  regimen('606', F, 'Arrendamiento', 'rent'),
  regimen('607', F, 'Régimen de Enajenación o Adquisición de Bienes', 'alienation or acquisition of goods'),
  regimen('608', F, 'Demás ingresos', 'other income'),
  formerRegimen('609', M, 'Consolidación', 'consolidation'),
  regimen(
    '610',
    FM,
    'Residentes en el Extranjero sin Establecimiento Permanente en México',
    'non-residents without permanent establishment',
  ),
  regimen('611', F, 'Ingresos por Dividendos (socios y accionistas)', 'dividends'),
  regimen(
    '612',
    F,
    'Personas Físicas con Actividades Empresariales y Profesionales',
    'individuals with business and professional activities',
  ),
  regimen('614', F, 'Ingresos por intereses', 'interest income'),
  regimen('615', F, 'Régimen de los ingresos por obtención de premios', 'prizes'),
  regimen('616', F, 'Sin obligaciones fiscales', 'no tax obligations'),
  regimen(
    '620',
    M,
    'Sociedades Cooperativas de Producción que optan por diferir sus ingresos',
    'production cooperatives deferring income',
  ),
  regimen('621', F, 'Incorporación Fiscal', 'fiscal incorporation'),
  regimen(
    '622',
    M,
    'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras',
    'agricultural, livestock, forestry and fishing',
  ),
  regimen('623', M, 'Opcional para Grupos de Sociedades', 'optional for groups of companies'),
  regimen('624', M, 'Coordinados', 'coordinated'),
  regimen(
    '625',
    F,
    'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
    'business activities through technological platforms',
  ),
  regimen('626', FM, 'Régimen Simplificado de Confianza', 'simplified trust regime'),
  formerRegimen('628', M, 'Hidrocarburos', 'hydrocarbons'),
  formerRegimen(
    '629',
    F,
    'De los Regímenes Fiscales Preferentes y de las Empresas Multinacionales',
    'preferential tax regimes and multinationals',
  ),
  formerRegimen(
    '630',
    F,
    'Enajenación de acciones en bolsa de valores',
    'sale of shares on the stock exchange',
  ),
]);

/**
 * Whether a kind of person may have a regime (CFDI40141 for the issuer, CFDI40158 for the receiver).
 * @param atDate the document's local date, for a catalogue that says something else from a day on
 */
export const isRegimeAllowed = (regime: string, person: PersonType, atDate?: string): boolean =>
  regimenesFiscales.find(regime, atDate)?.personas.includes(person) ?? false;
