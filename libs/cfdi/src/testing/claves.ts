import * as sat from '#sat';
import type { NombreClave } from '../formas/claves.js';
import type { Estandar } from '../formas/forma.js';

/** Which keys of a catalogue a test document of a standard is made of. */
export type Claves = (catalogo: NombreClave, estandar: Estandar) => readonly string[];

/** Standards that have a list of their own under the name of a catalogue that others use. */
const PROPIAS: Readonly<Record<string, readonly sat.Catalogue[]>> = {
  hidrocarburospetroliferos: [sat.tiposPermisoHyp],
  pagosaextranjeros: [sat.paisesRetenciones],
};

/** The project's catalogues by name; where several have one name, the first, which is CFDI 4.0's. */
const tablas = new Map<string, sat.Catalogue>();
for (const tabla of [
  ...[sat.estados, sat.paises, sat.periodicidades, sat.tiposPermiso],
  ...Object.values(sat).filter(esCatalogo),
])
  if (!tablas.has(tabla.name)) tablas.set(tabla.name, tabla);

function esCatalogo(uno: unknown): uno is sat.Catalogue {
  return typeof uno === 'object' && uno !== null && 'name' in uno && 'entries' in uno && 'has' in uno;
}

/** This many keys from 01 on, with this many digits. */
const desdeUno = (cuantas: number, digitos = 2): readonly string[] =>
  Array.from({ length: cuantas }, (_, i) => String(i + 1).padStart(digitos, '0'));

/** Keys of the catalogues that the project holds none of, or all of only once they are loaded: some of each. */
const algunas: Partial<Record<NombreClave, readonly string[]>> = {
  Actividades: desdeUno(5),
  ClavePagoPedimento: ['00', '02', '04', '16', '22'],
  ClavePedimento: ['A1', 'C1', 'GC', 'V5', 'F4', 'CT'],
  Meses: desdeUno(12),
  SubActividad: desdeUno(39, 3),
  Tareas: ['0001', '0042', '0105', '0153'],
  c_ClaveProdServCP: ['01010101', '10101500', '41104926', '50464612'],
  c_ClaveTipoCombustible: desdeUno(5, 1),
  c_ClaveUnidad: ['H87', 'E48', 'KGM'],
  c_ClaveUnidadPeso: ['Tu', 'KGM', 'XAE', 'L69', 'G23'],
  c_Estaciones: ['PM001', 'EA066', 'EA0094', 'EF1009', 'E224.7', 'VC117.2', 'S0226'],
  c_FormaPagoServ: desdeUno(9),
  c_FraccionArancelaria: ['01011001', '96081099', '0307710100', '9030339102'],
  c_Localidad: ['01', '07', '29', '66'],
  c_MaterialPeligroso: ['0004', '1203', '3521', 'M0076', 'M2281'],
  c_Municipio: ['001', '039', '170', '560'],
  c_SubTipoServ: ['01', '02', '03', '04', '08', '09'],
  c_TasaCuota: ['0.160000', '0.080000', '0.000000', '0.500000'],
  c_TipoAportODep: ['a', 'b', 'c'],
  c_TipoDeServ: [...desdeUno(9), '11'],
};

/** Keys that are younger than the schemas at hand. */
export const MAS_NUEVAS: Readonly<Partial<Record<NombreClave, readonly string[]>>> = {
  c_TipoDeduccion: ['114', '115'],
  c_TipoPercepcion: ['057'],
};

/** Keys by the project's own tables; none where a catalogue is known by its form only (postal codes, colonias). */
export const clavesPropias: Claves = (catalogo, { prefijo }) => {
  const tabla = PROPIAS[prefijo]?.find(({ name }) => name === catalogo) ?? tablas.get(catalogo);
  if (!tabla) return algunas[catalogo] ?? [];
  const nuevas = MAS_NUEVAS[catalogo] ?? [];
  return tabla.entries.map(({ key }) => key).filter((key) => tabla.has(key) && !nuevas.includes(key));
};
