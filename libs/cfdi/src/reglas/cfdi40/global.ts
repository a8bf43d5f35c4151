import {
  isMesAllowed,
  meses,
  periodicidades,
  PUBLICO_EN_GENERAL,
  REGIMEN_BIMESTRAL,
  RFC_PUBLICO_GENERAL,
  tiposRelacion,
} from '#sat';
import { lugar } from '../regla.js';
import { regla40, type Regla40 } from './contexto.js';
import type { Documento } from './documento.js';
import { valor } from './valores.js';

/** Rules of the global invoice and of related documents. */

const alPublico = ({ receptor }: Documento): boolean =>
  valor(receptor, 'Rfc') === RFC_PUBLICO_GENERAL && valor(receptor, 'Nombre') === PUBLICO_EN_GENERAL;

const BIMESTRAL = '05';

/** Months that the catalogue knows and that do not go with the period. */
const mesAjeno = ({ global }: Documento, bimestral: boolean): boolean => {
  const [periodicidad, mes] = [valor(global, 'Periodicidad'), valor(global, 'Meses')];
  return (
    periodicidades.has(periodicidad) &&
    meses.has(mes) &&
    (periodicidad === BIMESTRAL) === bimestral &&
    !isMesAllowed(periodicidad, mes)
  );
};

export const reglasGlobal: readonly Regla40<Documento>[] = [
  regla40(
    130,
    'InformacionGlobal va con el receptor XAXX010101000, PUBLICO EN GENERAL, y solo con él.',
    'InformacionGlobal goes with the receiver XAXX010101000, PUBLICO EN GENERAL, and only with it.',
    (d) => alPublico(d) !== (d.global !== undefined) && lugar(d.nodo, 'InformacionGlobal'),
  ),
  regla40(
    131,
    'La Periodicidad no está en c_Periodicidad.',
    'The Periodicidad is not in c_Periodicidad.',
    ({ global, fecha }) =>
      global !== undefined &&
      !periodicidades.has(valor(global, 'Periodicidad'), fecha) &&
      lugar(global, 'Periodicidad'),
  ),
  regla40(
    132,
    'La periodicidad bimestral es solo del régimen 621.',
    'The two-month periodicity is only for regime 621.',
    ({ global, emisor }) =>
      global !== undefined &&
      valor(global, 'Periodicidad') === BIMESTRAL &&
      valor(emisor, 'RegimenFiscal') !== REGIMEN_BIMESTRAL &&
      lugar(global, 'Periodicidad'),
  ),
  regla40(
    133,
    'Meses no está en c_Meses.',
    'Meses is not in c_Meses.',
    ({ global, fecha }) =>
      global !== undefined && !meses.has(valor(global, 'Meses'), fecha) && lugar(global, 'Meses'),
  ),
  regla40(
    134,
    'Meses 13 a 18 son solo de la periodicidad bimestral.',
    'Meses 13 to 18 are only for the two-month periodicity.',
    (d) => d.global !== undefined && mesAjeno(d, false) && lugar(d.global, 'Meses'),
  ),
  regla40(
    135,
    'La periodicidad bimestral lleva Meses 13 a 18.',
    'The two-month periodicity takes Meses 13 to 18.',
    (d) => d.global !== undefined && mesAjeno(d, true) && lugar(d.global, 'Meses'),
  ),
  regla40(
    136,
    'El Año de la información global no es el de emisión ni el anterior.',
    'The Año of the global information is neither the year of issue nor the one before.',
    ({ global, fecha }) => {
      const antes = Number(fecha.slice(0, 4)) - Number(valor(global, 'Año'));
      return global !== undefined && antes !== 0 && antes !== 1 && lugar(global, 'Año');
    },
  ),
  regla40(
    137,
    'El TipoRelacion no está en c_TipoRelacion.',
    'The TipoRelacion is not in c_TipoRelacion.',
    ({ relacionados, fecha }) => {
      const mal = relacionados.find((nodo) => !tiposRelacion.has(valor(nodo, 'TipoRelacion'), fecha));
      return mal && lugar(mal, 'TipoRelacion');
    },
  ),
];
