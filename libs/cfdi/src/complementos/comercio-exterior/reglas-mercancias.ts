import { UNIDAD_SERVICIO, unidadesAduana } from '#sat';
import type { Nodo } from '../../parsed.js';
import { lugar } from '../../reglas/regla.js';
import { reglaCce, type ReglaCce } from './regla.js';
import { numero, tiene, valor, type Exportacion } from './sujeto.js';

/** Rules of one of the goods toward the lines that it is of, and toward its tariff code. */

const DE_ADUANA = ['CantidadAduana', 'UnidadAduana', 'ValorUnitarioAduana'];
const datosDeAduana = (mercancia: Nodo): number =>
  DE_ADUANA.filter((nombre) => tiene(mercancia, nombre)).length;

const conceptosDe = (mercancia: Nodo, { conceptosDe: por }: Exportacion): readonly Nodo[] =>
  por.get(valor(mercancia, 'NoIdentificacion')) ?? [];

/** The unit of customs: of the goods, or of their line where they have no data of customs. */
export const unidadDe = (mercancia: Nodo, exportacion: Exportacion): string =>
  tiene(mercancia, 'UnidadAduana')
    ? valor(mercancia, 'UnidadAduana')
    : valor(conceptosDe(mercancia, exportacion)[0], 'Unidad');

const fraccionDe = (mercancia: Nodo, { grandes, fecha }: Exportacion) =>
  grandes?.fracciones.find(valor(mercancia, 'FraccionArancelaria'), fecha);

/** Quantities of customs: thousandths, from one on. */
const CANTIDAD_ADUANA = /^\d{1,14}(\.\d{1,3}0*)?$/;

