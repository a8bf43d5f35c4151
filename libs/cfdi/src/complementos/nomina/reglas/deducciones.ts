import { DEDUCCION_INCAPACIDAD, DEDUCCION_ISR, tiposDeduccion, tiposIncapacidad } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { regla, type Regla } from '../../../reglas/regla.js';
import { atributo, importe, si, suma, type Leida } from './leida.js';

/** NOM86, NOM87, NOM91 to NOM96 and NOM104: deductions, and incapacities, which both sides speak of. */

/** Allowance for incapacity, an earning. */
const PERCEPCION_INCAPACIDAD = '014';

const tipo = (deduccion: Nodo): string => atributo(deduccion, 'TipoDeduccion') ?? '';
const retenciones = ({ listas }: Leida): readonly Nodo[] =>
  listas.deducciones.filter((uno) => tipo(uno) === DEDUCCION_ISR);
const descuentos = ({ listas }: Leida): readonly Nodo[] =>
  listas.deducciones.filter((uno) => tipo(uno) === DEDUCCION_INCAPACIDAD);
const subsidios = ({ listas }: Leida): readonly Nodo[] =>
  listas.percepciones.filter((uno) => atributo(uno, 'TipoPercepcion') === PERCEPCION_INCAPACIDAD);
const monetario = ({ listas }: Leida): bigint => suma(listas.incapacidades, 'ImporteMonetario');

export const reglasDeducciones: readonly Regla<Leida, Leida>[] = [
  regla(
    'NOM86',
    'Con la percepción 014 el nodo Incapacidades es necesario.',
    'With the earning 014 the node Incapacidades is required.',
    (leida) => si(subsidios(leida).length > 0 && !leida.incapacidades, leida.nomina, 'Incapacidades'),
  ),
  regla(
    'NOM87',
    'La percepción 014 es la suma de los importes monetarios de las incapacidades.',
    'The earning 014 is the sum of the amounts of the incapacities.',
    (leida) => {
      const [primera] = subsidios(leida);
      const pagado = suma(subsidios(leida), 'ImporteGravado', 'ImporteExento');
      return si(leida.incapacidades !== undefined && pagado !== monetario(leida), primera, 'ImporteGravado');
    },
  ),
  regla(
    'NOM91',
    'TotalImpuestosRetenidos es la suma de las deducciones 002.',
    'TotalImpuestosRetenidos is the sum of the deductions 002.',
    (leida) =>
      si(
        retenciones(leida).length > 0 &&
          (atributo(leida.deducciones, 'TotalImpuestosRetenidos') === undefined ||
            importe(leida.deducciones, 'TotalImpuestosRetenidos') !== suma(retenciones(leida), 'Importe')),
        leida.deducciones,
        'TotalImpuestosRetenidos',
      ),
  ),
  regla(
    'NOM92',
    'Sin deducciones 002 no hay TotalImpuestosRetenidos.',
    'Without deductions 002 there is no TotalImpuestosRetenidos.',
    (leida) =>
      si(
        retenciones(leida).length === 0 &&
          atributo(leida.deducciones, 'TotalImpuestosRetenidos') !== undefined,
        leida.deducciones,
        'TotalImpuestosRetenidos',
      ),
  ),
  regla(
    'NOM94',
    'Con la deducción 006 el nodo Incapacidades es necesario.',
    'With the deduction 006 the node Incapacidades is required.',
    (leida) => si(descuentos(leida).length > 0 && !leida.incapacidades, leida.nomina, 'Incapacidades'),
  ),
  regla(
    'NOM95',
    'La deducción 006 es la suma de los importes monetarios de las incapacidades.',
    'The deduction 006 is the sum of the amounts of the incapacities.',
    (leida) => {
      const [primera] = descuentos(leida);
      const descontado = suma(descuentos(leida), 'Importe');
      return si(leida.incapacidades !== undefined && descontado !== monetario(leida), primera, 'Importe');
    },
  ),
];

/** Of each deduction. */
export const reglasDeduccion: readonly Regla<Nodo, Leida>[] = [
  regla(
    'NOM93',
    'El tipo de deducción es una clave vigente de c_TipoDeduccion.',
    'The kind of deduction is a valid key of c_TipoDeduccion.',
    (uno, { fecha }) => si(!tiposDeduccion.has(tipo(uno), fecha), uno, 'TipoDeduccion'),
  ),
  regla(
    'NOM96',
    'El importe de una deducción es mayor que cero.',
    'The amount of a deduction is above zero.',
    (uno) => si(importe(uno, 'Importe') <= 0n, uno, 'Importe'),
  ),
];

/** Of each incapacity. */
export const reglasIncapacidad: readonly Regla<Nodo, Leida>[] = [
  regla(
    'NOM104',
    'El tipo de incapacidad es una clave vigente de c_TipoIncapacidad.',
    'The kind of incapacity is a valid key of c_TipoIncapacidad.',
    (uno, { fecha }) =>
      si(!tiposIncapacidad.has(atributo(uno, 'TipoIncapacidad') ?? '', fecha), uno, 'TipoIncapacidad'),
  ),
];
