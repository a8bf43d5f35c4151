import { setAttributes, removeNode } from '../changes.js';
import { fullNomina, minimalNomina, nominaOrdinaria } from '../nominas.js';
import { attributes, N, O, R, NO_INSCRITO, type Case } from './case.js';

/** NOM51 to NOM68: the worker. */
export const ofReceptor: readonly Case[] = [
  ['NOM51', minimalNomina, attributes(R, { TipoContrato: '11' })],
  ['NOM52', minimalNomina, attributes(R, { TipoJornada: '09' })],
  ['NOM53', nominaOrdinaria, attributes(R, { FechaInicioRelLaboral: '2026-11-16' })],
  ['NOM54', nominaOrdinaria, attributes(R, { Antigüedad: 'P620W' })],
  ['NOM55', nominaOrdinaria, attributes(R, { Antigüedad: 'P11Y10M13D' })],
  ['NOM54', nominaOrdinaria, attributes(R, { FechaInicioRelLaboral: '2026-11-15', Antigüedad: 'P1W' })],
  ['NOM55', nominaOrdinaria, attributes(R, { FechaInicioRelLaboral: '2026-11-15', Antigüedad: 'P2D' })],
  ['NOM56', minimalNomina, attributes(R, { TipoRegimen: '14' })],
  [
    'NOM57',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoRegimen: '03' } },
    (root) => {
      removeNode(root, O);
      setAttributes(root, R, { TipoRegimen: '05' });
      setAttributes(root, N, { TotalOtrosPagos: undefined });
    },
  ],
  ['NOM58', minimalNomina, attributes(R, { TipoRegimen: '03' })],
  ['NOM59', nominaOrdinaria, attributes(R, { RiesgoPuesto: '6' })],
  ['NOM60', minimalNomina, attributes(R, { PeriodicidadPago: '11' })],
  ['NOM61', fullNomina, attributes(R, { Banco: '001' })],
  ['NOM61', fullNomina, attributes(R, { Banco: '032' })],
  ['NOM62', fullNomina, attributes(R, { CuentaBancaria: '111111111111' })],
  ['NOM63', fullNomina, attributes(R, { CuentaBancaria: '002010077777777771' })],
  ['NOM64', minimalNomina, attributes(R, { CuentaBancaria: '002010077777777770' })],
  ['NOM65', fullNomina, attributes(R, { Banco: undefined })],
  ['NOM65', minimalNomina, attributes(R, { CuentaBancaria: '1111111111111111' })],
  ['NOM66', minimalNomina, attributes(R, { ClaveEntFed: 'TX' })],
  ['NOM66', minimalNomina, attributes(R, { ClaveEntFed: 'DIF' })],
  ['NOM67', fullNomina, attributes(`${R}/SubContratacion[1]`, { RfcLabora: NO_INSCRITO })],
  ['NOM68', fullNomina, attributes(`${R}/SubContratacion[1]`, { PorcentajeTiempo: '66.666' })],
];
