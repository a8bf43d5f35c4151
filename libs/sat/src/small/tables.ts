import { code, column, key, text, type ColumnSpec, type Family, type TableSpec } from '../large/columns.js';
import { SMALL_CATALOGUES } from './registry.js';

/** How the small catalogues are recognised and read in the tax authority's workbooks and in tables, by their id. */

const label = (tsv = 'texto') =>
  text('label', /^(descripcion.*|nombre(delestado|corto)?|texto|tipode(carro|contenedor))$/, tsv);
const validity = [
  column('validFrom', /^(fecha)?(de)?inicio(de)?(la)?vigencia/, 'vigencia_desde', 'date'),
  column('validTo', /^(fecha)?(de)?fin(al)?(de)?(la)?vigencia/, 'vigencia_hasta', 'date'),
];

/** A key's heading: the catalogue's name, with or without its c_, or "Clave" and what it is of. */
const keyHeading = (name: string): RegExp =>
  new RegExp(`^(c?${name.replace(/^c_/, '').toLowerCase()}|clave\\w*|cve\\w*)$`);

/** Yes and no, as workbooks and tables write them. */
const YES = { Sí: '1', SI: '1', SÍ: '1', Si: '1', X: '1', No: '', NO: '', '0': '' };
const flag = (name: string, heading: RegExp, tsv: string, required = true) =>
  code(name, heading, tsv, /^1?$/, { means: YES, required });
const list = (name: string, heading: RegExp, tsv: string) => text(name, heading, tsv, true);

interface Shape {
  readonly tsv: string;
  readonly key: RegExp;
  /** To how many digits keys that a workbook has as numbers are filled up. */
  readonly digits?: number;
  readonly columns?: readonly ColumnSpec[];
  readonly keyColumn?: string;
  readonly labelColumn?: string;
  readonly sheet?: string;
  readonly keyHeading?: RegExp;
  readonly twoLines?: boolean;
}

const table =
  (family: Family, prefix: string) =>
  (id: keyof typeof SMALL_CATALOGUES, shape: Shape): TableSpec => {
    const { name } = SMALL_CATALOGUES[id].catalogue;
    return {
      name,
      sheets: [shape.sheet ?? name.toLowerCase()],
      tsv: [`${prefix}_${shape.tsv}`],
      columns: [
        key('key', shape.keyHeading ?? keyHeading(name), shape.keyColumn ?? 'id', shape.key, shape.digits),
        label(shape.labelColumn),
        ...(shape.columns ?? []),
        ...validity,
      ],
      searched: false,
      family,
      ...(shape.twoLines && { twoLines: true }),
    };
  };
const cfdi = table('cfdi', 'cfdi_40');
const nomina = table('nomina', 'nomina');
const ccp = table('cartaPorte', 'ccp_31');
const cce = table('comercioExterior', 'cce_20');
const hyp = table('hidrocarburos', 'hyp_10');
const ret = table('retenciones', 'ret_20');

const one = { key: /^\d$/ };
const two = { key: /^\d{2}$/, digits: 2 };
const three = { key: /^\d{3}$/, digits: 3 };
const letters = (count: string) => ({ key: new RegExp(`^[A-Z]{${count}}$`) });
const like = (prefix: string, digits: number) => ({ key: new RegExp(`^${prefix}\\d{${digits}}$`) });

const persons = [flag('fisica', /^fisica$/, 'aplica_fisica'), flag('moral', /^moral$/, 'aplica_moral')];
const states = {
  ...letters('2,3'),
  keyColumn: 'estado',
  columns: [code('pais', /^cpais$/, 'pais', /^[A-Z]{3}$/)],
};
const withContenedor = { columns: [flag('contenedor', /^contenedor$/, 'contenedor')] };

/** c_TasaOCuota: its rows have no key, so the highest value stands for it here. */
const tasas: TableSpec = {
  name: 'c_TasaOCuota',
  sheets: ['c_tasaocuota'],
  tsv: ['cfdi_40_reglas_tasa_cuota'],
  columns: [
    code('tipo', /^rangoofijo$/, 'tipo', /^(Fijo|Rango)$/),
    code('minimo', /^valorminimo$/, 'minimo', /^(\d+(\.\d{1,6})?)?$/),
    key('key', /^valormaximo$/, 'valor', /^\d+(\.\d{1,6})?$/),
    code('impuesto', /^impuesto$/, 'impuesto', /^(ISR|IVA|IEPS)( .*)?$/),
    code('factor', /^factor$/, 'factor', /^(Tasa|Cuota)$/),
    flag('traslado', /^traslado$/, 'traslado'),
    flag('retencion', /^retencion$/, 'retencion'),
    ...validity,
  ],
  searched: false,
  family: 'cfdi',
  twoLines: true,
};

