import { impuestos, isRateAllowed } from '#sat';
import { placeOf, rule, type Rule } from '../../rules/rule.js';
import { decimalsOf, valueOf } from './written.js';
import { isInLimits } from './limits.js';
import type { RowDR } from './view.js';

/** The taxes of a related document's part that is paid (CRP20250 to CRP20261). */

type RuleDR = Rule<RowDR, unknown>;

const impuestoKeyRule = (code: string): RuleDR =>
  rule(
    code,
    'ImpuestoDR no es una clave de c_Impuesto.',
    'ImpuestoDR is no key of c_Impuesto.',
    ({ node, impuesto }) => !impuestos.has(impuesto) && placeOf(node, 'ImpuestoDR'),
  );

/** Judged of taxes that the catalogue has, with a rate; the dates are those of the paid document, which is not here. */
const tasaRule = (code: string): RuleDR =>
  rule(
    code,
    'TasaOCuotaDR no es una tasa o cuota de c_TasaOCuota para el impuesto y el factor.',
    'TasaOCuotaDR is no rate of c_TasaOCuota for the tax and the factor.',
    ({ node, impuesto, tipoFactor: factor, tasa: given, retencion }) =>
      impuestos.has(impuesto) &&
      factor !== 'Exento' &&
      given !== undefined &&
      !isRateAllowed({ impuesto, factor, retencion, tasa: given }) &&
      placeOf(node, 'TasaOCuotaDR'),
  );

const importeOf = (code: string): RuleDR =>
  rule(
    code,
    'ImporteDR no es BaseDR por TasaOCuotaDR dentro de los límites del redondeo.',
    'ImporteDR is not BaseDR times TasaOCuotaDR within the limits of rounding.',
    ({ node, base, tipoFactor, tasa: given, importe: written }) =>
      tipoFactor !== 'Exento' &&
      given !== undefined &&
      written !== undefined &&
      !isInLimits({
        ...{ base, tasa: given, importe: written },
        decimalesBase: decimalsOf(valueOf(node, 'BaseDR') ?? ''),
        decimalesImporte: decimalsOf(valueOf(node, 'ImporteDR') ?? ''),
      }) &&
      placeOf(node, 'ImporteDR'),
  );

export const retencionRulesDR: readonly RuleDR[] = [
  impuestoKeyRule('CRP20250'),
  rule(
    'CRP20252',
    'Un impuesto retenido no puede ser Exento.',
    'A withheld tax cannot be Exento.',
    ({ node, tipoFactor }) => tipoFactor === 'Exento' && placeOf(node, 'TipoFactorDR'),
  ),
  tasaRule('CRP20253'),
  importeOf('CRP20254'),
];

export const trasladoRulesDR: readonly RuleDR[] = [
  impuestoKeyRule('CRP20256'),
  rule(
    'CRP20258',
    'En un traslado Exento no deben registrarse TasaOCuotaDR ni ImporteDR.',
    'An exempt transfer must have neither TasaOCuotaDR nor ImporteDR.',
    ({ node, tipoFactor, tasa: given, importe: written }) =>
      tipoFactor === 'Exento' &&
      (given !== undefined || written !== undefined) &&
      placeOf(node, given === undefined ? 'ImporteDR' : 'TasaOCuotaDR'),
  ),
  rule(
    'CRP20259',
    'Un traslado por Tasa o Cuota requiere TasaOCuotaDR e ImporteDR.',
    'A transfer by Tasa or Cuota requires TasaOCuotaDR and ImporteDR.',
    ({ node, tipoFactor, tasa: given, importe: written }) =>
      tipoFactor !== 'Exento' &&
      (given === undefined || written === undefined) &&
      placeOf(node, given === undefined ? 'TasaOCuotaDR' : 'ImporteDR'),
  ),
  tasaRule('CRP20260'),
  importeOf('CRP20261'),
];
