import * as sat from '../../catalogues/index.js';
import { RETENCIONES_START } from '../../catalogues/retenciones/validity.js';
import type { Catalogue } from '../../catalogue.js';
import { smallLoader, type SmallLoader } from '../loader.js';
import { listOf, toPlain } from './rows.js';

const plain =
  (since: string) =>
  (catalogue: Catalogue): SmallLoader =>
    smallLoader(catalogue, { since, toEntry: toPlain });
const cce = plain(sat.COMERCIO_EXTERIOR_START);
const ret = plain(RETENCIONES_START);

/** The complement of a retention that the built-in edition does not have, as the tax authority's sentence names it. */
function complementoOf(text: string): Pick<sat.ClaveRetencion, 'complemento'> {
  if (text === '' || /^sin complemento/i.test(text)) return {};
  const [, quoted] = /"([^"]+)"/.exec(text) ?? [];
  const cuando = quoted === undefined ? 'siempre' : 'extranjeros';
  return { complemento: { nombre: (quoted ?? text).replace(/\.$/, ''), cuando } };
}

const TAXES = new Map<string, sat.ImpuestoKey>(sat.impuestos.entries.map(({ key }) => [key, key]));

/** What the tables of Comercio Exterior 2.0 say. */
export const comercioExteriorLoaders = {
  incoterms: cce(sat.incoterms),
  motivosTraslado: cce(sat.motivosTraslado),
  tiposOperacion: cce(sat.tiposOperacion),
  clavesPedimento: cce(sat.clavesPedimento),
  unidadesAduana: cce(sat.unidadesAduana),
} as const satisfies Readonly<Record<string, SmallLoader>>;

/** What the tables of Hidrocarburos y petrolíferos 1.0 say. */
export const hidrocarburosLoaders = {
  tiposPermisoHyp: smallLoader(sat.tiposPermisoHyp, {
    since: sat.HIDROCARBUROS_START,
    toEntry: ({ base, text }) => ({ ...base, numero: new RegExp(`^(?:${text('patron')})$`) }),
  }),
  subproductosHyp: smallLoader(sat.subproductosHyp, {
    since: sat.HIDROCARBUROS_START,
    toEntry: ({ base, text }): sat.SubproductoHyp => ({
      ...base,
      categoria: text('categoria') === 'Gasolina' ? 'Gasolina' : 'Diésel',
    }),
  }),
  clavesHyp: smallLoader(sat.clavesHyp, {
    since: sat.HIDROCARBUROS_START,
    toEntry: ({ base, text }) => ({
      ...base,
      unidad: text('unidad'),
      subproductos: listOf(text('subproductos'), /SP\d{2}/g),
    }),
  }),
} as const satisfies Readonly<Record<string, SmallLoader>>;

/** What the tables of Retenciones 2.0 say. */
export const retencionesLoaders = {
  clavesRetencion: smallLoader(sat.clavesRetencion, {
    since: RETENCIONES_START,
    toEntry: ({ base, text, known }) => ({ ...(known ?? complementoOf(text('complemento'))), ...base }),
  }),
  ejercicios: ret(sat.ejercicios),
  periodos: ret(sat.periodos),
  periodicidadesRetenciones: ret(sat.periodicidadesRetenciones),
  entidadesFederativas: ret(sat.entidadesFederativas),
  paisesRetenciones: ret(sat.paisesRetenciones),
  tiposContribuyente: ret(sat.tiposContribuyente),
  tiposDividendo: ret(sat.tiposDividendo),
  impuestosRetenciones: ret(sat.impuestosRetenciones),
  tiposServicioPlataforma: ret(sat.tiposServicioPlataforma),
  subtiposServicioPlataforma: ret(sat.subtiposServicioPlataforma),
  formasPagoPlataforma: ret(sat.formasPagoPlataforma),
  tasasPlataforma: ret(sat.tasasPlataforma),
  tiposPagoRetencion: smallLoader(sat.tiposPagoRetencion, {
    since: RETENCIONES_START,
    toEntry: ({ base, text }) => ({ ...base, impuesto: TAXES.get(text('impuesto')) ?? sat.ISR }),
  }),
} as const satisfies Readonly<Record<string, SmallLoader>>;
