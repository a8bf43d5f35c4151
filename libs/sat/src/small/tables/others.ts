import { code, text, type TableSpec } from '../../large/columns.js';
import { letters, like, list, one, table, two } from './shape.js';

const cce = table('comercioExterior', 'cce_20');
const hyp = table('hidrocarburos', 'hyp_10');
const ret = table('retenciones', 'ret_20');
const platforms = table('plataformas', 'plataformas_10');

/** Comercio Exterior 2.0, Hidrocarburos y petrolíferos 1.0, and Retenciones 2.0 with its platforms. */
export const otherTables = {
  incoterms: cce('incoterms', { tsv: 'incoterms', ...letters('3') }),
  motivosTraslado: cce('motivosTraslado', { tsv: 'motivos_traslado', ...two }),
  tiposOperacion: cce('tiposOperacion', { tsv: 'tipos_operacion', ...one }),
  clavesPedimento: cce('clavesPedimento', { tsv: 'claves_pedimentos', key: /^[A-Z0-9]{2}$/ }),
  unidadesAduana: cce('unidadesAduana', { tsv: 'unidades_medida', ...two }),

  tiposPermisoHyp: hyp('tiposPermisoHyp', {
    ...{ tsv: 'tipos_permisos', ...like('PER', 2), sheet: 'tipopermiso', labelColumn: 'descripcion' },
    columns: [text('patron', /^patronnumerodepermiso$/, 'patron', true)],
  }),
  subproductosHyp: hyp('subproductosHyp', {
    ...{ tsv: 'subproductos_hyp', ...like('SP', 2), labelColumn: 'descripcion' },
    columns: [
      code('categoria', /^categoria$/, 'categoria', /^(Gasolina|Diésel)$/, { means: { Diesel: 'Diésel' } }),
    ],
  }),
  clavesHyp: hyp('clavesHyp', {
    ...{ tsv: 'claves_hyp', key: /^\d{8}$/, labelColumn: 'descripcion' },
    columns: [
      code('unidad', /^(cclaveunidad|claveunidad)$/, 'clave_unidad', /^[A-Za-z0-9]{1,3}$/),
      list('subproductos', /^subproductos?(hyp)?$/, 'subproductos'),
    ],
    keyHeading: /^c?clavehyp$/,
  }),

  clavesRetencion: ret('clavesRetencion', {
    ...{ tsv: 'claves_retencion', ...two },
    columns: [text('complemento', /^nombre(del)?complemento$/, 'nombre_complemento')],
  }),
  ejercicios: ret('ejercicios', { tsv: 'ejercicios', key: /^20\d{2}$/ }),
  periodos: ret('periodos', { tsv: 'periodos', ...two }),
  periodicidadesRetenciones: ret('periodicidadesRetenciones', { tsv: 'periodicidades', ...two }),
  entidadesFederativas: ret('entidadesFederativas', { tsv: 'entidades_federativas', ...two }),
  paisesRetenciones: ret('paisesRetenciones', { tsv: 'paises', ...letters('2,3') }),
  tiposContribuyente: ret('tiposContribuyente', { tsv: 'tipos_contribuyentes', ...one }),
  tiposDividendo: ret('tiposDividendo', { tsv: 'tipos_dividendos_utilidades', ...two }),
  impuestosRetenciones: ret('impuestosRetenciones', { tsv: 'tipos_impuestos', ...two }),
  tiposServicioPlataforma: platforms('tiposServicioPlataforma', { tsv: 'tipos_servicio', ...two }),
  subtiposServicioPlataforma: platforms('subtiposServicioPlataforma', { tsv: 'subtipos_servicio', ...two }),
  formasPagoPlataforma: platforms('formasPagoPlataforma', { tsv: 'formas_pago', ...two }),
  tasasPlataforma: platforms('tasasPlataforma', { tsv: 'tasas', key: /^\d\.\d{6}$/ }),
  tiposPagoRetencion: ret('tiposPagoRetencion', {
    ...{ tsv: 'tipos_pago_retencion', ...two },
    columns: [code('impuesto', /^(tipode)?impuesto$/, 'tipo_impuesto', /^00[123]$/)],
  }),
} as const satisfies Readonly<Record<string, TableSpec>>;
