import { origenesRecurso, OTRA_PERIODICIDAD, tiposContrato, tiposNomina } from '#sat';
import { regla, type Regla } from '../../../reglas/regla.js';
import { atributo, hijo, importe, noInscrito, pagado, si, suma, type Leida } from './leida.js';
import { delEmisor } from './sobre.js';

/** NOM31 to NOM50: the payroll's kind, dates and totals, and who pays it. */
type ReglaNomina = Regla<Leida, Leida>;
const de = (
  codigo: string,
  es: string,
  en: string,
  rompe: (leida: Leida) => ReturnType<typeof si>,
): ReglaNomina => regla(codigo, es, en, rompe);

const periodicidad = ({ receptor }: Leida): string | undefined => atributo(receptor, 'PeriodicidadPago');
const tipo = ({ nomina }: Leida): string | undefined => atributo(nomina, 'TipoNomina');
const sncf = ({ emisor }: Leida): ReturnType<typeof hijo> => hijo(emisor, 'EntidadSNCF');
const esMixto = (leida: Leida): boolean =>
  origenesRecurso.find(atributo(sncf(leida), 'OrigenRecurso') ?? '')?.montoPropio ?? false;
const contrato = ({ receptor }: Leida): ReturnType<typeof tiposContrato.find> =>
  tiposContrato.find(atributo(receptor, 'TipoContrato') ?? '');

