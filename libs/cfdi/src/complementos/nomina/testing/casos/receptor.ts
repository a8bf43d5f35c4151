import { poner, quitar } from '../cambios.js';
import { nominaCompleta, nominaMinima, nominaOrdinaria } from '../nominas.js';
import { atributos, N, O, R, NO_INSCRITO, type Caso } from './caso.js';

/** NOM51 to NOM68: the worker. */
export const deReceptor: readonly Caso[] = [
  ['NOM51', nominaMinima, atributos(R, { TipoContrato: '11' })],
  ['NOM52', nominaMinima, atributos(R, { TipoJornada: '09' })],
  ['NOM53', nominaOrdinaria, atributos(R, { FechaInicioRelLaboral: '2026-11-16' })],
  ['NOM54', nominaOrdinaria, atributos(R, { Antigüedad: 'P620W' })],
  ['NOM55', nominaOrdinaria, atributos(R, { Antigüedad: 'P11Y10M13D' })],
  ['NOM54', nominaOrdinaria, atributos(R, { FechaInicioRelLaboral: '2026-11-15', Antigüedad: 'P1W' })],
  ['NOM55', nominaOrdinaria, atributos(R, { FechaInicioRelLaboral: '2026-11-15', Antigüedad: 'P2D' })],
  ['NOM56', nominaMinima, atributos(R, { TipoRegimen: '14' })],
  [
    'NOM57',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoRegimen: '03' } },
    (raiz) => {
      quitar(raiz, O);
      poner(raiz, R, { TipoRegimen: '05' });
      poner(raiz, N, { TotalOtrosPagos: undefined });
    },
  ],
  ['NOM58', nominaMinima, atributos(R, { TipoRegimen: '03' })],
  ['NOM59', nominaOrdinaria, atributos(R, { RiesgoPuesto: '6' })],
  ['NOM60', nominaMinima, atributos(R, { PeriodicidadPago: '11' })],
  ['NOM61', nominaCompleta, atributos(R, { Banco: '001' })],
  ['NOM61', nominaCompleta, atributos(R, { Banco: '032' })],
  ['NOM62', nominaCompleta, atributos(R, { CuentaBancaria: '111111111111' })],
  ['NOM63', nominaCompleta, atributos(R, { CuentaBancaria: '002010077777777771' })],
  ['NOM64', nominaMinima, atributos(R, { CuentaBancaria: '002010077777777770' })],
  ['NOM65', nominaCompleta, atributos(R, { Banco: undefined })],
  ['NOM65', nominaMinima, atributos(R, { CuentaBancaria: '1111111111111111' })],
  ['NOM66', nominaMinima, atributos(R, { ClaveEntFed: 'TX' })],
  ['NOM66', nominaMinima, atributos(R, { ClaveEntFed: 'DIF' })],
  ['NOM67', nominaCompleta, atributos(`${R}/SubContratacion[1]`, { RfcLabora: NO_INSCRITO })],
  ['NOM68', nominaCompleta, atributos(`${R}/SubContratacion[1]`, { PorcentajeTiempo: '66.666' })],
];