/** The small catalogues that can be loaded: all but those whose keys the program itself is made of. */
export const SMALL_TABLES = {
  tasasOCuotas: tasas,
  regimenesFiscales: cfdi('regimenesFiscales', {
    tsv: 'regimenes_fiscales',
    ...three,
    columns: persons,
    twoLines: true,
  }),
  usosCfdi: cfdi('usosCfdi', {
    ...{ tsv: 'usos_cfdi', key: /^[A-Z]{1,2}\d{2}$/, twoLines: true },
    columns: [...persons, list('regimenes', /^regimenfiscalreceptor/, 'regimenes_fiscales_receptores')],
  }),
  formasPago: cfdi('formasPago', {
    ...{ tsv: 'formas_pago', ...two },
    columns: [
      text('bancarizado', /^bancarizado$/, 'es_bancarizado'),
      text('cuentaOrdenante', /^patronparacuentaordenante/, 'patron_cuenta_ordenante'),
      text('cuentaBeneficiario', /^patronparacuentabeneficiari[ao]/, 'patron_cuenta_beneficiario'),
      text('cadenaPago', /^tipocadenapago$/, 'permite_tipo_cadena_pago'),
      text('bancoExtranjero', /^nombredelbancoemisor/, 'requiere_banco_ordenante_nombre_ext'),
    ],
  }),
  metodosPago: cfdi('metodosPago', { tsv: 'metodos_pago', ...letters('3') }),
  monedas: cfdi('monedas', {
    ...{ tsv: 'monedas', ...letters('3') },
    columns: [
      code('decimales', /^decimales$/, 'decimales', /^\d$/),
      code('variacion', /^porcentajevariacion$/, 'porcentaje_variacion', /^\d{1,4}(\.\d+)?%?$/),
    ],
  }),
  paises: cfdi('paises', {
    ...{ tsv: 'paises', ...letters('3') },
    columns: [
      text('codigoPostal', /^formatodecodigopostal$/, 'patron_codigo_postal'),
      text('identidadTributaria', /^formatoderegistrodeidentidadtributaria$/, 'patron_identidad_tributaria'),
      text('agrupacion', /^agrupaciones$/, 'agrupaciones'),
    ],
  }),
  estados: cfdi('estados', { tsv: 'estados', ...states }),
  objetosImp: cfdi('objetosImp', { tsv: 'objetos_impuestos', ...two }),
  exportaciones: cfdi('exportaciones', { tsv: 'exportaciones', ...two }),
  tiposRelacion: cfdi('tiposRelacion', { tsv: 'tipos_relaciones', ...two }),
  periodicidades: cfdi('periodicidades', { tsv: 'periodicidades', ...two }),
  meses: cfdi('meses', { tsv: 'meses', ...two }),
  aduanas: cfdi('aduanas', { tsv: 'aduanas', ...two }),
  tiposCadenaPago: table('pagos', 'pagos')('tiposCadenaPago', { tsv: 'tipos_cadena_pago', ...two }),

  tiposNomina: nomina('tiposNomina', { tsv: 'tipos_nominas', ...letters('1') }),
  tiposPercepcion: nomina('tiposPercepcion', { tsv: 'tipos_percepciones', ...three }),
  tiposDeduccion: nomina('tiposDeduccion', { tsv: 'tipos_deducciones', ...three }),
  tiposOtroPago: nomina('tiposOtroPago', { tsv: 'tipos_otros_pagos', ...three }),
  tiposHoras: nomina('tiposHoras', { tsv: 'tipos_horas', ...two }),
  tiposIncapacidad: nomina('tiposIncapacidad', { tsv: 'tipos_incapacidades', ...two }),
  tiposContrato: nomina('tiposContrato', { tsv: 'tipos_contratos', ...two }),
  tiposRegimen: nomina('tiposRegimen', { tsv: 'tipos_regimenes', ...two }),
  tiposJornada: nomina('tiposJornada', { tsv: 'tipos_jornadas', ...two }),
  periodicidadesPago: nomina('periodicidadesPago', { tsv: 'periodicidades_pagos', ...two }),
  riesgosPuesto: nomina('riesgosPuesto', { tsv: 'riesgos_puestos', key: /^\d{1,2}$/ }),
  origenesRecurso: nomina('origenesRecurso', { tsv: 'origenes_recursos', ...letters('2') }),
  bancos: nomina('bancos', {
    ...{ tsv: 'bancos', ...three },
    columns: [text('razonSocial', /^(nombreo)?razonsocial$/, 'razon_social')],
  }),
  estadosNomina: nomina('estadosNomina', { tsv: 'estados', ...states }),

  transportes: ccp('transportes', { tsv: 'transportes', ...two }),
  tiposEstacion: ccp('tiposEstacion', {
    ...{ tsv: 'tipos_estacion', ...two },
    columns: [list('transportes', /^claves?(de)?transportes?$/, 'claves_transportes')],
    keyHeading: /^(claveidentificacion|clave|ctipoestacion)$/,
  }),
  tiposPermiso: ccp('tiposPermiso', {
    ...{ tsv: 'tipos_permiso', key: /^TP[A-Z]{2}\d{2}$/ },
    columns: [list('transportes', /^clave(de)?transporte$/, 'clave_transporte')],
    keyHeading: /^(clave|ctipopermiso)$/,
  }),
  configuracionesAutotransporte: ccp('configuracionesAutotransporte', {
    ...{ tsv: 'configuraciones_autotransporte', key: /^[A-Z0-9]{2,8}$/ },
    columns: [
      code('ejes', /^numerodeejes$/, 'numero_de_ejes', /^\d{1,2}$/),
      code('llantas', /^numerodellantas$/, 'numero_de_llantas', /^\d{1,2}$/),
      code('remolque', /^remolque$/, 'remolque', /^(0|1|0, ?1)$/, { means: { '0.1': '0, 1' } }),
    ],
  }),
  tiposRemolque: ccp('tiposRemolque', { tsv: 'tipos_remolque', ...like('CTR', 3) }),
  tiposFigura: ccp('tiposFigura', { tsv: 'figuras_transporte', ...two }),
  partesTransporte: ccp('partesTransporte', { tsv: 'partes_transporte', ...like('PT', 2) }),
  configuracionesMaritimas: ccp('configuracionesMaritimas', {
    tsv: 'configuraciones_maritimas',
    ...like('B', 2),
  }),
  tiposCarga: ccp('tiposCarga', { tsv: 'tipos_carga', ...letters('3') }),
  contenedoresMaritimos: ccp('contenedoresMaritimos', { tsv: 'contenedores_maritimos', ...like('CM', 3) }),
  autorizacionesNaviero: ccp('autorizacionesNaviero', {
    ...{ tsv: 'autorizaciones_naviero', key: /^[A-Z0-9/-]{10,15}$/ },
    keyHeading: /^(c?numautorizacionnaviero|numero?deautorizacion|numautorizacion)$/,
  }),
  codigosTransporteAereo: ccp('codigosTransporteAereo', {
    ...{ tsv: 'codigos_transporte_aereo', ...like('CA', 3) },
    columns: [
      text('nacionalidad', /^nacionalidad$/, 'nacionalidad', true),
      text('oaci', /^designadoroaci$/, 'designador_oaci'),
    ],
  }),
  tiposServicio: ccp('tiposServicio', { tsv: 'tipos_servicio', ...like('TS', 2), ...withContenedor }),
  tiposTrafico: ccp('tiposTrafico', { tsv: 'tipos_trafico', ...like('TT', 2) }),
  tiposCarro: ccp('tiposCarro', { tsv: 'tipos_carro', ...like('TC', 2), ...withContenedor }),
  contenedores: ccp('contenedores', {
    ...{ tsv: 'contenedores', ...like('TC', 2) },
    columns: [text('longitud', /^descripcion$/, 'descripcion', true)],
  }),
  derechosDePaso: ccp('derechosDePaso', {
    ...{ tsv: 'derechos_de_paso', ...like('CDP', 3) },
    columns: [
      text('entre', /^entre$/, 'entre', true),
      text('hasta', /^hasta$/, 'hasta', true),
      code('sentido', /^otorgarecibe$/, 'otorga_recibe', /^(Otorga|Recibe)$/),
      text('concesionario', /^concesionario$/, 'concesionario', true),
    ],
  }),
  regimenesAduaneros: ccp('regimenesAduaneros', {
    ...{ tsv: 'regimenes_aduaneros', ...letters('3') },
    columns: [list('sentidos', /^impoexpo$/, 'impoexpo')],
  }),
  documentosAduaneros: ccp('documentosAduaneros', { tsv: 'documentos_aduaneros', ...two }),
  tiposMateria: ccp('tiposMateria', { tsv: 'tipos_materia', ...two }),
  registrosIstmo: ccp('registrosIstmo', { tsv: 'registros_istmo', ...two }),
  sectoresCofepris: ccp('sectoresCofepris', { tsv: 'sectores_cofepris', ...two }),
  formasFarmaceuticas: ccp('formasFarmaceuticas', { tsv: 'formas_farmaceuticas', ...two }),
  condicionesEspeciales: ccp('condicionesEspeciales', { tsv: 'condiciones_especiales', ...two }),
  tiposEmbalaje: ccp('tiposEmbalaje', { tsv: 'tipos_embalaje', key: /^[A-Z0-9]{2,4}$/ }),

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
  tiposPagoRetencion: ret('tiposPagoRetencion', {
    ...{ tsv: 'tipos_pago_retencion', ...two },
    columns: [code('impuesto', /^(tipode)?impuesto$/, 'tipo_impuesto', /^00[123]$/)],
  }),
} as const satisfies Readonly<Partial<Record<keyof typeof SMALL_CATALOGUES, TableSpec>>>;

export type SmallTableId = keyof typeof SMALL_TABLES;
export const SMALL_TABLE_IDS = Object.keys(SMALL_TABLES) as readonly SmallTableId[];
