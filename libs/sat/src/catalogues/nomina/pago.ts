import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { nomina, nomina2016 } from './validity.js';

/** c_TipoNomina. */
export const tiposNomina: Catalogue = catalogue(
  'c_TipoNomina',
  nomina(`
    O Nómina ordinaria; E Nómina extraordinaria;
  `),
);

/** "Otra Periodicidad": the one of extraordinary payrolls (NOM33, NOM34). */
export const OTHER_PERIODICIDAD = '99';

const periodicidades = `
  01 Diario; 02 Semanal; 03 Catorcenal; 04 Quincenal; 05 Mensual; 06 Bimestral; 07 Unidad obra;
  08 Comisión; 09 Precio alzado; 10 Decenal; 99 Otra Periodicidad;
`;

/** c_PeriodicidadPago. */
export const periodicidadesPago: Catalogue = catalogue(
  'c_PeriodicidadPago',
  nomina2016(periodicidades, { '2017-01-19': '10' }),
);

/** Whether a payroll's kind and its frequency go together: E takes 99, and O any other (NOM33, NOM34). */
export const isPeriodicidadPagoAllowed = (periodicidad: string, tipoNomina: string): boolean =>
  tiposNomina.has(tipoNomina) &&
  periodicidadesPago.has(periodicidad) &&
  (tipoNomina === 'E') === (periodicidad === OTHER_PERIODICIDAD);

export interface OrigenRecurso extends CatalogueEntry {
  /** MontoRecursoPropio must be given, and must not for the others (NOM48, NOM49). */
  readonly montoPropio: boolean;
}

/** c_OrigenRecurso: what public entities pay with. */
export const origenesRecurso: Catalogue<OrigenRecurso> = catalogue(
  'c_OrigenRecurso',
  nomina(`
    IP Ingresos propios; IF Ingreso federales; IM Ingresos mixtos;
  `).map((row): OrigenRecurso => ({ ...row, montoPropio: row.key === 'IM' })),
);

/** c_TipoHoras: overtime paid double, triple, or as usual. */
export const tiposHoras: Catalogue = catalogue(
  'c_TipoHoras',
  nomina(`
    01 Dobles; 02 Triples; 03 Simples;
  `),
);

/** c_TipoIncapacidad. */
export const tiposIncapacidad: Catalogue = catalogue(
  'c_TipoIncapacidad',
  nomina(`
    01 Riesgo de trabajo; 02 Enfermedad en general; 03 Maternidad;
    04 Licencia por cuidados médicos de hijos diagnosticados con cáncer;
  `),
);
