import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { nomina2016 } from './validity.js';

/**
 * The total that an earning adds to (NOM70 to NOM72): TotalSueldos,
 * TotalSeparacionIndemnizacion or TotalJubilacionPensionRetiro.
 */
export type GrupoPercepcion = 'sueldos' | 'separacion' | 'jubilacion';

export interface TipoPercepcion extends CatalogueEntry {
  readonly grupo: GrupoPercepcion;
  /** The node that must go with it (NOM82, NOM84, NOM86). */
  readonly nodo?: 'AccionesOTitulos' | 'HorasExtra' | 'Incapacidades';
}

const table = `
  001 Sueldos, Salarios Rayas y Jornales; 002 Gratificación Anual (Aguinaldo);
  003 Participación de los Trabajadores en las Utilidades PTU;
  004 Reembolso de Gastos Médicos Dentales y Hospitalarios; 005 Fondo de Ahorro; 006 Caja de ahorro;
  009 Contribuciones a Cargo del Trabajador Pagadas por el Patrón; 010 Premios por puntualidad;
  011 Prima de Seguro de vida; 012 Seguro de Gastos Médicos Mayores;
  013 Cuotas Sindicales Pagadas por el Patrón; 014 Subsidios por incapacidad;
  015 Becas para trabajadores y/o hijos; 019 Horas extra; 020 Prima dominical; 021 Prima vacacional;
  022 Prima por antigüedad; 023 Pagos por separación; 024 Seguro de retiro; 025 Indemnizaciones;
  026 Reembolso por funeral; 027 Cuotas de seguridad social pagadas por el patrón; 028 Comisiones;
  029 Vales de despensa; 030 Vales de restaurante; 031 Vales de gasolina; 032 Vales de ropa;
  033 Ayuda para renta; 034 Ayuda para artículos escolares; 035 Ayuda para anteojos;
  036 Ayuda para transporte; 037 Ayuda para gastos de funeral; 038 Otros ingresos por salarios;
  039 Jubilaciones, pensiones o haberes de retiro;
  044 Jubilaciones, pensiones o haberes de retiro en parcialidades;
  045 Ingresos en acciones o títulos valor que representan bienes; 046 Ingresos asimilados a salarios;
  047 Alimentación diferentes a los establecidos en el Art 94 penúltimo párrafo LISR; 048 Habitación;
  049 Premios por asistencia; 050 Viáticos;
  051 Pagos por gratificaciones, primas, compensaciones, recompensas u otros a extrabajadores derivados
    de jubilación en parcialidades;
  052 Pagos que se realicen a extrabajadores que obtengan una jubilación en parcialidades derivados de
    la ejecución de resoluciones judicial o de un laudo;
  053 Pagos que se realicen a extrabajadores que obtengan una jubilación en una sola exhibición
    derivados de la ejecución de resoluciones judicial o de un laudo; 054 Días de descanso laborados;
  055 Días de descanso obligatorios laborados; 056 Previsión social, Art 93 fracciones VIII y IX LISR;
  057 Premios por concursos científicos, artísticos, literarios u otorgados por la federación Art 93
    fracción XXIV LISR;
`;

const GROUPS: Readonly<Record<string, GrupoPercepcion>> = {
  '022': 'separacion',
  '023': 'separacion',
  '025': 'separacion',
  '039': 'jubilacion',
  '044': 'jubilacion',
};
const NODES: Readonly<Record<string, Pick<TipoPercepcion, 'nodo'>>> = {
  '014': { nodo: 'Incapacidades' },
  '019': { nodo: 'HorasExtra' },
  '045': { nodo: 'AccionesOTitulos' },
};

/** c_TipoPercepcion. */
export const tiposPercepcion: Catalogue<TipoPercepcion> = catalogue(
  'c_TipoPercepcion',
  nomina2016(table, {
    '2017-01-06': '050',
    '2018-10-15': '051 052 053',
    '2026-01-01': '054 055',
    '2025-12-17': '056',
    '2026-06-12': '057',
  }).map((row): TipoPercepcion => ({ ...row, grupo: GROUPS[row.key] ?? 'sueldos', ...NODES[row.key] })),
);
