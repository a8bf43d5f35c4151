import { impuestos, isRateAllowed } from '#sat';
import { lugar, regla, type Regla } from '../../reglas/regla.js';
import { decimalesDe, valor } from './escrito.js';
import { dentroDeLimites } from './limites.js';
import type { FilaDR } from './vista.js';

/** The taxes of a related document's part that is paid (CRP20250 to CRP20261). */

type ReglaDR = Regla<FilaDR, unknown>;

const claveDeImpuesto = (codigo: string): ReglaDR =>
  regla(
    codigo,
    'ImpuestoDR no es una clave de c_Impuesto.',
    'ImpuestoDR is no key of c_Impuesto.',
    ({ nodo, impuesto }) => !impuestos.has(impuesto) && lugar(nodo, 'ImpuestoDR'),
  );

/** Judged of taxes that the catalogue has, with a rate; the dates are those of the paid document, which is not here. */
const tasa = (codigo: string): ReglaDR =>
  regla(
    codigo,
    'TasaOCuotaDR no es una tasa o cuota de c_TasaOCuota para el impuesto y el factor.',
    'TasaOCuotaDR is no rate of c_TasaOCuota for the tax and the factor.',
    ({ nodo, impuesto, tipoFactor: factor, tasa: dada, retencion }) =>
      impuestos.has(impuesto) &&
      factor !== 'Exento' &&
      dada !== undefined &&
      !isRateAllowed({ impuesto, factor, retencion, tasa: dada }) &&
      lugar(nodo, 'TasaOCuotaDR'),
  );

const importe = (codigo: string): ReglaDR =>
  regla(
    codigo,
    'ImporteDR no es BaseDR por TasaOCuotaDR dentro de los límites del redondeo.',
    'ImporteDR is not BaseDR times TasaOCuotaDR within the limits of rounding.',
    ({ nodo, base, tipoFactor, tasa: dada, importe: escrito }) =>
      tipoFactor !== 'Exento' &&
      dada !== undefined &&
      escrito !== undefined &&
      !dentroDeLimites({
        ...{ base, tasa: dada, importe: escrito },
        decimalesBase: decimalesDe(valor(nodo, 'BaseDR') ?? ''),
        decimalesImporte: decimalesDe(valor(nodo, 'ImporteDR') ?? ''),
      }) &&
      lugar(nodo, 'ImporteDR'),
  );

export const reglasDeRetencionDR: readonly ReglaDR[] = [
  claveDeImpuesto('CRP20250'),
  regla(
    'CRP20252',
    'Un impuesto retenido no puede ser Exento.',
    'A withheld tax cannot be Exento.',
    ({ nodo, tipoFactor }) => tipoFactor === 'Exento' && lugar(nodo, 'TipoFactorDR'),
  ),
  tasa('CRP20253'),
  importe('CRP20254'),
];

export const reglasDeTrasladoDR: readonly ReglaDR[] = [
  claveDeImpuesto('CRP20256'),
  regla(
    'CRP20258',
    'Un traslado Exento no lleva TasaOCuotaDR ni ImporteDR.',
    'An exempt transfer has neither TasaOCuotaDR nor ImporteDR.',
    ({ nodo, tipoFactor, tasa: dada, importe: escrito }) =>
      tipoFactor === 'Exento' &&
      (dada !== undefined || escrito !== undefined) &&
      lugar(nodo, dada === undefined ? 'ImporteDR' : 'TasaOCuotaDR'),
  ),
  regla(
    'CRP20259',
    'Un traslado por Tasa o Cuota requiere TasaOCuotaDR e ImporteDR.',
    'A transfer by Tasa or Cuota requires TasaOCuotaDR and ImporteDR.',
    ({ nodo, tipoFactor, tasa: dada, importe: escrito }) =>
      tipoFactor !== 'Exento' &&
      (dada === undefined || escrito === undefined) &&
      lugar(nodo, dada === undefined ? 'TasaOCuotaDR' : 'ImporteDR'),
  ),
  tasa('CRP20260'),
  importe('CRP20261'),
];
