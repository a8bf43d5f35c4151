import { origenesRecurso, OTHER_PERIODICIDAD, tiposContrato, tiposNomina } from '#sat';
import { rule, type Rule } from '../../../rules/rule.js';
import {
  attributeOf,
  childOf,
  importeOf,
  isUnregistered,
  toPaidPart,
  when,
  sumOf,
  type ReadNomina,
} from './read-nomina.js';
import { emisorAttributeRule } from './envelope.js';

/** NOM31 to NOM50: the payroll's kind, dates and totals, and who pays it. */
type NominaRule = Rule<ReadNomina, ReadNomina>;
const from = (
  code: string,
  es: string,
  en: string,
  breaks: (read: ReadNomina) => ReturnType<typeof when>,
): NominaRule => rule(code, es, en, breaks);

const periodicidad = ({ receptor }: ReadNomina): string | undefined =>
  attributeOf(receptor, 'PeriodicidadPago');
const typeOf = ({ nomina }: ReadNomina): string | undefined => attributeOf(nomina, 'TipoNomina');
const sncfOf = ({ emisor }: ReadNomina): ReturnType<typeof childOf> => childOf(emisor, 'EntidadSNCF');
const isMixto = (read: ReadNomina): boolean =>
  origenesRecurso.find(attributeOf(sncfOf(read), 'OrigenRecurso') ?? '')?.montoPropio ?? false;
const contrato = ({ receptor }: ReadNomina): ReturnType<typeof tiposContrato.find> =>
  tiposContrato.find(attributeOf(receptor, 'TipoContrato') ?? '');

