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
    'Una nómina debe tener percepciones, otros pagos o ambos, con sus totales.',
    'A payroll must have earnings, other payments or both, with their totals.',
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
    'TipoNomina no es una clave vigente de c_TipoNomina.',
    'TipoNomina is no key in force of c_TipoNomina.',
    (read) => when(!tiposNomina.has(typeOf(read) ?? '', read.fecha), read.nomina, 'TipoNomina'),
  ),
  from(
    'NOM33',
    'En una nómina ordinaria (O) PeriodicidadPago debe ser distinta de 99.',
    'In an ordinary payroll (O) PeriodicidadPago must be other than 99.',
    (read) =>
      when(
        typeOf(read) === 'O' && periodicidad(read) === OTHER_PERIODICIDAD,
        read.receptor,
        'PeriodicidadPago',
      ),
  ),
  from(
    'NOM34',
    'En una nómina extraordinaria (E) PeriodicidadPago debe ser 99.',
    'In an extraordinary payroll (E) PeriodicidadPago must be 99.',
    (read) =>
      when(
        typeOf(read) === 'E' && periodicidad(read) !== OTHER_PERIODICIDAD,
        read.receptor,
        'PeriodicidadPago',
      ),
  ),
  from(
    'NOM35',
    'FechaInicialPago no puede ser posterior a FechaFinalPago.',
    'FechaInicialPago cannot be later than FechaFinalPago.',
    ({ nomina }) =>
      when(
        (attributeOf(nomina, 'FechaInicialPago') ?? '') > (attributeOf(nomina, 'FechaFinalPago') ?? ''),
        nomina,
        'FechaInicialPago',
      ),
  ),
  from(
    'NOM36',
    'Sin el nodo Percepciones no debe registrarse TotalPercepciones.',
    'Leave out TotalPercepciones without the node Percepciones.',
    ({ nomina, percepciones }) =>
      when(
        !percepciones && attributeOf(nomina, 'TotalPercepciones') !== undefined,
        nomina,
        'TotalPercepciones',
      ),
  ),
  from(
    'NOM37',
    'TotalPercepciones debe ser la suma de TotalSueldos, TotalSeparacionIndemnizacion y TotalJubilacionPensionRetiro.',
    'TotalPercepciones must be the sum of TotalSueldos, TotalSeparacionIndemnizacion and TotalJubilacionPensionRetiro.',
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
    'Sin el nodo Deducciones no debe registrarse TotalDeducciones.',
    'Leave out TotalDeducciones without the node Deducciones.',
    ({ nomina, deducciones }) =>
      when(!deducciones && attributeOf(nomina, 'TotalDeducciones') !== undefined, nomina, 'TotalDeducciones'),
  ),
  from(
    'NOM39',
    'TotalDeducciones debe ser la suma de TotalImpuestosRetenidos y TotalOtrasDeducciones.',
    'TotalDeducciones must be the sum of TotalImpuestosRetenidos and TotalOtrasDeducciones.',
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
    'TotalOtrosPagos debe ser la suma de los importes de los otros pagos.',
    'TotalOtrosPagos must be the sum of the amounts of the other payments.',
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
    'Con un TipoContrato de relación laboral (01 a 08) debe registrarse RegistroPatronal.',
    'With a TipoContrato of employment (01 to 08) give RegistroPatronal.',
    (read) =>
      contrato(read)?.relacionLaboral === true &&
      attributeOf(read.emisor, 'RegistroPatronal') === undefined &&
      emisorAttributeRule(read, 'RegistroPatronal'),
  ),
  from(
    'NOM43',
    'Sin relación laboral (TipoContrato 09, 10 y 99) no debe registrarse RegistroPatronal.',
    'Without employment (TipoContrato 09, 10 and 99) leave out RegistroPatronal.',
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
    'OrigenRecurso no es una clave vigente de c_OrigenRecurso.',
    'OrigenRecurso is no key in force of c_OrigenRecurso.',
    (read) =>
      when(
        !origenesRecurso.has(attributeOf(sncfOf(read), 'OrigenRecurso') ?? '', read.fecha),
        sncfOf(read),
        'OrigenRecurso',
      ),
  ),
  from(
    'NOM48',
    'Con OrigenRecurso IM (ingresos mixtos) debe registrarse MontoRecursoPropio.',
    'With OrigenRecurso IM (mixed resources) give MontoRecursoPropio.',
    (read) =>
      when(
        isMixto(read) && attributeOf(sncfOf(read), 'MontoRecursoPropio') === undefined,
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
  from(
    'NOM49',
    'MontoRecursoPropio solo puede registrarse con OrigenRecurso IM (ingresos mixtos).',
    'MontoRecursoPropio is allowed only with OrigenRecurso IM (mixed resources).',
    (read) =>
      when(
        !isMixto(read) && attributeOf(sncfOf(read), 'MontoRecursoPropio') !== undefined,
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
  from(
    'NOM50',
    'MontoRecursoPropio debe ser menor que la suma de TotalPercepciones y TotalOtrosPagos.',
    'MontoRecursoPropio must be less than TotalPercepciones and TotalOtrosPagos together.',
    (read) =>
      when(
        attributeOf(sncfOf(read), 'MontoRecursoPropio') !== undefined &&
          importeOf(sncfOf(read), 'MontoRecursoPropio') >= toPaidPart([read.nomina]),
        sncfOf(read),
        'MontoRecursoPropio',
      ),
  ),
];
