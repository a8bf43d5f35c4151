import { poner } from '../cambios.js';
import {
  nominaCompleta,
  nominaMinima,
  nominaOrdinaria,
  nominaOtrosPagos,
  nominaSeparacion,
} from '../nominas.js';
import { atributos, cuadrar, sin, todos, E, N, O, P, R, NO_INSCRITO, type Caso } from './caso.js';

/** NOM31 to NOM50: kind, dates, totals, issuer. */
export const deNominas: readonly Caso[] = [
  [
    'NOM31',
    nominaMinima,
    todos(sin(P), atributos(N, { TotalPercepciones: undefined }), (raiz) => cuadrar(raiz, '0')),
  ],
  ['NOM32', nominaMinima, atributos(N, { TipoNomina: 'X' })],
  ['NOM33', nominaMinima, atributos(R, { PeriodicidadPago: '99' })],
  ['NOM34', nominaSeparacion, atributos(R, { PeriodicidadPago: '05' })],
  ['NOM35', nominaMinima, atributos(N, { FechaInicialPago: '2026-11-16' })],
  ['NOM36', nominaOtrosPagos, atributos(N, { TotalPercepciones: '0.00' })],
  [
    'NOM37',
    nominaMinima,
    todos(atributos(N, { TotalPercepciones: '5000.01' }), (r) => cuadrar(r, '5000.01')),
  ],
  [
    'NOM37',
    { ...nominaMinima, ...{ otrosPagos: nominaOtrosPagos.otrosPagos ?? [] } },
    (raiz) => {
      poner(raiz, N, { TotalPercepciones: undefined });
      cuadrar(raiz, '1500');
    },
  ],
  ['NOM38', nominaMinima, atributos(N, { TotalDeducciones: '0.00' })],
  [
    'NOM39',
    nominaOrdinaria,
    todos(atributos(N, { TotalDeducciones: '300' }), (r) => cuadrar(r, '5000', '300')),
  ],
  ['NOM39', nominaOrdinaria, todos(atributos(N, { TotalDeducciones: undefined }), (r) => cuadrar(r, '5000'))],
  ['NOM40', nominaOtrosPagos, todos(atributos(N, { TotalOtrosPagos: '1' }), (raiz) => cuadrar(raiz, '1'))],
  ['NOM40', nominaMinima, todos(atributos(N, { TotalOtrosPagos: '1' }), (raiz) => cuadrar(raiz, '5001'))],
  ['NOM40', nominaOrdinaria, atributos(N, { TotalOtrosPagos: undefined })],
  ['NOM41', nominaCompleta, atributos(E, { RfcPatronOrigen: NO_INSCRITO })],
  ['NOM42', nominaOrdinaria, sin(E)],
  ['NOM42', nominaCompleta, atributos(E, { RegistroPatronal: undefined })],
  [
    'NOM43',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoContrato: '99', tipoRegimen: '09' } },
    sin(O),
  ],
  ...[
    'NumSeguridadSocial',
    'Antigüedad',
    'FechaInicioRelLaboral',
    'RiesgoPuesto',
    'SalarioDiarioIntegrado',
  ].map((nombre): Caso => ['NOM44', nominaOrdinaria, atributos(R, { [nombre]: undefined })]),
  [
    'NOM47',
    { ...nominaMinima, emisor: { entidadSncf: { origenRecurso: 'IP' } } },
    atributos(`${E}/EntidadSNCF`, { OrigenRecurso: 'XX' }),
  ],
  ['NOM48', nominaCompleta, atributos(`${E}/EntidadSNCF`, { MontoRecursoPropio: undefined })],
  ['NOM49', nominaCompleta, atributos(`${E}/EntidadSNCF`, { OrigenRecurso: 'IF' })],
  [
    'NOM50',
    { ...nominaMinima, emisor: { entidadSncf: { origenRecurso: 'IM', montoRecursoPropio: '4999.99' } } },
    atributos(`${E}/EntidadSNCF`, { MontoRecursoPropio: '5000.00' }),
  ],
];
