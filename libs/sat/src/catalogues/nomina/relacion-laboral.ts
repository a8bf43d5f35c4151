import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { nomina } from './validity.js';

export interface TipoContrato extends CatalogueEntry {
  /** There is an employment: RegistroPatronal must be given, and must not without one (NOM42, NOM43). */
  readonly relacionLaboral: boolean;
}

/** c_TipoContrato. */
export const tiposContrato: Catalogue<TipoContrato> = catalogue(
  'c_TipoContrato',
  nomina(`
    01 Contrato de trabajo por tiempo indeterminado; 02 Contrato de trabajo para obra determinada;
    03 Contrato de trabajo por tiempo determinado; 04 Contrato de trabajo por temporada;
    05 Contrato de trabajo sujeto a prueba; 06 Contrato de trabajo con capacitación inicial;
    07 Modalidad de contratación por pago de hora laborada;
    08 Modalidad de trabajo por comisión laboral;
    09 Modalidades de contratación donde no existe relación de trabajo; 10 Jubilación, pensión, retiro;
    99 Otro contrato;
  `).map((row): TipoContrato => ({ ...row, relacionLaboral: row.key <= '08' })),
);

const regimenes = `
  02 Sueldos (Incluye ingresos señalados en la fracción I del artículo 94 de LISR); 03 Jubilados;
  04 Pensionados; 05 Asimilados Miembros Sociedades Cooperativas Produccion;
  06 Asimilados Integrantes Sociedades Asociaciones Civiles; 07 Asimilados Miembros consejos;
  08 Asimilados comisionistas; 09 Asimilados Honorarios; 10 Asimilados acciones; 11 Asimilados otros;
  12 Jubilados o Pensionados; 13 Indemnización o Separación; 99 Otro Regimen;
`;

/** c_TipoRegimen of Nómina: how the worker earns. */
export const tiposRegimen: Catalogue = catalogue(
  'c_TipoRegimen',
  nomina(regimenes, { '2017-03-27': '12', '2018-10-15': '13' }),
);

/**
 * Whether a worker's regime goes with the kind of contract: 02 to 04 where there is an employment,
 * 05 and later where there is none (NOM57, NOM58).
 */
export const isRegimenNominaAllowed = (regimen: string, contrato: string): boolean => {
  const type = tiposContrato.find(contrato);
  return type !== undefined && tiposRegimen.has(regimen) && type.relacionLaboral === regimen <= '04';
};

/** c_TipoJornada. */
export const tiposJornada: Catalogue = catalogue(
  'c_TipoJornada',
  nomina(`
    01 Diurna; 02 Nocturna; 03 Mixta; 04 Por hora; 05 Reducida; 06 Continuada; 07 Partida;
    08 Por turnos; 99 Otra Jornada;
  `),
);

const riesgos = `
  1 Clase I; 2 Clase II; 3 Clase III; 4 Clase IV; 5 Clase V; 99 No aplica;
`;

/** c_RiesgoPuesto: classes of the law of social security; 99 for workers it does not cover. */
export const riesgosPuesto: Catalogue = catalogue('c_RiesgoPuesto', nomina(riesgos, { '2017-08-13': '99' }));