export const reglasNomina: readonly ReglaNomina[] = [
  de(
    'NOM31',
    'Una nómina tiene percepciones, otros pagos o ambos, y sus totales.',
    'A payroll has earnings, other payments or both, and their totals.',
    ({ nomina }) =>
      si(
        atributo(nomina, 'TotalPercepciones') === undefined &&
          atributo(nomina, 'TotalOtrosPagos') === undefined,
        nomina,
        'TotalPercepciones',
      ),
  ),
  de(
    'NOM32',
    'El tipo de nómina es una clave vigente de c_TipoNomina.',
    'The kind of payroll is a valid key of c_TipoNomina.',
    (leida) => si(!tiposNomina.has(tipo(leida) ?? '', leida.fecha), leida.nomina, 'TipoNomina'),
  ),
  de(
    'NOM33',
    'Una nómina ordinaria (O) no tiene la periodicidad 99.',
    'An ordinary payroll (O) does not have the frequency 99.',
    (leida) =>
      si(
        tipo(leida) === 'O' && periodicidad(leida) === OTRA_PERIODICIDAD,
        leida.receptor,
        'PeriodicidadPago',
      ),
  ),
  de(
    'NOM34',
    'Una nómina extraordinaria (E) tiene la periodicidad 99.',
    'An extraordinary payroll (E) has the frequency 99.',
    (leida) =>
      si(
        tipo(leida) === 'E' && periodicidad(leida) !== OTRA_PERIODICIDAD,
        leida.receptor,
        'PeriodicidadPago',
      ),
  ),
  de(
    'NOM35',
    'La fecha inicial de pago no es posterior a la final.',
    'The first day paid is not after the last one.',
    ({ nomina }) =>
      si(
        (atributo(nomina, 'FechaInicialPago') ?? '') > (atributo(nomina, 'FechaFinalPago') ?? ''),
        nomina,
        'FechaInicialPago',
      ),
  ),
  de(
    'NOM36',
    'Sin percepciones no hay TotalPercepciones.',
    'Without earnings there is no TotalPercepciones.',
    ({ nomina, percepciones }) =>
      si(!percepciones && atributo(nomina, 'TotalPercepciones') !== undefined, nomina, 'TotalPercepciones'),
  ),
  de(
    'NOM37',
    'TotalPercepciones es la suma de los sueldos, la separación o indemnización y la jubilación, pensión o retiro.',
    'TotalPercepciones is the sum of wages, severance and retirement.',
    ({ nomina, percepciones }) =>
      si(
        percepciones !== undefined &&
          (atributo(nomina, 'TotalPercepciones') === undefined ||
            importe(nomina, 'TotalPercepciones') !==
              suma(
                [percepciones],
                ...['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro'],
              )),
        nomina,
        'TotalPercepciones',
      ),
  ),
  de(
    'NOM38',
    'Sin deducciones no hay TotalDeducciones.',
    'Without deductions there is no TotalDeducciones.',
    ({ nomina, deducciones }) =>
      si(!deducciones && atributo(nomina, 'TotalDeducciones') !== undefined, nomina, 'TotalDeducciones'),
  ),
  de(
    'NOM39',
    'TotalDeducciones es la suma de los impuestos retenidos y las otras deducciones.',
    'TotalDeducciones is the sum of the taxes withheld and the other deductions.',
    ({ nomina, deducciones }) =>
      si(
        deducciones !== undefined &&
          (atributo(nomina, 'TotalDeducciones') === undefined ||
            importe(nomina, 'TotalDeducciones') !==
              suma([deducciones], 'TotalOtrasDeducciones', 'TotalImpuestosRetenidos')),
        nomina,
        'TotalDeducciones',
      ),
  ),
  de(
    'NOM40',
    'TotalOtrosPagos es la suma de los otros pagos.',
    'TotalOtrosPagos is the sum of the other payments.',
    ({ nomina, otrosPagos, listas }) =>
      si(
        (otrosPagos !== undefined && atributo(nomina, 'TotalOtrosPagos') === undefined) ||
          importe(nomina, 'TotalOtrosPagos') !== suma(listas.otrosPagos, 'Importe'),
        nomina,
        'TotalOtrosPagos',
      ),
  ),
  de(
    'NOM41',
    'El RFC del patrón de origen no está en la lista de contribuyentes inscritos.',
    "The original employer's RFC is not in the list of registered taxpayers.",
    (leida) =>
      si(noInscrito(atributo(leida.emisor, 'RfcPatronOrigen'), leida), leida.emisor, 'RfcPatronOrigen'),
  ),
  de(
    'NOM42',
    'Con un contrato de relación laboral (01 a 08) el registro patronal es necesario.',
    "With a contract of employment (01 to 08) the employer's registry is required.",
    (leida) =>
      contrato(leida)?.relacionLaboral === true &&
      atributo(leida.emisor, 'RegistroPatronal') === undefined &&
      delEmisor(leida, 'RegistroPatronal'),
  ),
  de(
    'NOM43',
    'Sin relación laboral (contratos 09, 10 y 99) no va el registro patronal.',
    "Without employment (contracts 09, 10 and 99) the employer's registry does not go.",
    (leida) =>
      si(
        contrato(leida)?.relacionLaboral === false &&
          atributo(leida.emisor, 'RegistroPatronal') !== undefined,
        leida.emisor,
        'RegistroPatronal',
      ),
  ),
  de(
    'NOM47',
    'El origen del recurso es una clave vigente de c_OrigenRecurso.',
    'The origin of the resources is a valid key of c_OrigenRecurso.',
    (leida) =>
      si(
        !origenesRecurso.has(atributo(sncf(leida), 'OrigenRecurso') ?? '', leida.fecha),
        sncf(leida),
        'OrigenRecurso',
      ),
  ),
  de(
    'NOM48',
    'Con ingresos mixtos (IM) el monto de recurso propio es necesario.',
    'With mixed resources (IM) the amount of own ones is required.',
    (leida) =>
      si(
        esMixto(leida) && atributo(sncf(leida), 'MontoRecursoPropio') === undefined,
        sncf(leida),
        'MontoRecursoPropio',
      ),
  ),
  de(
    'NOM49',
    'El monto de recurso propio va solo con ingresos mixtos (IM).',
    'The amount of own resources goes with mixed ones (IM) only.',
    (leida) =>
      si(
        !esMixto(leida) && atributo(sncf(leida), 'MontoRecursoPropio') !== undefined,
        sncf(leida),
        'MontoRecursoPropio',
      ),
  ),
  de(
    'NOM50',
    'El monto de recurso propio es menor que percepciones y otros pagos juntos.',
    'The amount of own resources is less than earnings and other payments together.',
    (leida) =>
      si(
        atributo(sncf(leida), 'MontoRecursoPropio') !== undefined &&
          importe(sncf(leida), 'MontoRecursoPropio') >= pagado([leida.nomina]),
        sncf(leida),
        'MontoRecursoPropio',
      ),
  ),
];
