import { SMALL_TABLES, type SmallTableId } from '../small/tables.js';
import { code, key, label, text, validity, type TableSpec } from './columns.js';

export type { ColumnSpec, TableSpec } from './columns.js';

const keyStatus = /^[A-Z]{2,3}$/;
/** Mexico City's key of old, which the postal codes still carry (c_Estado has CMX). */
const oldKeys = { DIF: 'CMX' };
/** The border stimulus is empty, or a cell that is not filled in, where there is none. */
const none = { '': '0' };

export const PRODUCT_KEY = /^\d{8}$/;
/** One to three letters or digits; a few of the catalogue's have small letters. */
export const UNIT_KEY = /^[A-Za-z0-9]{1,3}$/;

const placesOf = (name: string, column: string, tables: string, pattern: RegExp, digits: number) => ({
  name,
  sheets: [name.toLowerCase()],
  tsv: ['cfdi_40', 'ccp_31', 'cce_20'].map((family) => `${family}_${tables}`),
  columns: [
    key('estado', /^cestado$/, 'estado', /^[A-Z]{3}$/),
    key('clave', new RegExp(`^c${column}$`), column, pattern, digits),
    label,
    ...validity,
  ],
  searched: false,
});

export const TABLES = {
  productos: {
    name: 'c_ClaveProdServ',
    sheets: ['c_claveprodserv'],
    tsv: ['cfdi_40_productos_servicios'],
    columns: [
      key('key', /^cclaveprodserv$/, 'id', PRODUCT_KEY, 8),
      label,
      text('similares', /^palabrassimilares$/, 'similares'),
      text('complemento', /^complementoquedebeincluir$/, 'complemento'),
      code('estimulo', /^estimulofranjafronteriza$/, 'estimulo_frontera', /^[01]$/, { means: none }),
      ...validity,
    ],
    searched: true,
  },
  unidades: {
    name: 'c_ClaveUnidad',
    sheets: ['c_claveunidad'],
    tsv: ['cfdi_40_claves_unidades'],
    columns: [
      key('key', /^cclaveunidad$/, 'id', UNIT_KEY, 2),
      text('label', /^nombre$/, 'texto', true),
      // Symbols such as kg are what people search by.
      text('similares', /^simbolo$/, 'simbolo'),
      text('simbolo', /^simbolo$/, 'simbolo'),
      ...validity,
    ],
    searched: true,
  },
  codigosPostales: {
    name: 'c_CodigoPostal',
    sheets: ['c_codigopostal'],
    tsv: ['cfdi_40_codigos_postales'],
    columns: [
      key('key', /^ccodigopostal$/, 'id', /^\d{5}$/, 5),
      code('estado', /^cestado$/, 'estado', keyStatus, { means: oldKeys }),
      code('municipio', /^cmunicipio$/, 'municipio', /^(\d{3})?$/, { digits: 3 }),
      code('localidad', /^clocalidad$/, 'localidad', /^(\d{2})?$/, { digits: 2 }),
      code('estimulo', /^estimulofranjafronteriza$/, 'estimulo_frontera', /^[012]$/, { means: none }),
      ...validity,
    ],
    searched: false,
    except: ['00000'],
  },
  colonias: {
    name: 'c_Colonia',
    sheets: ['c_colonia'],
    tsv: ['cfdi_40_colonias', 'ccp_31_colonias', 'cce_20_colonias'],
    columns: [
      key('codigoPostal', /^ccodigopostal$/, 'codigo_postal', /^\d{5}$/, 5),
      key('clave', /^ccolonia$/, 'colonia', /^\d{4}$/, 4),
      label,
    ],
    searched: false,
  },
  municipios: placesOf('c_Municipio', 'municipio', 'municipios', /^\d{3}$/, 3),
  localidades: placesOf('c_Localidad', 'localidad', 'localidades', /^\d{2}$/, 2),
  pedimentos: {
    name: 'c_NumPedimentoAduana',
    sheets: ['c_numpedimentoaduana'],
    tsv: ['cfdi_40_numeros_pedimento_aduana'],
    columns: [
      key('aduana', /^caduana$/, 'aduana', /^\d{2}$/, 2),
      key('patente', /^patente$/, 'patente', /^\d{4}$/, 4),
      key('ejercicio', /^ejercicio$/, 'ejercicio', /^\d{4}$/),
      code('cantidad', /^cantidad$/, 'cantidad', /^\d{1,6}$/),
      ...validity,
    ],
    searched: false,
  },
  patentes: {
    name: 'c_PatenteAduanal',
    sheets: ['c_patenteaduanal'],
    tsv: ['cfdi_40_patentes_aduanales'],
    columns: [key('key', /^cpatenteaduanal$/, 'id', /^\d{4}$/, 4), ...validity],
    searched: false,
  },
  productosCartaPorte: {
    name: 'c_ClaveProdServCP',
    sheets: ['c_claveprodservcp'],
    tsv: ['ccp_31_productos_servicios'],
    columns: [
      key('key', /^(cclaveprodserv(cp)?|claveproducto)$/, 'id', PRODUCT_KEY, 8),
      label,
      text('similares', /^palabrassimilares$/, 'similares'),
      code('materialPeligroso', /^materialpeligroso$/, 'material_peligroso', /^(0|1|0,1)$/, {
        means: { '0.1': '0,1', '0, 1': '0,1' },
      }),
      ...validity,
    ],
    searched: true,
  },
  fracciones: {
    name: 'c_FraccionArancelaria',
    sheets: ['c_fraccionarancelaria'],
    tsv: ['cce_20_fracciones_arancelarias'],
    columns: [
      key('key', /^cfraccionarancelaria$/, 'fraccion', /^\d{10}$/, 10),
      label,
      code('unidad', /^(umt|unidaddemedida|cunidadaduana)$/, 'unidad', /^(\d{2})?$/, { digits: 2 }),
      ...validity,
    ],
    searched: true,
  },
  estaciones: {
    name: 'c_Estaciones',
    sheets: ['c_estaciones'],
    tsv: ['ccp_31_estaciones'],
    columns: [
      key('key', /^claveidentificacion$/, 'id', /^[\p{L}\d.-]{1,20}$/u),
      label,
      code('transporte', /^clavetransporte$/, 'clave_transporte', /^\d{2}$/, { digits: 2 }),
      text('nacionalidad', /^nacionalidad$/, 'nacionalidad'),
      text('similares', /^designadoriata$/, 'designador_iata'),
      text('iata', /^designadoriata$/, 'designador_iata'),
      text('lineaFerrea', /^lineaferrea$/, 'linea_ferrea'),
      ...validity,
    ],
    searched: true,
  },
  materialesPeligrosos: {
    name: 'c_MaterialPeligroso',
    sheets: ['c_materialpeligroso'],
    tsv: ['ccp_31_materiales_peligrosos'],
    columns: [
      key('key', /^clavematerialpeligroso$/, 'id', /^\d{4}$/, 4),
      label,
      text('clase', /^claseodiv$/, 'clase_o_div'),
      text('peligroSecundario', /^peligrosecundario$/, 'peligro_secundario'),
      text('nombreTecnico', /^nombretecnico$/, 'nombre_tecnico'),
      ...validity,
    ],
    searched: true,
  },
} as const satisfies Readonly<Record<string, TableSpec>>;

export type LargeId = keyof typeof TABLES;
export type TableId = LargeId | SmallTableId;
const ALL: Readonly<Record<TableId, TableSpec>> = { ...TABLES, ...SMALL_TABLES };
export const TABLE_IDS = Object.keys(ALL) as readonly TableId[];
export const specOf = (id: TableId): TableSpec => ALL[id];