export const reglasMercancia: readonly ReglaCce<Nodo>[] = [
  reglaCce<Nodo>(
    'Mercancia-NoIdentificacion',
    'Ningún concepto tiene el NoIdentificacion de la mercancía.',
    'No item has the NoIdentificacion of the goods.',
    (nodo, exportacion) => conceptosDe(nodo, exportacion).length === 0 && lugar(nodo, 'NoIdentificacion'),
  ),
  reglaCce<Nodo>(
    'Mercancia-Repetida',
    'Dos mercancías tienen el mismo NoIdentificacion y la misma fracción arancelaria.',
    'Two of the goods have the same NoIdentificacion and the same tariff code.',
    (nodo, { repetidas }) => repetidas.has(nodo) && lugar(nodo, 'NoIdentificacion'),
  ),
  reglaCce<Nodo>(
    'Mercancia-FraccionArancelaria-Requerida',
    'La fracción arancelaria se indica, salvo que la unidad de aduana sea 99 (servicio).',
    'The tariff code is given unless the unit of customs is 99 (service).',
    (nodo, exportacion) =>
      unidadDe(nodo, exportacion) !== UNIDAD_SERVICIO &&
      !tiene(nodo, 'FraccionArancelaria') &&
      lugar(nodo, 'FraccionArancelaria'),
  ),
  reglaCce<Nodo>(
    'Mercancia-FraccionArancelaria-Sobra',
    'La fracción arancelaria no se indica cuando la unidad de aduana es 99 (servicio).',
    'The tariff code is not given when the unit of customs is 99 (service).',
    (nodo, exportacion) =>
      unidadDe(nodo, exportacion) === UNIDAD_SERVICIO &&
      tiene(nodo, 'FraccionArancelaria') &&
      lugar(nodo, 'FraccionArancelaria'),
  ),
  reglaCce<Nodo>(
    'Mercancia-FraccionArancelaria',
    'La fracción arancelaria no está vigente en c_FraccionArancelaria.',
    'The tariff code is not in force in c_FraccionArancelaria.',
    (nodo, { grandes, fecha }) =>
      grandes !== undefined &&
      tiene(nodo, 'FraccionArancelaria') &&
      !grandes.fracciones.accepts(valor(nodo, 'FraccionArancelaria'), fecha) &&
      lugar(nodo, 'FraccionArancelaria'),
  ),
  reglaCce<Nodo>(
    'Mercancia-UnidadAduana',
    'La unidad no está vigente en c_UnidadAduana.',
    'The unit is not in force in c_UnidadAduana.',
    (nodo, { fecha }) =>
      tiene(nodo, 'UnidadAduana') &&
      !unidadesAduana.has(valor(nodo, 'UnidadAduana'), fecha) &&
      lugar(nodo, 'UnidadAduana'),
  ),
  reglaCce<Nodo>(
    'Mercancia-UnidadAduana-Fraccion',
    'La unidad de aduana debe ser la de la fracción arancelaria.',
    'The unit of customs must be that of the tariff code.',
    (nodo, exportacion) => {
      const unidad = fraccionDe(nodo, exportacion)?.unidad;
      const suya = valor(nodo, 'UnidadAduana');
      return (
        unidad !== undefined &&
        unidadesAduana.find(suya) &&
        suya !== UNIDAD_SERVICIO &&
        suya !== unidad &&
        lugar(nodo, 'UnidadAduana')
      );
    },
  ),
  reglaCce<Nodo>(
    'Mercancia-Aduana-Completa',
    'CantidadAduana, UnidadAduana y ValorUnitarioAduana van juntas.',
    'CantidadAduana, UnidadAduana and ValorUnitarioAduana go together.',
    (nodo) => {
      const cuantos = datosDeAduana(nodo);
      const falta = DE_ADUANA.find((nombre) => !tiene(nodo, nombre));
      return cuantos > 0 && falta !== undefined && lugar(nodo, falta);
    },
  ),
  reglaCce<Nodo>(
    'Mercancia-Aduana-Requerida',
    'Los datos de aduana se indican cuando hay varios conceptos o mercancías con el mismo NoIdentificacion.',
    'The data of customs are given when several items or goods have the same NoIdentificacion.',
    (nodo, exportacion) =>
      datosDeAduana(nodo) === 0 &&
      (conceptosDe(nodo, exportacion).length > 1 ||
        (exportacion.mercanciasDe.get(valor(nodo, 'NoIdentificacion')) ?? []).length > 1) &&
      lugar(nodo, 'CantidadAduana'),
  ),
  reglaCce<Nodo>(
    'Mercancia-ValorUnitarioAduana',
    'El valor unitario en la aduana debe ser mayor que cero, salvo que la unidad sea 99 (servicio).',
    'The unit value at customs must be above zero, unless the unit is 99 (service).',
    (nodo) =>
      tiene(nodo, 'ValorUnitarioAduana') &&
      tiene(nodo, 'UnidadAduana') &&
      valor(nodo, 'UnidadAduana') !== UNIDAD_SERVICIO &&
      numero(nodo, 'ValorUnitarioAduana') <= 0n &&
      lugar(nodo, 'ValorUnitarioAduana'),
  ),
  reglaCce<Nodo>(
    'Mercancia-Concepto-Cantidad',
    'Sin datos de aduana, la cantidad del concepto es la de aduana: desde 0.001, con tres decimales.',
    'Without data of customs the quantity of the item is that of customs: from 0.001, with three decimals.',
    (nodo, exportacion) => {
      const [concepto] = conceptosDe(nodo, exportacion);
      const bien = numero(concepto, 'Cantidad') > 0n && CANTIDAD_ADUANA.test(valor(concepto, 'Cantidad'));
      return datosDeAduana(nodo) === 0 && concepto && !bien && lugar(concepto, 'Cantidad');
    },
  ),
  reglaCce<Nodo>(
    'Mercancia-Concepto-Unidad',
    'Sin datos de aduana, la Unidad del concepto debe ser una clave de c_UnidadAduana.',
    'Without data of customs the Unidad of the item must be a key of c_UnidadAduana.',
    (nodo, exportacion) => {
      const [concepto] = conceptosDe(nodo, exportacion);
      const bien = unidadesAduana.has(valor(concepto, 'Unidad'), exportacion.fecha);
      return datosDeAduana(nodo) === 0 && concepto && !bien && lugar(concepto, 'Unidad');
    },
  ),
  reglaCce<Nodo>(
    'Mercancia-Concepto-Unidad-Fraccion',
    'Sin datos de aduana, la Unidad del concepto debe ser la de la fracción arancelaria.',
    'Without data of customs the Unidad of the item must be that of the tariff code.',
    (nodo, exportacion) => {
      const [concepto] = conceptosDe(nodo, exportacion);
      const unidad = fraccionDe(nodo, exportacion)?.unidad;
      const suya = valor(concepto, 'Unidad');
      return (
        datosDeAduana(nodo) === 0 &&
        concepto &&
        unidad !== undefined &&
        unidadesAduana.find(suya) &&
        suya !== UNIDAD_SERVICIO &&
        suya !== unidad &&
        lugar(concepto, 'Unidad')
      );
    },
  ),
];

/** Rules of one line of the document. */
export const reglasConcepto: readonly ReglaCce<Nodo>[] = [
  reglaCce<Nodo>(
    'Concepto-NoIdentificacion',
    'Con Comercio Exterior cada concepto lleva NoIdentificacion.',
    'With Comercio Exterior every item has a NoIdentificacion.',
    (concepto) => !tiene(concepto, 'NoIdentificacion') && lugar(concepto, 'NoIdentificacion'),
  ),
  reglaCce<Nodo>(
    'Concepto-Mercancia',
    'Ninguna mercancía tiene el NoIdentificacion del concepto.',
    'None of the goods has the NoIdentificacion of the item.',
    (concepto, { mercanciasDe }) =>
      tiene(concepto, 'NoIdentificacion') &&
      !mercanciasDe.has(valor(concepto, 'NoIdentificacion')) &&
      lugar(concepto, 'NoIdentificacion'),
  ),
];

/** Whether all of the goods have data of customs, or none. */
export const reglaDatosDeAduana = reglaCce(
  'Mercancias-Aduana',
  'Los datos de aduana van en todas las mercancías o en ninguna.',
  'The data of customs are in all of the goods or in none.',
  ({ mercancias }) => {
    const sin = mercancias.find((nodo) => datosDeAduana(nodo) === 0);
    return sin && mercancias.some((nodo) => datosDeAduana(nodo) > 0) && lugar(sin, 'CantidadAduana');
  },
);
