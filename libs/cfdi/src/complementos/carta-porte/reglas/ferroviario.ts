import { tiposCarro, tiposServicio } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { reglaCp, type ReglaCp } from './comun.js';
import { hijos } from './vista.js';

const contenedores = (carro: Nodo): number => hijos(carro, 'Contenedor').length;

/** Transport by rail. */
export const reglasFerroviario: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-TransporteFerroviario-TipoDeServicio',
    'Un servicio intermodal lleva contenedores.',
    'An intermodal service carries containers.',
    (uno) =>
      tiposServicio.find(uno.atributos['TipoDeServicio'] ?? '')?.contenedor === true &&
      hijos(uno, 'Carro').every((carro) => contenedores(carro) === 0) &&
      lugar(uno, 'TipoDeServicio'),
  ),
];

export const reglasCarro: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-Carro-Contenedor',
    'El contenedor va en los carros que lo llevan según c_TipoCarro, y solo en ellos.',
    'Containers go in the cars that carry them by c_TipoCarro, and only in those.',
    (carro) => {
      const tipo = tiposCarro.find(carro.atributos['TipoCarro'] ?? '');
      return tipo !== undefined && tipo.contenedor !== contenedores(carro) > 0 && lugar(carro, 'Contenedor');
    },
  ),
];
