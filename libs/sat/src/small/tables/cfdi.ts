import { code, key, text, type TableSpec } from '../../large/columns.js';
import { flag, letters, list, persons, states, table, three, two, validity } from './shape.js';

const cfdi = table('cfdi', 'cfdi_40');

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

/** CFDI 4.0 and Pagos 2.0. */
export const cfdiTables = {
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
} as const satisfies Readonly<Record<string, TableSpec>>;
