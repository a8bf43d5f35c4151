import { text, type TableSpec } from '../../large/columns.js';
import { letters, states, table, three, two } from './shape.js';

const nomina = table('nomina', 'nomina');

/** Nómina 1.2. */
export const nominaTables = {
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
} as const satisfies Readonly<Record<string, TableSpec>>;