export const nominaRules: readonly NominaRule[] = [
  from(
    'NOM31',
    'Una nómina tiene percepciones, otros pagos o ambos, y sus totales.',
    'A payroll has earnings, other payments or both, and their totals.',
    ({ nomina }) =>
      when(
        attributeOf(nomina, 'TotalPercepciones') === undefined &&
          attributeOf(nomina, 'TotalOtrosPagos') === undefined,
        nomina,
        'TotalPercepciones',
      ),
  ),
  from(
    'NOM32',
    'El tipo de nómina es una clave vigente de c_TipoNomina.',
    'The kind of payroll is a valid key of c_TipoNomina.',
    (read) => when(!tiposNomina.has(typeOf(read) ?? '', read.fecha), read.nomina, 'TipoNomina'),
  ),
  from(
    'NOM33',
    'Una nómina ordinaria (O) no tiene la periodicidad 99.',
    'An ordinary payroll (O) does not have the frequency 99.',
    (read) =>
      when(
        typeOf(read) === 'O' && periodicidad(read) === OTHER_PERIODICIDAD,
        read.receptor,
        'PeriodicidadPago',
      ),
  ),
  from(
    'NOM34',
    'Una nómina extraordinaria (E) tiene la periodicidad 99.',
    'An extraordinary payroll (E) has the frequency 99.',
    (read) =>
      when(
        typeOf(read) === 'E' && periodicidad(read) !== OTHER_PERIODICIDAD,
        read.receptor,
        'PeriodicidadPago',
      ),
  ),
  from(
    'NOM35',
    'La fecha inicial de pago no es posterior a la final.',
    'The first day paid is not after the last one.',
    ({ nomina }) =>
      when(
        (attributeOf(nomina, 'FechaInicialPago') ?? '') > (attributeOf(nomina, 'FechaFinalPago') ?? ''),
        nomina,
        'FechaInicialPago',
      ),
  ),
  from(
    'NOM36',
    'Sin percepciones no hay TotalPercepciones.',
    'Without earnings there is no TotalPercepciones.',
    ({ nomina, percepciones }) =>
      when(
        !percepciones && attributeOf(nomina, 'TotalPercepciones') !== undefined,
        nomina,
        'TotalPercepciones',
      ),
  ),
  from(
    'NOM37',
    'TotalPercepciones es la suma de los sueldos, la separación o indemnización y la jubilación, pensión o retiro.',
    'TotalPercepciones is the sum of wages, severance and retirement.',
    ({ nomina, percepciones }) =>
      when(
        percepciones !== undefined &&
          (attributeOf(nomina, 'TotalPercepciones') === undefined ||
            importeOf(nomina, 'TotalPercepciones') !==
              sumOf(
                [percepciones],
                ...['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro'],
              )),
        nomina,
        'TotalPercepciones',
      ),
  ),
  from(
    'NOM38',
    'Sin deducciones no hay TotalDeducciones.',
    'Without deductions there is no TotalDeducciones.',
    ({ nomina, deducciones }) =>
      when(!deducciones && attributeOf(nomina, 'TotalDeducciones') !== undefined, nomina, 'TotalDeducciones'),
  ),
  from(
    'NOM39',
    'TotalDeducciones es la suma de los impuestos retenidos y las otras deducciones.',
    'TotalDeducciones is the sum of the taxes withheld and the other deductions.',
    ({ nomina, deducciones }) =>
      when(
        deducciones !== undefined &&
          (attributeOf(nomina, 'TotalDeducciones') === undefined ||
            importeOf(nomina, 'TotalDeducciones') !==
              sumOf([deducciones], 'TotalOtrasDeducciones', 'TotalImpuestosRetenidos')),
        nomina,
        'TotalDeducciones',
      ),
  ),
  from(
    'NOM40',
    'TotalOtrosPagos es la suma de los otros pagos.',
    'TotalOtrosPagos is the sum of the other payments.',
    ({ nomina, otrosPagos, lists }) =>
      when(
        (otrosPagos !== undefined && attributeOf(nomina, 'TotalOtrosPagos') === undefined) ||
          importeOf(nomina, 'TotalOtrosPagos') !== sumOf(lists.otrosPagos, 'Importe'),
        nomina,
        'TotalOtrosPagos',
      ),
  ),
  from(
    'NOM41',
    'El RFC del patrón de origen no está en la lista de contribuyentes inscritos.',
    "The original employer's RFC is not in the list of registered taxpayers.",
    (read) =>
      when(isUnregistered(attributeOf(read.emisor, 'RfcPatronOrigen'), read), read.emisor, 'RfcPatronOrigen'),
  ),
  from(
    'NOM42',
    'Con un contrato de relación laboral (01 a 08) el registro patronal es necesario.',
    "With a contract of employment (01 to 08) the employer's registry is required.",
    (read) =>
      contrato(read)?.relacionLaboral === true &&
      attributeOf(read.emisor, 'RegistroPatronal') === undefined &&
      emisorAttributeRule(read, 'RegistroPatronal'),
  ),
  from(
    'NOM43',
    'Sin relación laboral (contratos 09, 10 y 99) no va el registro patronal.',
    "Without employment (contracts 09, 10 and 99) the employer's registry does not go.",
    (read) =>
      when(
        contrato(read)?.relacionLaboral === false &&
          attributeOf(read.emisor, 'RegistroPatronal') !== undefined,
        read.emisor,
        'RegistroPatronal',
      ),
  ),
  from(
    'NOM47',
    'El origen del recurso es una clave vigente de c_OrigenRecurso.',
    'The origin of the resources is a valid key of c_OrigenRecurso.',
    (read) =>
      when(
        !origenesRecurso.has(attributeOf(sncfOf(read), 'OrigenRecurso') ?? '', read.fecha),
        sncfOf(read),
        'OrigenRecurso',
      ),
  ),
  from(
    'NOM48',
    'Con ingresos mixtos (IM) el monto de recurso propio es necesario.',
    'With mixed resources (IM) the amount of own ones is required.',
    (read) =>
      when(
        isMixto(read) && attributeOf(sncfOf(read), 'MontoRecursoPropio') === undefined,
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
  from(
    'NOM49',
    'El monto de recurso propio va solo con ingresos mixtos (IM).',
    'The amount of own resources goes with mixed ones (IM) only.',
    (read) =>
      when(
        !isMixto(read) && attributeOf(sncfOf(read), 'MontoRecursoPropio') !== undefined,
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
  from(
    'NOM50',
    'El monto de recurso propio es menor que percepciones y otros pagos juntos.',
    'The amount of own resources is less than earnings and other payments together.',
    (read) =>
      when(
        attributeOf(sncfOf(read), 'MontoRecursoPropio') !== undefined &&
          importeOf(sncfOf(read), 'MontoRecursoPropio') >= toPaidPart([read.nomina]),
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
];
