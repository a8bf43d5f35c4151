import {
  isPublicoEnGeneral,
  isMesAllowed,
  meses,
  periodicidades,
  REGIMEN_BIMESTRAL,
  RFC_PUBLICO_GENERAL,
  tiposRelacion,
} from '#sat';
import { placeOf } from '../rule.js';
import { rule40, type Rule40 } from './context.js';
import type { Document } from './document.js';
import { valueOf } from './values.js';

/** Rules of the global invoice and of related documents. */

const isForPublico = ({ receptor }: Document): boolean =>
  valueOf(receptor, 'Rfc') === RFC_PUBLICO_GENERAL && isPublicoEnGeneral(valueOf(receptor, 'Nombre'));

const BIMESTRAL = '05';

/** Months that the catalogue knows and that do not go with the period. */
const isOtherMes = ({ global }: Document, bimestral: boolean): boolean => {
  const [periodicidad, month] = [valueOf(global, 'Periodicidad'), valueOf(global, 'Meses')];
  return (
    periodicidades.has(periodicidad) &&
    meses.has(month) &&
    (periodicidad === BIMESTRAL) === bimestral &&
    !isMesAllowed(periodicidad, month)
  );
};

export const globalRules: readonly Rule40<Document>[] = [
  rule40(
    130,
    'InformacionGlobal debe registrarse con el receptor XAXX010101000, PUBLICO EN GENERAL, y solo con él.',
    'Give InformacionGlobal with the receiver XAXX010101000, PUBLICO EN GENERAL, and only with it.',
    (d) => isForPublico(d) !== (d.global !== undefined) && placeOf(d.node, 'InformacionGlobal'),
  ),
  rule40(
    131,
    'La Periodicidad no está en c_Periodicidad.',
    'The Periodicidad is not in c_Periodicidad.',
    ({ global, fecha }) =>
      global !== undefined &&
      !periodicidades.has(valueOf(global, 'Periodicidad'), fecha) &&
      placeOf(global, 'Periodicidad'),
  ),
  rule40(
    132,
    'La periodicidad bimestral solo puede usarse con el régimen 621.',
    'The two-month periodicity is allowed only with regime 621.',
    ({ global, emisor }) =>
      global !== undefined &&
      valueOf(global, 'Periodicidad') === BIMESTRAL &&
      valueOf(emisor, 'RegimenFiscal') !== REGIMEN_BIMESTRAL &&
      placeOf(global, 'Periodicidad'),
  ),
  rule40(
    133,
    'Meses no está en c_Meses.',
    'Meses is not in c_Meses.',
    ({ global, fecha }) =>
      global !== undefined && !meses.has(valueOf(global, 'Meses'), fecha) && placeOf(global, 'Meses'),
  ),
  rule40(
    134,
    'Meses 13 a 18 son solo de la periodicidad bimestral.',
    'Meses 13 to 18 are only for the two-month periodicity.',
    (d) => d.global !== undefined && isOtherMes(d, false) && placeOf(d.global, 'Meses'),
  ),
  rule40(
    135,
    'Con la periodicidad bimestral, Meses debe ser de 13 a 18.',
    'With the two-month periodicity, Meses must be 13 to 18.',
    (d) => d.global !== undefined && isOtherMes(d, true) && placeOf(d.global, 'Meses'),
  ),
  rule40(
    136,
    'El Año de la información global debe ser el de emisión o el anterior.',
    'The Año of the global information must be the year of issue or the one before.',
    ({ global, fecha }) => {
      const before = Number(fecha.slice(0, 4)) - Number(valueOf(global, 'Año'));
      return global !== undefined && before !== 0 && before !== 1 && placeOf(global, 'Año');
    },
  ),
  rule40(
    137,
    'El TipoRelacion no está en c_TipoRelacion.',
    'The TipoRelacion is not in c_TipoRelacion.',
    ({ relacionados, fecha }) => {
      const malformed = relacionados.find((node) => !tiposRelacion.has(valueOf(node, 'TipoRelacion'), fecha));
      return malformed && placeOf(malformed, 'TipoRelacion');
    },
  ),
];
