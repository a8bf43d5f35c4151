import { tiposHoras, tiposPercepcion, type GrupoPercepcion } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar, regla, type Regla } from '../../../reglas/regla.js';
import { vigenteRevisionE } from '../vigencia.js';
import { atributo, hijo, hijos, importe, si, suma, type Leida } from './leida.js';

/** NOM70 to NOM90 and NOM109: what was earned. NOM69 follows from the others: see the list of codes. */

const tipo = (percepcion: Nodo): string => atributo(percepcion, 'TipoPercepcion') ?? '';
/** The total that an earning adds to; a key that is in no catalogue adds to the wages, as whatever is not named. */
export const grupoDe = (clave: string): GrupoPercepcion => tiposPercepcion.find(clave)?.grupo ?? 'sueldos';
const delGrupo = (leida: Leida, grupo: GrupoPercepcion): readonly Nodo[] =>
  leida.listas.percepciones.filter((uno) => grupoDe(tipo(uno)) === grupo);
const hay = (leida: Leida, clave: string): boolean =>
  leida.listas.percepciones.some((uno) => tipo(uno) === clave);

/** A total that is the sum of some attributes of earnings; one that is missing is for another rule. */
const total = (
  codigo: string,
  nombre: string,
  es: string,
  en: string,
  sumandos: (leida: Leida) => bigint,
): Regla<Leida, Leida> =>
  regla(codigo, `${nombre} es la suma de ${es}.`, `${nombre} is the sum of ${en}.`, (leida) =>
    si(
      atributo(leida.percepciones, nombre) !== undefined &&
        importe(leida.percepciones, nombre) !== sumandos(leida),
      leida.percepciones,
      nombre,
    ),
  );

const jubilacion = ({ percepciones }: Leida): Nodo | undefined =>
  hijo(percepciones, 'JubilacionPensionRetiro');

export const reglasPercepciones: readonly Regla<Leida, Leida>[] = [
  total(
    'NOM70',
    'TotalSueldos',
    'las percepciones que no son separación ni jubilación (022, 023, 025, 039 y 044)',
    'the earnings that are neither severance nor retirement (022, 023, 025, 039 and 044)',
    (leida) => suma(delGrupo(leida, 'sueldos'), 'ImporteGravado', 'ImporteExento'),
  ),
  total(
    'NOM71',
    'TotalSeparacionIndemnizacion',
    'las percepciones 022, 023 y 025',
    'the earnings 022, 023 and 025',
    (leida) => suma(delGrupo(leida, 'separacion'), 'ImporteGravado', 'ImporteExento'),
  ),
  total(
    'NOM72',
    'TotalJubilacionPensionRetiro',
    'las percepciones 039 y 044',
    'the earnings 039 and 044',
    (leida) => suma(delGrupo(leida, 'jubilacion'), 'ImporteGravado', 'ImporteExento'),
  ),
  total('NOM73', 'TotalGravado', 'los importes gravados', 'the taxed amounts', ({ listas }) =>
    suma(listas.percepciones, 'ImporteGravado'),
  ),
  total('NOM74', 'TotalExento', 'los importes exentos', 'the exempt amounts', ({ listas }) =>
    suma(listas.percepciones, 'ImporteExento'),
  ),
  regla(
    'NOM77',
    'Con percepciones que no son separación ni jubilación, TotalSueldos es necesario.',
    'With earnings that are neither severance nor retirement, TotalSueldos is required.',
    (leida) =>
      si(
        delGrupo(leida, 'sueldos').length > 0 && atributo(leida.percepciones, 'TotalSueldos') === undefined,
        leida.percepciones,
        'TotalSueldos',
      ),
  ),
  regla(
    'NOM78',
    'Con percepciones 022, 023 o 025 va el nodo SeparacionIndemnizacion, y su total.',
    'With earnings 022, 023 or 025 go the node SeparacionIndemnizacion and its total.',
    (leida) =>
      delGrupo(leida, 'separacion').length > 0 &&
      (si(
        !hijo(leida.percepciones, 'SeparacionIndemnizacion'),
        leida.percepciones,
        'SeparacionIndemnizacion',
      ) ||
        si(
          atributo(leida.percepciones, 'TotalSeparacionIndemnizacion') === undefined,
          leida.percepciones,
          'TotalSeparacionIndemnizacion',
        )),
  ),
  regla(
    'NOM79',
    'El nodo JubilacionPensionRetiro y su total van con percepciones 039 o 044, y solo con ellas.',
    'The node JubilacionPensionRetiro and its total go with earnings 039 or 044, and only with them.',
    (leida) => {
      const debe = delGrupo(leida, 'jubilacion').length > 0;
      const { percepciones } = leida;
      return (
        si((jubilacion(leida) !== undefined) !== debe, percepciones, 'JubilacionPensionRetiro') ||
        si(
          (atributo(percepciones, 'TotalJubilacionPensionRetiro') !== undefined) !== debe,
          percepciones,
          'TotalJubilacionPensionRetiro',
        )
      );
    },
  ),
  // What NOM80 and NOM81 say against the other form's amounts is NOM89's and NOM90's too, which find it.
  regla(
    'NOM80',
    'Con la percepción 039 (una exhibición), TotalUnaExhibicion es necesario.',
    'With the earning 039 (all at once), TotalUnaExhibicion is required.',
    (leida) =>
      si(
        hay(leida, '039') && atributo(jubilacion(leida), 'TotalUnaExhibicion') === undefined,
        jubilacion(leida),
        'TotalUnaExhibicion',
      ),
  ),
  regla(
    'NOM81',
    'Con la percepción 044 (parcialidades), TotalParcialidad es necesario.',
    'With the earning 044 (instalments), TotalParcialidad is required.',
    (leida) =>
      si(
        hay(leida, '044') && atributo(jubilacion(leida), 'TotalParcialidad') === undefined,
        jubilacion(leida),
        'TotalParcialidad',
      ),
  ),
  regla(
    'NOM89',
    'Con TotalUnaExhibicion no van TotalParcialidad ni MontoDiario.',
    'With TotalUnaExhibicion neither TotalParcialidad nor MontoDiario go.',
    (leida) =>
      atributo(jubilacion(leida), 'TotalUnaExhibicion') !== undefined &&
      (si(
        atributo(jubilacion(leida), 'TotalParcialidad') !== undefined,
        jubilacion(leida),
        'TotalParcialidad',
      ) ||
        si(atributo(jubilacion(leida), 'MontoDiario') !== undefined, jubilacion(leida), 'MontoDiario')),
  ),
  regla(
    'NOM90',
    'Con TotalParcialidad, MontoDiario es necesario.',
    'With TotalParcialidad, MontoDiario is required.',
    (leida) =>
      si(
        atributo(jubilacion(leida), 'TotalParcialidad') !== undefined &&
          atributo(jubilacion(leida), 'TotalUnaExhibicion') === undefined &&
          atributo(jubilacion(leida), 'MontoDiario') === undefined,
        jubilacion(leida),
        'MontoDiario',
      ),
  ),
];

