import * as sat from '../../catalogues/index.js';
import { NOMINA_START } from '../../catalogues/nomina/validity.js';
import type { Catalogue } from '../../catalogue.js';
import { smallLoader, type SmallLoader } from '../loader.js';
import { estadoOf, toPlain } from './rows.js';

const since = NOMINA_START;
const plain = (catalogue: Catalogue): SmallLoader => smallLoader(catalogue, { since, toEntry: toPlain });

/**
 * What the tables of Nómina say. Which total an earning adds to and which node it asks for is in the matrix of rules only:
 * a new earning adds to TotalSueldos and asks for none.
 */
export const nominaLoaders = {
  tiposNomina: plain(sat.tiposNomina),
  tiposPercepcion: smallLoader(sat.tiposPercepcion, {
    since,
    toEntry: ({ base, known }): sat.TipoPercepcion => ({ grupo: 'sueldos', ...known, ...base }),
  }),
  tiposDeduccion: plain(sat.tiposDeduccion),
  tiposOtroPago: smallLoader(sat.tiposOtroPago, {
    since,
    toEntry: ({ base, known }) => ({ subsidio: false, ...known, ...base }),
  }),
  tiposHoras: plain(sat.tiposHoras),
  tiposIncapacidad: plain(sat.tiposIncapacidad),
  tiposContrato: smallLoader(sat.tiposContrato, {
    since,
    toEntry: ({ base, known }) => ({ relacionLaboral: true, ...known, ...base }),
  }),
  tiposRegimen: plain(sat.tiposRegimen),
  tiposJornada: plain(sat.tiposJornada),
  periodicidadesPago: plain(sat.periodicidadesPago),
  riesgosPuesto: plain(sat.riesgosPuesto),
  origenesRecurso: smallLoader(sat.origenesRecurso, {
    since,
    toEntry: ({ base, known }) => ({ montoPropio: false, ...known, ...base }),
  }),
  bancos: smallLoader(sat.bancos, {
    since,
    toEntry: ({ base, text, known }) => ({
      ...base,
      razonSocial: text('razonSocial') || known?.razonSocial || base.label,
    }),
  }),
  estadosNomina: smallLoader(sat.estadosNomina, {
    since,
    toEntry: estadoOf,
    keep: ({ key }) => key === 'DIF',
  }),
} as const satisfies Readonly<Record<string, SmallLoader>>;
