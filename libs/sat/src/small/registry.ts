import * as sat from '../catalogues/index.js';
import type { Catalogue } from '../catalogue.js';

/** A small catalogue as the API shows it. */
export interface SmallCatalogue {
  /** Its name in addresses. */
  readonly name: string;
  readonly catalogue: Catalogue;
  readonly standard: string;
  readonly es: string;
  readonly en: string;
}

const group =
  (standard: string, prefix = '') =>
  (catalogue: Catalogue, name: string, es: string, en: string): SmallCatalogue => ({
    name: `${prefix}${name}`,
    catalogue,
    standard,
    es,
    en,
  });
const cfdi = group('CFDI 4.0');
const pagos = group('Pagos 2.0');
const nomina = group('Nómina 1.2', 'payroll-');
const ccp = group('Carta Porte 3.1', 'cartaporte-');
const cce = group('Comercio Exterior 2.0', 'foreign-trade-');
const hyp = group('Hidrocarburos y petrolíferos 1.0', 'fuel-');
const ret = group('Retenciones 2.0', 'retention-');

/** Every small catalogue by its id, which is that of the export in libs/sat, in the order of the API's index. */
// A row is a line.
// prettier-ignore
export const SMALL_CATALOGUES = {
  tiposDeComprobante: cfdi(sat.tiposDeComprobante, 'invoice-types', 'Tipos de comprobante', 'Types of invoice'),
  regimenesFiscales: cfdi(sat.regimenesFiscales, 'tax-systems', 'Regímenes fiscales', 'Tax systems'),
  usosCfdi: cfdi(sat.usosCfdi, 'cfdi-uses', 'Usos del CFDI', 'Uses of a CFDI'),
  formasPago: cfdi(sat.formasPago, 'payment-forms', 'Formas de pago', 'Payment forms'),
  metodosPago: cfdi(sat.metodosPago, 'payment-methods', 'Métodos de pago', 'Payment methods'),
  monedas: cfdi(sat.monedas, 'currencies', 'Monedas', 'Currencies'),
  paises: cfdi(sat.paises, 'countries', 'Países', 'Countries'),
  estados: cfdi(sat.estados, 'states', 'Estados', 'States'),
  impuestos: cfdi(sat.impuestos, 'taxes', 'Impuestos', 'Taxes'),
  tiposFactor: cfdi(sat.tiposFactor, 'tax-factors', 'Tipos de factor', 'Tax factors'),
  tasasOCuotas: cfdi(sat.tasasOCuotas, 'tax-rates', 'Tasas o cuotas', 'Rates and amounts per unit'),
  objetosImp: cfdi(sat.objetosImp, 'taxabilities', 'Objeto de impuesto', 'Taxabilities'),
  exportaciones: cfdi(sat.exportaciones, 'exports', 'Exportación', 'Exports'),
  tiposRelacion: cfdi(sat.tiposRelacion, 'relationships', 'Tipos de relación entre CFDI', 'Relationships between CFDI'),
  periodicidades: cfdi(sat.periodicidades, 'periodicities', 'Periodicidades de la factura global', 'Periods of global invoices'),
  meses: cfdi(sat.meses, 'months', 'Meses y bimestres', 'Months and pairs of months'),
  aduanas: cfdi(sat.aduanas, 'customs-offices', 'Aduanas', 'Customs offices'),
  motivosCancelacion: cfdi(sat.motivosCancelacion, 'cancellation-motives', 'Motivos de cancelación', 'Cancellation motives'),

  tiposCadenaPago: pagos(sat.tiposCadenaPago, 'payment-chain-types', 'Tipos de cadena de pago', 'Types of payment chain'),

  tiposNomina: nomina(sat.tiposNomina, 'types', 'Tipos de nómina', 'Types of payroll'),
  tiposPercepcion: nomina(sat.tiposPercepcion, 'earnings', 'Tipos de percepción', 'Types of earning'),
  tiposDeduccion: nomina(sat.tiposDeduccion, 'deductions', 'Tipos de deducción', 'Types of deduction'),
  tiposOtroPago: nomina(sat.tiposOtroPago, 'other-payments', 'Tipos de otro pago', 'Types of other payment'),
  tiposHoras: nomina(sat.tiposHoras, 'hour-types', 'Tipos de horas extra', 'Types of overtime'),
  tiposIncapacidad: nomina(sat.tiposIncapacidad, 'disability-types', 'Tipos de incapacidad', 'Types of disability'),
  tiposContrato: nomina(sat.tiposContrato, 'contract-types', 'Tipos de contrato', 'Types of contract'),
  tiposRegimen: nomina(sat.tiposRegimen, 'regimes', 'Tipos de régimen de contratación', 'Regimes of hiring'),
  tiposJornada: nomina(sat.tiposJornada, 'workdays', 'Tipos de jornada', 'Types of working day'),
  periodicidadesPago: nomina(sat.periodicidadesPago, 'frequencies', 'Periodicidades de pago', 'Payment frequencies'),
  riesgosPuesto: nomina(sat.riesgosPuesto, 'job-risks', 'Riesgos del puesto', 'Job risks'),
  origenesRecurso: nomina(sat.origenesRecurso, 'fund-sources', 'Orígenes del recurso', 'Sources of funds'),
  bancos: nomina(sat.bancos, 'banks', 'Bancos', 'Banks'),
  estadosNomina: nomina(sat.estadosNomina, 'states', 'Entidades federativas de la nómina', 'States of payrolls'),

  transportes: ccp(sat.transportes, 'transports', 'Medios de transporte', 'Means of transport'),
  tiposEstacion: ccp(sat.tiposEstacion, 'station-types', 'Tipos de estación', 'Types of station'),
  tiposPermiso: ccp(sat.tiposPermiso, 'permits', 'Tipos de permiso', 'Types of permit'),
  configuracionesAutotransporte: ccp(sat.configuracionesAutotransporte, 'transport-configs', 'Configuraciones vehiculares', 'Configurations of vehicles'),
  tiposRemolque: ccp(sat.tiposRemolque, 'trailer-types', 'Subtipos de remolque', 'Types of trailer'),
  tiposFigura: ccp(sat.tiposFigura, 'figures', 'Figuras del transporte', 'Figures of the transport'),
  partesTransporte: ccp(sat.partesTransporte, 'transport-parts', 'Partes del transporte', 'Parts of the transport'),
  configuracionesMaritimas: ccp(sat.configuracionesMaritimas, 'ship-types', 'Tipos de embarcación', 'Types of ship'),
  tiposCarga: ccp(sat.tiposCarga, 'cargo-types', 'Tipos de carga marítima', 'Types of sea cargo'),
  contenedoresMaritimos: ccp(sat.contenedoresMaritimos, 'marine-containers', 'Contenedores marítimos', 'Marine containers'),
  autorizacionesNaviero: ccp(sat.autorizacionesNaviero, 'naval-authorizations', 'Autorizaciones de agentes navieros', 'Authorisations of shipping agents'),
  codigosTransporteAereo: ccp(sat.codigosTransporteAereo, 'air-transport-codes', 'Códigos de transporte aéreo', 'Codes of airlines'),
  tiposServicio: ccp(sat.tiposServicio, 'rail-services', 'Tipos de servicio ferroviario', 'Types of rail service'),
  tiposTrafico: ccp(sat.tiposTrafico, 'rail-traffic', 'Tipos de tráfico ferroviario', 'Types of rail traffic'),
  tiposCarro: ccp(sat.tiposCarro, 'rail-cars', 'Tipos de carro ferroviario', 'Types of rail car'),
  contenedores: ccp(sat.contenedores, 'rail-containers', 'Contenedores ferroviarios', 'Rail containers'),
  derechosDePaso: ccp(sat.derechosDePaso, 'rights-of-passage', 'Derechos de paso', 'Rights of passage'),
  regimenesAduaneros: ccp(sat.regimenesAduaneros, 'customs-regimes', 'Regímenes aduaneros', 'Customs regimes'),
  documentosAduaneros: ccp(sat.documentosAduaneros, 'customs-documents', 'Documentos aduaneros', 'Customs documents'),
  tiposMateria: ccp(sat.tiposMateria, 'material-types', 'Tipos de materia', 'Types of material'),
  registrosIstmo: ccp(sat.registrosIstmo, 'isthmus-poles', 'Polos de desarrollo del Istmo', 'Poles of development of the isthmus'),
  sectoresCofepris: ccp(sat.sectoresCofepris, 'cofepris-sectors', 'Sectores COFEPRIS', 'COFEPRIS sectors'),
  formasFarmaceuticas: ccp(sat.formasFarmaceuticas, 'pharmaceutical-forms', 'Formas farmacéuticas', 'Pharmaceutical forms'),
  condicionesEspeciales: ccp(sat.condicionesEspeciales, 'special-conditions', 'Condiciones especiales de transporte', 'Special conditions of transport'),
  tiposEmbalaje: ccp(sat.tiposEmbalaje, 'packaging-types', 'Tipos de embalaje', 'Types of packaging'),

  incoterms: cce(sat.incoterms, 'incoterms', 'Incoterms', 'Incoterms'),
  motivosTraslado: cce(sat.motivosTraslado, 'transfer-motives', 'Motivos de traslado', 'Motives of transfer'),
  tiposOperacion: cce(sat.tiposOperacion, 'operation-types', 'Tipos de operación', 'Types of operation'),
  clavesPedimento: cce(sat.clavesPedimento, 'pedimento-keys', 'Claves de pedimento', 'Keys of customs declarations'),
  unidadesAduana: cce(sat.unidadesAduana, 'customs-units', 'Unidades de medida de aduana', 'Units of customs'),

  tiposPermisoHyp: hyp(sat.tiposPermisoHyp, 'permits', 'Tipos de permiso de hidrocarburos', 'Types of fuel permit'),
  clavesHyp: hyp(sat.clavesHyp, 'product-keys', 'Claves de producto de hidrocarburos', 'Product keys of fuels'),
  subproductosHyp: hyp(sat.subproductosHyp, 'subproducts', 'Subproductos de hidrocarburos', 'Subproducts of fuels'),

  clavesRetencion: ret(sat.clavesRetencion, 'keys', 'Claves de retención', 'Retention keys'),
  ejercicios: ret(sat.ejercicios, 'years', 'Ejercicios', 'Fiscal years'),
  periodos: ret(sat.periodos, 'months', 'Meses de las retenciones', 'Months of retentions'),
  periodicidadesRetenciones: ret(sat.periodicidadesRetenciones, 'platform-periods', 'Periodicidades de plataformas tecnológicas', 'Periods of technological platforms'),
  entidadesFederativas: ret(sat.entidadesFederativas, 'states', 'Entidades federativas de las retenciones', 'States of retentions'),
  paisesRetenciones: ret(sat.paisesRetenciones, 'countries', 'Países de las retenciones', 'Countries of retentions'),
  tiposContribuyente: ret(sat.tiposContribuyente, 'payee-types', 'Tipos de contribuyente sujeto a retención', 'Types of payee'),
  tiposDividendo: ret(sat.tiposDividendo, 'dividend-types', 'Tipos de dividendo o utilidad', 'Types of dividend'),
  impuestosRetenciones: ret(sat.impuestosRetenciones, 'taxes', 'Impuestos de las retenciones', 'Taxes of retentions'),
  tiposServicioPlataforma: ret(sat.tiposServicioPlataforma, 'platform-services', 'Tipos de servicio de plataformas', 'Types of platform service'),
  subtiposServicioPlataforma: ret(sat.subtiposServicioPlataforma, 'platform-subservices', 'Subtipos de servicio de plataformas', 'Subtypes of platform service'),
  formasPagoPlataforma: ret(sat.formasPagoPlataforma, 'platform-payment-forms', 'Formas de pago de plataformas', 'Payment forms of platforms'),
  tasasPlataforma: ret(sat.tasasPlataforma, 'platform-rates', 'Tasas de los impuestos de plataformas', 'Rates of platform taxes'),
  tiposPagoRetencion: ret(sat.tiposPagoRetencion, 'payment-types', 'Tipos de pago de la retención', 'Types of retention payment'),
} as const satisfies Readonly<Record<string, SmallCatalogue>>;

export type SmallId = keyof typeof SMALL_CATALOGUES;
export const SMALL_IDS = Object.keys(SMALL_CATALOGUES) as readonly SmallId[];
