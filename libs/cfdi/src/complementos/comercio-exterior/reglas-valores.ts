import { decimal, divRound } from '#kernel';
import { UNIDAD_SERVICIO } from '#sat';
import type { Nodo } from '../../parsed.js';
import { lugar } from '../../reglas/regla.js';
import { dentro, limitesDeAduana, limitesEnDolares, tipoCambioDe } from './limites.js';
import { reglaCce, type ReglaCce } from './regla.js';
import { unidadDe } from './reglas-mercancias.js';
import { ESCALA, numero, tiene, valor, type Exportacion } from './sujeto.js';

/** Rules of the amounts in dollars. Everything is scaled by 10^12. */

const UNO = decimal('1', ESCALA);
const CENTAVO = decimal('0.01', ESCALA);
/** Samples and sets of samples. */
const MUESTRAS = '9801000100';

/** 0 is the value of services, and 1 that of goods which the law lets go without one. */
const esSimbolico = (dolares: bigint): boolean => dolares === 0n || dolares === UNO;

const suma = (nodos: readonly Nodo[], nombre: string): bigint =>
  nodos.reduce((total, nodo) => total + numero(nodo, nombre), 0n);

/** Goods whose values are compared with those of their lines. */
const conValor = (mercancias: readonly Nodo[]): readonly Nodo[] =>
  mercancias.filter((nodo) => !esSimbolico(numero(nodo, 'ValorDolares')));

/** The first group of goods and lines of one NoIdentificacion of which something is so. */
function grupoTal(
  { mercanciasDe, conceptosDe }: Exportacion,
  es: (mercancias: readonly Nodo[], conceptos: readonly Nodo[]) => boolean,
): Nodo | undefined {
  for (const [clave, mercancias] of mercanciasDe) {
    const conceptos = conceptosDe.get(clave);
    if (conceptos && es(mercancias, conceptos)) return mercancias[0];
  }
  return undefined;
}

export const reglasValores: readonly ReglaCce[] = [
  reglaCce(
    'ComercioExterior-TotalUSD',
    'TotalUSD debe ser la suma de ValorDolares de las mercancías.',
    'TotalUSD must be the sum of ValorDolares of the goods.',
    ({ cce, mercancias }) =>
      divRound(suma(mercancias, 'ValorDolares'), CENTAVO) !== divRound(numero(cce, 'TotalUSD'), CENTAVO) &&
      lugar(cce, 'TotalUSD'),
  ),
  reglaCce(
    'ComercioExterior-TotalUSD-Decimales',
    'TotalUSD lleva exactamente dos decimales.',
    'TotalUSD has exactly two decimals.',
    ({ cce }) => !/^\d+\.\d{2}$/.test(valor(cce, 'TotalUSD')) && lugar(cce, 'TotalUSD'),
  ),
  reglaCce(
    'Mercancias-ValorDolares-Conceptos',
    'ValorDolares no corresponde al importe de los conceptos convertido a dólares.',
    'ValorDolares does not agree with the amount of the items converted to dollars.',
    (exportacion) => {
      // Lines of a transfer may have no price.
      if (exportacion.tipo === 'T') return undefined;
      const malo = grupoTal(exportacion, (mercancias, conceptos) => {
        const valoradas = conValor(mercancias);
        const limites = limitesEnDolares(suma(conceptos, 'Importe'), exportacion);
        return (
          valoradas.length > 0 && limites !== undefined && !dentro(suma(valoradas, 'ValorDolares'), limites)
        );
      });
      return malo && lugar(malo, 'ValorDolares');
    },
  ),
  reglaCce(
    'Mercancias-Muestras-Descuento',
    'El descuento de los conceptos debe cubrir el valor de sus muestras.',
    'The discount of the items must cover the value of their samples.',
    (exportacion) => {
      const { cce, raiz, tipo } = exportacion;
      const cambio = tipoCambioDe(raiz);
      if (tipo === 'T' || !cambio || cambio.tasa <= 0n) return undefined;
      const malo = grupoTal(exportacion, (mercancias, conceptos) => {
        const muestras = mercancias.filter((nodo) => valor(nodo, 'FraccionArancelaria') === MUESTRAS);
        const enMoneda = (suma(muestras, 'ValorDolares') * numero(cce, 'TipoCambioUSD')) / cambio.tasa;
        // What one cent of rounding in either amount may hide is no difference.
        return enMoneda - suma(conceptos, 'Descuento') > CENTAVO;
      });
      return malo && lugar(malo, 'ValorDolares');
    },
  ),
];

/** Of each of the goods. */
export const reglasValorMercancia: readonly ReglaCce<Nodo>[] = [
  reglaCce<Nodo>(
    'Mercancia-ValorDolares-Aduana',
    'ValorDolares debe ser CantidadAduana por ValorUnitarioAduana.',
    'ValorDolares must be CantidadAduana times ValorUnitarioAduana.',
    (nodo) => {
      const dolares = numero(nodo, 'ValorDolares');
      return (
        tiene(nodo, 'CantidadAduana') &&
        tiene(nodo, 'ValorUnitarioAduana') &&
        !esSimbolico(dolares) &&
        !dentro(dolares, limitesDeAduana(nodo)) &&
        lugar(nodo, 'ValorDolares')
      );
    },
  ),
  reglaCce<Nodo>(
    'Mercancia-ValorDolares-Cero',
    'ValorDolares puede ser cero solo cuando la unidad de aduana es 99 (servicio).',
    'ValorDolares may be zero only when the unit of customs is 99 (service).',
    (nodo, exportacion) =>
      numero(nodo, 'ValorDolares') === 0n &&
      unidadDe(nodo, exportacion) !== UNIDAD_SERVICIO &&
      lugar(nodo, 'ValorDolares'),
  ),
];
