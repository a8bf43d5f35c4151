import { tiposHoras, tiposPercepcion, type GrupoPercepcion } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf, rule, type Rule } from '../../../rules/rule.js';
import { isRevisionEInForce } from '../validity.js';
import { attributeOf, childOf, childrenOf, importeOf, when, sumOf, type ReadNomina } from './read-nomina.js';

/** NOM70 to NOM90 and NOM109: what was earned. NOM69 follows from the others: see the list of codes. */

const typeOf = (percepcion: XmlNode): string => attributeOf(percepcion, 'TipoPercepcion') ?? '';
/** The total that an earning adds to; a key that is in no catalogue adds to the wages, like all others. */
export const readGroup = (key: string): GrupoPercepcion => tiposPercepcion.find(key)?.grupo ?? 'sueldos';
const percepcionesInGroup = (read: ReadNomina, group: GrupoPercepcion): readonly XmlNode[] =>
  read.lists.percepciones.filter((one) => readGroup(typeOf(one)) === group);
const has = (read: ReadNomina, key: string): boolean =>
  read.lists.percepciones.some((one) => typeOf(one) === key);

/** A total that is the sum of some attributes of earnings; one that is missing is for another rule. */
const total = (
  code: string,
  name: string,
  es: string,
  en: string,
  summands: (read: ReadNomina) => bigint,
): Rule<ReadNomina, ReadNomina> =>
  rule(code, `${name} es la suma de ${es}.`, `${name} is the sum of ${en}.`, (read) =>
    when(
      attributeOf(read.percepciones, name) !== undefined &&
        importeOf(read.percepciones, name) !== summands(read),
      read.percepciones,
      name,
    ),
  );

const jubilacionOf = ({ percepciones }: ReadNomina): XmlNode | undefined =>
  childOf(percepciones, 'JubilacionPensionRetiro');

export const percepcionesRules: readonly Rule<ReadNomina, ReadNomina>[] = [
  total(
    'NOM70',
    'TotalSueldos',
    'las percepciones que no son separación ni jubilación (022, 023, 025, 039 y 044)',
    'the earnings that are neither severance nor retirement (022, 023, 025, 039 and 044)',
    (read) => sumOf(percepcionesInGroup(read, 'sueldos'), 'ImporteGravado', 'ImporteExento'),
  ),
  total(
    'NOM71',
    'TotalSeparacionIndemnizacion',
    'las percepciones 022, 023 y 025',
    'the earnings 022, 023 and 025',
    (read) => sumOf(percepcionesInGroup(read, 'separacion'), 'ImporteGravado', 'ImporteExento'),
  ),
  total(
    'NOM72',
    'TotalJubilacionPensionRetiro',
    'las percepciones 039 y 044',
    'the earnings 039 and 044',
    (read) => sumOf(percepcionesInGroup(read, 'jubilacion'), 'ImporteGravado', 'ImporteExento'),
  ),
  total('NOM73', 'TotalGravado', 'los importes gravados', 'the taxed amounts', ({ lists }) =>
    sumOf(lists.percepciones, 'ImporteGravado'),
  ),
  total('NOM74', 'TotalExento', 'los importes exentos', 'the exempt amounts', ({ lists }) =>
    sumOf(lists.percepciones, 'ImporteExento'),
  ),
  rule(
    'NOM77',
    'Con percepciones que no son de separación ni de jubilación debe registrarse TotalSueldos.',
    'With earnings that are neither severance nor retirement give TotalSueldos.',
    (read) =>
      when(
        percepcionesInGroup(read, 'sueldos').length > 0 &&
          attributeOf(read.percepciones, 'TotalSueldos') === undefined,
        read.percepciones,
        'TotalSueldos',
      ),
  ),
  rule(
    'NOM78',
    'Con las percepciones 022, 023 o 025 deben registrarse el nodo SeparacionIndemnizacion y TotalSeparacionIndemnizacion.',
    'With earnings 022, 023 or 025 give the node SeparacionIndemnizacion and TotalSeparacionIndemnizacion.',
    (read) =>
      percepcionesInGroup(read, 'separacion').length > 0 &&
      (when(
        !childOf(read.percepciones, 'SeparacionIndemnizacion'),
        read.percepciones,
        'SeparacionIndemnizacion',
      ) ||
        when(
          attributeOf(read.percepciones, 'TotalSeparacionIndemnizacion') === undefined,
          read.percepciones,
          'TotalSeparacionIndemnizacion',
        )),
  ),
  rule(
    'NOM79',
    'El nodo JubilacionPensionRetiro y su total deben registrarse con las percepciones 039 o 044, y solo con ellas.',
    'Give the node JubilacionPensionRetiro and its total with earnings 039 or 044, and only with them.',
    (read) => {
      const required = percepcionesInGroup(read, 'jubilacion').length > 0;
      const { percepciones } = read;
      return (
        when((jubilacionOf(read) !== undefined) !== required, percepciones, 'JubilacionPensionRetiro') ||
        when(
          (attributeOf(percepciones, 'TotalJubilacionPensionRetiro') !== undefined) !== required,
          percepciones,
          'TotalJubilacionPensionRetiro',
        )
      );
    },
  ),
  // What NOM80 and NOM81 say against the other form's amounts is NOM89's and NOM90's too, which find it.
  rule(
    'NOM80',
    'Con la percepción 039 (una exhibición) debe registrarse TotalUnaExhibicion.',
    'With the earning 039 (all at once) give TotalUnaExhibicion.',
    (read) =>
      when(
        has(read, '039') && attributeOf(jubilacionOf(read), 'TotalUnaExhibicion') === undefined,
        jubilacionOf(read),
        'TotalUnaExhibicion',
      ),
  ),
  rule(
    'NOM81',
    'Con la percepción 044 (parcialidades) debe registrarse TotalParcialidad.',
    'With the earning 044 (instalments) give TotalParcialidad.',
    (read) =>
      when(
        has(read, '044') && attributeOf(jubilacionOf(read), 'TotalParcialidad') === undefined,
        jubilacionOf(read),
        'TotalParcialidad',
      ),
  ),
  rule(
    'NOM89',
    'Con TotalUnaExhibicion no deben registrarse TotalParcialidad ni MontoDiario.',
    'With TotalUnaExhibicion leave out TotalParcialidad and MontoDiario.',
    (read) =>
      attributeOf(jubilacionOf(read), 'TotalUnaExhibicion') !== undefined &&
      (when(
        attributeOf(jubilacionOf(read), 'TotalParcialidad') !== undefined,
        jubilacionOf(read),
        'TotalParcialidad',
      ) ||
        when(
          attributeOf(jubilacionOf(read), 'MontoDiario') !== undefined,
          jubilacionOf(read),
          'MontoDiario',
        )),
  ),
  rule(
    'NOM90',
    'Con TotalParcialidad debe registrarse MontoDiario.',
    'With TotalParcialidad give MontoDiario.',
    (read) =>
      when(
        attributeOf(jubilacionOf(read), 'TotalParcialidad') !== undefined &&
          attributeOf(jubilacionOf(read), 'TotalUnaExhibicion') === undefined &&
          attributeOf(jubilacionOf(read), 'MontoDiario') === undefined,
        jubilacionOf(read),
        'MontoDiario',
      ),
  ),
];