/** A node that goes with one key, and with no other. */
const nodoDe = (clave: string, nodo: string, falta: string, sobra: string): readonly Regla<Nodo, Leida>[] => [
  regla(
    falta,
    `Con la percepción ${clave} el nodo ${nodo} es necesario.`,
    `With the earning ${clave} the node ${nodo} is required.`,
    (uno) => si(tipo(uno) === clave && !hijo(uno, nodo), uno, nodo),
  ),
  regla(
    sobra,
    `El nodo ${nodo} va solo con la percepción ${clave}.`,
    `The node ${nodo} goes with the earning ${clave} only.`,
    (uno) => si(tipo(uno) !== clave && hijo(uno, nodo) !== undefined, uno, nodo),
  ),
];

/** Of each earning. */
export const reglasPercepcion: readonly Regla<Nodo, Leida>[] = [
  regla(
    'NOM75',
    'Una percepción tiene un importe gravado o exento mayor que cero.',
    'An earning has a taxed or an exempt amount above zero.',
    (uno) => si(suma([uno], 'ImporteGravado', 'ImporteExento') <= 0n, uno, 'ImporteGravado'),
  ),
  regla(
    'NOM76',
    'El tipo de percepción es una clave vigente de c_TipoPercepcion.',
    'The kind of earning is a valid key of c_TipoPercepcion.',
    (uno, { fecha }) => si(!tiposPercepcion.has(tipo(uno), fecha), uno, 'TipoPercepcion'),
  ),
  ...nodoDe('045', 'AccionesOTitulos', 'NOM82', 'NOM83'),
  ...nodoDe('019', 'HorasExtra', 'NOM84', 'NOM85'),
  regla(
    'NOM88',
    'El tipo de horas es una clave vigente de c_TipoHoras.',
    'The kind of hours is a valid key of c_TipoHoras.',
    (uno, { fecha }) => {
      const mala = hijos(uno, 'HorasExtra').find(
        (horas) => !tiposHoras.has(atributo(horas, 'TipoHoras') ?? '', fecha),
      );
      return mala && lugar(mala, 'TipoHoras');
    },
  ),
  regla(
    'NOM109',
    'La percepción 038 (otros ingresos por salarios) no tiene importe exento; la previsión social es la 056.',
    'The earning 038 (other income from wages) has no exempt amount; social welfare is 056.',
    (uno, { fecha }) =>
      si(
        vigenteRevisionE(fecha) && tipo(uno) === '038' && importe(uno, 'ImporteExento') !== 0n,
        uno,
        'ImporteExento',
      ),
  ),
];
