import { setAttributes } from '../changes.js';
import {
  fullNomina,
  minimalNomina,
  nominaOrdinaria,
  nominaOtrosPagos,
  nominaSeparacion,
} from '../nominas.js';
import { attributes, balance, without, all, E, N, O, P, R, NO_INSCRITO, type Case } from './case.js';

/** NOM31 to NOM50: kind, dates, totals, issuer. */
export const ofNominas: readonly Case[] = [
  [
    'NOM31',
    minimalNomina,
    all(without(P), attributes(N, { TotalPercepciones: undefined }), (root) => balance(root, '0')),
  ],
  ['NOM32', minimalNomina, attributes(N, { TipoNomina: 'X' })],
  ['NOM33', minimalNomina, attributes(R, { PeriodicidadPago: '99' })],
  ['NOM34', nominaSeparacion, attributes(R, { PeriodicidadPago: '05' })],
  ['NOM35', minimalNomina, attributes(N, { FechaInicialPago: '2026-11-16' })],
  ['NOM36', nominaOtrosPagos, attributes(N, { TotalPercepciones: '0.00' })],
  [
    'NOM37',
    minimalNomina,
    all(attributes(N, { TotalPercepciones: '5000.01' }), (r) => balance(r, '5000.01')),
  ],
  [
    'NOM37',
    { ...minimalNomina, ...{ otrosPagos: nominaOtrosPagos.otrosPagos ?? [] } },
    (root) => {
      setAttributes(root, N, { TotalPercepciones: undefined });
      balance(root, '1500');
    },
  ],
  ['NOM38', minimalNomina, attributes(N, { TotalDeducciones: '0.00' })],
  [
    'NOM39',
    nominaOrdinaria,
    all(attributes(N, { TotalDeducciones: '300' }), (r) => balance(r, '5000', '300')),
  ],
  ['NOM39', nominaOrdinaria, all(attributes(N, { TotalDeducciones: undefined }), (r) => balance(r, '5000'))],
  ['NOM40', nominaOtrosPagos, all(attributes(N, { TotalOtrosPagos: '1' }), (root) => balance(root, '1'))],
  ['NOM40', minimalNomina, all(attributes(N, { TotalOtrosPagos: '1' }), (root) => balance(root, '5001'))],
  ['NOM40', nominaOrdinaria, attributes(N, { TotalOtrosPagos: undefined })],
  ['NOM41', fullNomina, attributes(E, { RfcPatronOrigen: NO_INSCRITO })],
  ['NOM42', nominaOrdinaria, without(E)],
  ['NOM42', fullNomina, attributes(E, { RegistroPatronal: undefined })],
  [
    'NOM43',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoContrato: '99', tipoRegimen: '09' } },
    without(O),
  ],
  ...[
    'NumSeguridadSocial',
    'Antigüedad',
    'FechaInicioRelLaboral',
    'RiesgoPuesto',
    'SalarioDiarioIntegrado',
  ].map((name): Case => ['NOM44', nominaOrdinaria, attributes(R, { [name]: undefined })]),
  [
    'NOM47',
    { ...minimalNomina, emisor: { entidadSncf: { origenRecurso: 'IP' } } },
    attributes(`${E}/EntidadSNCF`, { OrigenRecurso: 'XX' }),
  ],
  ['NOM48', fullNomina, attributes(`${E}/EntidadSNCF`, { MontoRecursoPropio: undefined })],
  ['NOM49', fullNomina, attributes(`${E}/EntidadSNCF`, { OrigenRecurso: 'IF' })],
  [
    'NOM50',
    { ...minimalNomina, emisor: { entidadSncf: { origenRecurso: 'IM', montoRecursoPropio: '4999.99' } } },
    attributes(`${E}/EntidadSNCF`, { MontoRecursoPropio: '5000.00' }),
  ],
];
