import { code, text, type TableSpec } from '../../large/columns.js';
import { letters, like, list, table, two, withContenedor } from './shape.js';

const ccp = table('cartaPorte', 'ccp_31');

/** Carta Porte 3.1. */
export const cartaPorteTables = {
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
} as const satisfies Readonly<Record<string, TableSpec>>;