/** A node that goes with one key, and with no other. */
const nodeFrom = (
  key: string,
  node: string,
  missing: string,
  extra: string,
): readonly Rule<XmlNode, ReadNomina>[] => [
  rule(
    missing,
    `Con la percepción ${key} debe registrarse el nodo ${node}.`,
    `With the earning ${key} give the node ${node}.`,
    (one) => when(typeOf(one) === key && !childOf(one, node), one, node),
  ),
  rule(
    extra,
    `El nodo ${node} solo puede registrarse con la percepción ${key}.`,
    `The node ${node} is allowed only with the earning ${key}.`,
    (one) => when(typeOf(one) !== key && childOf(one, node) !== undefined, one, node),
  ),
];

/** Of each earning. */
export const percepcionRules: readonly Rule<XmlNode, ReadNomina>[] = [
  rule(
    'NOM75',
    'ImporteGravado más ImporteExento de una percepción debe ser mayor que cero.',
    'ImporteGravado and ImporteExento of an earning must add up to more than zero.',
    (one) => when(sumOf([one], 'ImporteGravado', 'ImporteExento') <= 0n, one, 'ImporteGravado'),
  ),
  rule(
    'NOM76',
    'TipoPercepcion no es una clave vigente de c_TipoPercepcion.',
    'TipoPercepcion is no key in force of c_TipoPercepcion.',
    (one, { fecha }) => when(!tiposPercepcion.has(typeOf(one), fecha), one, 'TipoPercepcion'),
  ),
  ...nodeFrom('045', 'AccionesOTitulos', 'NOM82', 'NOM83'),
  ...nodeFrom('019', 'HorasExtra', 'NOM84', 'NOM85'),
  rule(
    'NOM88',
    'TipoHoras no es una clave vigente de c_TipoHoras.',
    'TipoHoras is no key in force of c_TipoHoras.',
    (one, { fecha }) => {
      const bad = childrenOf(one, 'HorasExtra').find(
        (horas) => !tiposHoras.has(attributeOf(horas, 'TipoHoras') ?? '', fecha),
      );
      return bad && placeOf(bad, 'TipoHoras');
    },
  ),
  rule(
    'NOM109',
    'El ImporteExento de la percepción 038 (otros ingresos por salarios) debe ser cero; registre la previsión social con la 056.',
    'The ImporteExento of the earning 038 (other income from wages) must be zero; give social welfare as 056.',
    (one, { fecha }) =>
      when(
        isRevisionEInForce(fecha) && typeOf(one) === '038' && importeOf(one, 'ImporteExento') !== 0n,
        one,
        'ImporteExento',
      ),
  ),
];
