import { englishOf, SMALL_CATALOGUES, type SmallId } from '#sat';
import type { Vocabulary } from '#http';

type Meanings = Readonly<Record<string, string>>;

/** Fields of the API that take keys of a small catalogue of the SAT (Anexo 20), by their names. */
export const CATALOGUE_OF_FIELD = {
  payment_form: 'formasPago',
  payment_method: 'metodosPago',
  use: 'usosCfdi',
  default_invoice_use: 'usosCfdi',
  tax_system: 'regimenesFiscales',
  export: 'exportaciones',
  taxability: 'objetosImp',
  relationship: 'tiposRelacion',
  motive: 'motivosCancelacion',
  periodicity: 'periodicidades',
  months: 'meses',
  cve_retenc: 'clavesRetencion',
  tipo_pago_ret: 'tiposPagoRetencion',
  tipoCadPago: 'tiposCadenaPago',
  tipo_nomina: 'tiposNomina',
  tipo_contrato: 'tiposContrato',
  tipo_regimen: 'tiposRegimen',
  tipo_jornada: 'tiposJornada',
  riesgo_puesto: 'riesgosPuesto',
  periodicidad_pago: 'periodicidadesPago',
  origen_recurso: 'origenesRecurso',
  tipo_horas: 'tiposHoras',
  tipo_incapacidad: 'tiposIncapacidad',
  tipo_otro_pago: 'tiposOtroPago',
} as const satisfies Readonly<Record<string, SmallId>>;

/** What each key of a built-in catalogue means: the SAT's Spanish, then English. */
export const meaningsOfKeys = (id: SmallId): Meanings =>
  Object.fromEntries(
    SMALL_CATALOGUES[id].catalogue.entries
      .filter(({ outsideCfdi }) => !outsideCfdi)
      .map((entry) => [entry.key, [entry.label, capital(englishOf(id, entry))].filter(Boolean).join(' / ')]),
  );

const capital = (text = ''): string => text.charAt(0).toUpperCase() + text.slice(1);

/** They are no enumerations: an installation that loads newer catalogues takes their keys too. */
export const satKeys: Vocabulary['keys'] = Object.fromEntries(
  Object.entries(CATALOGUE_OF_FIELD).map(([field, id]) => [field, meaningsOfKeys(id)]),
);
