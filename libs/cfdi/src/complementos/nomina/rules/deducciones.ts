import { DEDUCCION_INCAPACIDAD, DEDUCCION_ISR, tiposDeduccion, tiposIncapacidad } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { rule, type Rule } from '../../../rules/rule.js';
import { attributeOf, importeOf, when, sumOf, type ReadNomina } from './read-nomina.js';

/** NOM86, NOM87, NOM91 to NOM96 and NOM104: deductions, and incapacities, which both sides speak of. */

/** Allowance for incapacity, an earning. */
const PERCEPCION_INCAPACIDAD = '014';

const typeOf = (deduccion: XmlNode): string => attributeOf(deduccion, 'TipoDeduccion') ?? '';
const retenciones = ({ lists }: ReadNomina): readonly XmlNode[] =>
  lists.deducciones.filter((one) => typeOf(one) === DEDUCCION_ISR);
const deduccionesExceptIsr = ({ lists }: ReadNomina): readonly XmlNode[] =>
  lists.deducciones.filter((one) => typeOf(one) === DEDUCCION_INCAPACIDAD);
const subsidiosOf = ({ lists }: ReadNomina): readonly XmlNode[] =>
  lists.percepciones.filter((one) => attributeOf(one, 'TipoPercepcion') === PERCEPCION_INCAPACIDAD);
const sumImporteMonetario = ({ lists }: ReadNomina): bigint => sumOf(lists.incapacidades, 'ImporteMonetario');

export const deduccionesRules: readonly Rule<ReadNomina, ReadNomina>[] = [
  rule(
    'NOM86',
    'Con la percepción 014 debe registrarse el nodo Incapacidades.',
    'With the earning 014 give the node Incapacidades.',
    (read) => when(subsidiosOf(read).length > 0 && !read.incapacidades, read.nomina, 'Incapacidades'),
  ),
  rule(
    'NOM87',
    'La percepción 014 debe ser la suma de los ImporteMonetario de las incapacidades.',
    'The earning 014 must be the sum of the ImporteMonetario of the incapacities.',
    (read) => {
      const [first] = subsidiosOf(read);
      const paidPart = sumOf(subsidiosOf(read), 'ImporteGravado', 'ImporteExento');
      return when(
        read.incapacidades !== undefined && paidPart !== sumImporteMonetario(read),
        first,
        'ImporteGravado',
      );
    },
  ),
  rule(
    'NOM91',
    'TotalImpuestosRetenidos debe ser la suma de las deducciones 002.',
    'TotalImpuestosRetenidos must be the sum of the deductions 002.',
    (read) =>
      when(
        retenciones(read).length > 0 &&
          (attributeOf(read.deducciones, 'TotalImpuestosRetenidos') === undefined ||
            importeOf(read.deducciones, 'TotalImpuestosRetenidos') !== sumOf(retenciones(read), 'Importe')),
        read.deducciones,
        'TotalImpuestosRetenidos',
      ),
  ),
  rule(
    'NOM92',
    'Sin deducciones 002 no debe registrarse TotalImpuestosRetenidos.',
    'Leave out TotalImpuestosRetenidos without deductions 002.',
    (read) =>
      when(
        retenciones(read).length === 0 &&
          attributeOf(read.deducciones, 'TotalImpuestosRetenidos') !== undefined,
        read.deducciones,
        'TotalImpuestosRetenidos',
      ),
  ),
  rule(
    'NOM94',
    'Con la deducción 006 debe registrarse el nodo Incapacidades.',
    'With the deduction 006 give the node Incapacidades.',
    (read) =>
      when(deduccionesExceptIsr(read).length > 0 && !read.incapacidades, read.nomina, 'Incapacidades'),
  ),
  rule(
    'NOM95',
    'La deducción 006 debe ser la suma de los ImporteMonetario de las incapacidades.',
    'The deduction 006 must be the sum of the ImporteMonetario of the incapacities.',
    (read) => {
      const [first] = deduccionesExceptIsr(read);
      const descontado = sumOf(deduccionesExceptIsr(read), 'Importe');
      return when(
        read.incapacidades !== undefined && descontado !== sumImporteMonetario(read),
        first,
        'Importe',
      );
    },
  ),
];

/** Of each deduction. */
export const deduccionRules: readonly Rule<XmlNode, ReadNomina>[] = [
  rule(
    'NOM93',
    'TipoDeduccion no es una clave vigente de c_TipoDeduccion.',
    'TipoDeduccion is no key in force of c_TipoDeduccion.',
    (one, { fecha }) => when(!tiposDeduccion.has(typeOf(one), fecha), one, 'TipoDeduccion'),
  ),
  rule(
    'NOM96',
    'El Importe de una deducción debe ser mayor que cero.',
    'The Importe of a deduction must be above zero.',
    (one) => when(importeOf(one, 'Importe') <= 0n, one, 'Importe'),
  ),
];

/** Of each incapacity. */
export const incapacidadRules: readonly Rule<XmlNode, ReadNomina>[] = [
  rule(
    'NOM104',
    'TipoIncapacidad no es una clave vigente de c_TipoIncapacidad.',
    'TipoIncapacidad is no key in force of c_TipoIncapacidad.',
    (one, { fecha }) =>
      when(!tiposIncapacidad.has(attributeOf(one, 'TipoIncapacidad') ?? '', fecha), one, 'TipoIncapacidad'),
  ),
];
