import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { reglaCp, reglasDeExtranjero, soloSi, tiene, type ReglaCp } from './comun.js';
import { hijos, type Vista } from './vista.js';

/** Keys of c_FiguraTransporte. */
const OPERADOR = '01';
const PROPIETARIO = '02';
const ARRENDADOR = '03';
const NOTIFICADO = '04';

const es = (figura: Nodo, ...tipos: readonly string[]): boolean =>
  tipos.includes(figura.atributos['TipoFigura'] ?? '');

/** Who takes part in the transport. */
export const reglasFiguras: readonly ReglaCp<Vista>[] = [
  reglaCp(
    'CP-FiguraTransporte-TiposFigura',
    'En el autotransporte hay al menos un operador (figura 01).',
    'For transport by road there is at least one driver (figure 01).',
    ({ carta, autotransporte, figuras }) =>
      autotransporte !== undefined &&
      !figuras.some((figura) => es(figura, OPERADOR)) &&
      lugar(carta, 'FiguraTransporte'),
  ),
];

export const reglasFigura: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-TiposFigura-NumLicencia',
    'El número de licencia es del operador (figura 01), y solo de él.',
    "The licence number is the driver's (figure 01), and nobody else's.",
    (figura) => soloSi(figura, 'NumLicencia', es(figura, OPERADOR)),
  ),
  reglaCp(
    'CP-TiposFigura-RFCFigura',
    'La figura se identifica con su RFC, o con su número de registro fiscal extranjero.',
    'The figure is identified by its RFC, or by its foreign tax number.',
    (figura) =>
      !tiene(figura, 'RFCFigura') && !tiene(figura, 'NumRegIdTribFigura') && lugar(figura, 'RFCFigura'),
  ),
  ...reglasDeExtranjero('TiposFigura', 'RFCFigura', 'NumRegIdTribFigura', 'ResidenciaFiscalFigura'),
  reglaCp(
    'CP-TiposFigura-PartesTransporte',
    'Las partes del transporte son del propietario y del arrendador (figuras 02 y 03), que las registran.',
    'The parts of the transport are of the owner and the lessor (figures 02 and 03), which give them.',
    (figura) => {
      const partes = hijos(figura, 'PartesTransporte').length > 0;
      const debe = es(figura, PROPIETARIO, ARRENDADOR);
      const puede = debe || !es(figura, OPERADOR, NOTIFICADO);
      return (partes ? !puede : debe) && lugar(figura, 'PartesTransporte');
    },
  ),
];
