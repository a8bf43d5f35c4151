import * as sat from '#sat';
import type { KeyName } from '../schemas/keys.js';
import type { Standard } from '../schemas/schema.js';

/** Which keys of a catalogue a test document of a standard is made of. */
export type KeysOf = (catalogue: KeyName, standard: Standard) => readonly string[];

/** Standards that have a list of their own under the name of a catalogue that others use. */
const OWN_TABLES: Readonly<Record<string, readonly sat.Catalogue[]>> = {
  hidrocarburospetroliferos: [sat.tiposPermisoHyp],
  pagosaextranjeros: [sat.paisesRetenciones],
};

/** The project's catalogues by name; where several have one name, the first, which is CFDI 4.0's. */
const tables = new Map<string, sat.Catalogue>();
for (const table of [
  ...[sat.estados, sat.paises, sat.periodicidades, sat.tiposPermiso],
  ...Object.values(sat).filter(isCatalogue),
])
  if (!tables.has(table.name)) tables.set(table.name, table);

function isCatalogue(one: unknown): one is sat.Catalogue {
  return typeof one === 'object' && one !== null && 'name' in one && 'entries' in one && 'has' in one;
}

/** This many keys from 01 on, with this many digits. */
const keysFromOne = (count: number, digits = 2): readonly string[] =>
  Array.from({ length: count }, (_, i) => String(i + 1).padStart(digits, '0'));

/** Keys of the catalogues that the project holds none of, or all of only once they are loaded: some of each. */
const some: Partial<Record<KeyName, readonly string[]>> = {
  Actividades: keysFromOne(5),
  ClavePagoPedimento: ['00', '02', '04', '16', '22'],
  ClavePedimento: ['A1', 'C1', 'GC', 'V5', 'F4', 'CT'],
  Meses: keysFromOne(12),
  SubActividad: keysFromOne(39, 3),
  Tareas: ['0001', '0042', '0105', '0153'],
  c_ClaveProdServCP: ['01010101', '10101500', '41104926', '50464612'],
  c_ClaveTipoCombustible: keysFromOne(5, 1),
  c_ClaveUnidad: ['H87', 'E48', 'KGM'],
  c_ClaveUnidadPeso: ['Tu', 'KGM', 'XAE', 'L69', 'G23'],
  c_Estaciones: ['PM001', 'EA066', 'EA0094', 'EF1009', 'E224.7', 'VC117.2', 'S0226'],
  c_FormaPagoServ: keysFromOne(9),
  c_FraccionArancelaria: ['01011001', '96081099', '0307710100', '9030339102'],
  c_Localidad: ['01', '07', '29', '66'],
  c_MaterialPeligroso: ['0004', '1203', '3521', 'M0076', 'M2281'],
  c_Municipio: ['001', '039', '170', '560'],
  c_SubTipoServ: ['01', '02', '03', '04', '08', '09'],
  c_TasaCuota: ['0.160000', '0.080000', '0.000000', '0.500000'],
  c_TipoAportODep: ['a', 'b', 'c'],
  c_TipoDeServ: [...keysFromOne(9), '11'],
};

/** Keys that are younger than the schemas at hand. */
export const NEWER: Readonly<Partial<Record<KeyName, readonly string[]>>> = {
  c_TipoDeduccion: ['114', '115'],
  c_TipoPercepcion: ['057'],
};

/** Keys by the project's own tables; none where a catalogue is known by its form only (postal codes, colonias). */
export const ownKeys: KeysOf = (catalogue, { prefix }) => {
  const table = OWN_TABLES[prefix]?.find(({ name }) => name === catalogue) ?? tables.get(catalogue);
  if (!table) return some[catalogue] ?? [];
  const newer = NEWER[catalogue] ?? [];
  return table.entries.map(({ key }) => key).filter((key) => table.has(key) && !newer.includes(key));
};
