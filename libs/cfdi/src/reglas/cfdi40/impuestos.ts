import { lugar } from '../regla.js';
import { regla40, type Regla40 } from './contexto.js';
import type { Impuesto } from './lineas.js';
import { dentroDeLimites } from './montos.js';

/** Rules of the taxes of a concepto. */

/** A tax whose Importe is not the product of its Base and its rate; what lacks one of them has another code. */
const fueraDeLimites = ({ clase: { tasa, exento }, base, importe }: Impuesto): boolean =>
  !exento && tasa !== undefined && importe !== undefined && !dentroDeLimites(importe, base, tasa, true);

/** A known tax with a rate, where it needs one, that c_TasaOCuota does not have. */
const tasaAjena = ({ clase: { conocido, permitida, exento, tasa } }: Impuesto): boolean =>
  conocido && !permitida && (exento || tasa !== undefined);

export const reglasTraslado: readonly Regla40<Impuesto>[] = [
  regla40(
    174,
    'La Base del traslado debe ser mayor que cero.',
    'The Base of the traslado must be above zero.',
    ({ nodo, base }) => !(base.valor > 0) && lugar(nodo, 'Base'),
  ),
  regla40(
    175,
    'El Impuesto del traslado no está en c_Impuesto.',
    'The Impuesto of the traslado is not in c_Impuesto.',
    ({ nodo, clase }) => !clase.conocido && lugar(nodo, 'Impuesto'),
  ),
  regla40(
    177,
    'Un traslado exento no lleva TasaOCuota ni Importe.',
    'An exempt traslado has neither TasaOCuota nor Importe.',
    ({ nodo, clase, importe }) =>
      clase.exento && (clase.tasa !== undefined || importe !== undefined) && lugar(nodo, 'TipoFactor'),
  ),
  regla40(
    178,
    'Un traslado con Tasa o Cuota debe llevar TasaOCuota e Importe.',
    'A traslado with Tasa or Cuota must have TasaOCuota and Importe.',
    ({ nodo, clase, importe }) =>
      !clase.exento && (clase.tasa === undefined || importe === undefined) && lugar(nodo, 'TipoFactor'),
  ),
  regla40(
    179,
    'La TasaOCuota del traslado no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the traslado is not in c_TasaOCuota for its tax and factor.',
    (t) => tasaAjena(t) && lugar(t.nodo, 'TasaOCuota'),
  ),
  regla40(
    180,
    'El Importe del traslado no es el producto de Base y TasaOCuota dentro de los límites permitidos.',
    'The Importe of the traslado is not the product of Base and TasaOCuota within the limits allowed.',
    (t) => fueraDeLimites(t) && lugar(t.nodo, 'Importe'),
  ),
];

export const reglasRetencion: readonly Regla40<Impuesto>[] = [
  regla40(
    181,
    'La Base de la retención debe ser mayor que cero.',
    'The Base of the retención must be above zero.',
    ({ nodo, base }) => !(base.valor > 0) && lugar(nodo, 'Base'),
  ),
  regla40(
    182,
    'El Impuesto de la retención no está en c_Impuesto.',
    'The Impuesto of the retención is not in c_Impuesto.',
    ({ nodo, clase }) => !clase.conocido && lugar(nodo, 'Impuesto'),
  ),
  regla40(
    184,
    'Una retención no puede ser exenta.',
    'A retención cannot be exempt.',
    ({ nodo, clase }) => clase.exento && lugar(nodo, 'TipoFactor'),
  ),
  regla40(
    185,
    'La TasaOCuota de la retención no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the retención is not in c_TasaOCuota for its tax and factor.',
    (t) => !t.clase.exento && tasaAjena(t) && lugar(t.nodo, 'TasaOCuota'),
  ),
  regla40(
    186,
    'El Importe de la retención no es el producto de Base y TasaOCuota dentro de los límites permitidos.',
    'The Importe of the retención is not the product of Base and TasaOCuota within the limits allowed.',
    (t) => fueraDeLimites(t) && lugar(t.nodo, 'Importe'),
  ),
];
