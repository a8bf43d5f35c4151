import { catalogue, type Catalogue } from '../../catalogue.js';
import { RETENCIONES_START, retenciones } from './validity.js';

/** c_Periodo: the months. */
export const periodos: Catalogue = catalogue(
  'c_Periodo',
  retenciones(`
    01 Enero; 02 Febrero; 03 Marzo; 04 Abril; 05 Mayo; 06 Junio; 07 Julio; 08 Agosto; 09 Septiembre;
    10 Octubre; 11 Noviembre; 12 Diciembre;
  `),
);

/** c_Ejercicio: years, each valid since its first day; 2021 since {@link RETENCIONES_START}. */
export const ejercicios: Catalogue = catalogue(
  'c_Ejercicio',
  [2021, 2022, 2023, 2024, 2025, 2026, 2027].map((year) => ({
    key: String(year),
    label: String(year),
    validFrom: year < 2022 ? RETENCIONES_START : `${year}-01-01`,
  })),
);

/** Whether two keys are months, the first of them no later than the second (MesIni, MesFin). */
export const isPeriodoAllowed = (initial: string, final: string): boolean =>
  periodos.has(initial) && periodos.has(final) && initial <= final;

/** c_Periodicidad of the complement of technological platforms. */
export const periodicidadesRetenciones: Catalogue = catalogue(
  'c_Periodicidad',
  retenciones(`
    01 Semanal; 02 Mensual; 03 Diario; 04 Quincenal; 05 Otro;
  `),
);

/** c_EntidadesFederativas: states of Mexico by number, for dividends. */
export const entidadesFederativas: Catalogue = catalogue(
  'c_EntidadesFederativas',
  retenciones(`
    01 AGUASCALIENTES; 02 BAJA CALIFORNIA; 03 BAJA CALIFORNIA SUR; 04 CAMPECHE; 05 COAHUILA; 06 COLIMA;
    07 CHIAPAS; 08 CHIHUAHUA; 09 CIUDAD DE MEXICO; 10 DURANGO; 11 GUANAJUATO; 12 GUERRERO; 13 HIDALGO;
    14 JALISCO; 15 MEXICO; 16 MICHOACAN; 17 MORELOS; 18 NAYARIT; 19 NUEVO LEON; 20 OAXACA; 21 PUEBLA;
    22 QUERETARO; 23 QUINTANA ROO; 24 SAN LUIS POTOSI; 25 SINALOA; 26 SONORA; 27 TABASCO;
    28 TAMAULIPAS; 29 TLAXCALA; 30 VERACRUZ; 31 YUCATAN; 32 ZACATECAS;
  `),
);
