import { placeOf } from '../rule.js';
import { rule40, type Rule40 } from './context.js';
import type { Impuesto } from './lines.js';
import { isInLimits } from './figures.js';

/** Rules of the taxes of a concepto. */

/** A tax whose Importe is not the product of its Base and its rate; what lacks one of them has another code. */
const isOutOfLimits = ({ kind: { tasa, exento }, base, importe }: Impuesto): boolean =>
  !exento && tasa !== undefined && importe !== undefined && !isInLimits(importe, base, tasa, true);

/** A known tax with a rate, where it needs one, that c_TasaOCuota does not have. */
const isOtherTasa = ({ kind: { known, permitida, exento, tasa } }: Impuesto): boolean =>
  known && !permitida && (exento || tasa !== undefined);

export const trasladoRules: readonly Rule40<Impuesto>[] = [
  rule40(
    174,
    'La Base del traslado debe ser mayor que cero.',
    'The Base of the traslado must be above zero.',
    ({ node, base }) => !(base.value > 0) && placeOf(node, 'Base'),
  ),
  rule40(
    175,
    'El Impuesto del traslado no está en c_Impuesto.',
    'The Impuesto of the traslado is not in c_Impuesto.',
    ({ node, kind }) => !kind.known && placeOf(node, 'Impuesto'),
  ),
  rule40(
    177,
    'En un traslado exento no deben registrarse TasaOCuota ni Importe.',
    'An exempt traslado must have neither TasaOCuota nor Importe.',
    ({ node, kind, importe }) =>
      kind.exento && (kind.tasa !== undefined || importe !== undefined) && placeOf(node, 'TipoFactor'),
  ),
  rule40(
    178,
    'En un traslado con Tasa o Cuota deben registrarse TasaOCuota e Importe.',
    'A traslado with Tasa or Cuota must have TasaOCuota and Importe.',
    ({ node, kind, importe }) =>
      !kind.exento && (kind.tasa === undefined || importe === undefined) && placeOf(node, 'TipoFactor'),
  ),
  rule40(
    179,
    'La TasaOCuota del traslado no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the traslado is not in c_TasaOCuota for its tax and factor.',
    (t) => isOtherTasa(t) && placeOf(t.node, 'TasaOCuota'),
  ),
  rule40(
    180,
    'El Importe del traslado no es el producto de Base y TasaOCuota dentro de los límites permitidos.',
    'The Importe of the traslado is not the product of Base and TasaOCuota within the limits allowed.',
    (t) => isOutOfLimits(t) && placeOf(t.node, 'Importe'),
  ),
];

export const retencionRules: readonly Rule40<Impuesto>[] = [
  rule40(
    181,
    'La Base de la retención debe ser mayor que cero.',
    'The Base of the retención must be above zero.',
    ({ node, base }) => !(base.value > 0) && placeOf(node, 'Base'),
  ),
  rule40(
    182,
    'El Impuesto de la retención no está en c_Impuesto.',
    'The Impuesto of the retención is not in c_Impuesto.',
    ({ node, kind }) => !kind.known && placeOf(node, 'Impuesto'),
  ),
  rule40(
    184,
    'Una retención no puede ser exenta.',
    'A retención cannot be exempt.',
    ({ node, kind }) => kind.exento && placeOf(node, 'TipoFactor'),
  ),
  rule40(
    185,
    'La TasaOCuota de la retención no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the retención is not in c_TasaOCuota for its tax and factor.',
    (t) => !t.kind.exento && isOtherTasa(t) && placeOf(t.node, 'TasaOCuota'),
  ),
  rule40(
    186,
    'El Importe de la retención no es el producto de Base y TasaOCuota dentro de los límites permitidos.',
    'The Importe of the retención is not the product of Base and TasaOCuota within the limits allowed.',
    (t) => isOutOfLimits(t) && placeOf(t.node, 'Importe'),
  ),
];
