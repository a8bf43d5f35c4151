import { tiposCarro, tiposServicio } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, type CpRule } from './common.js';
import { childrenOf } from './view.js';

const countContenedores = (carro: XmlNode): number => childrenOf(carro, 'Contenedor').length;

/** Transport by rail. */
export const ferroviarioRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-TransporteFerroviario-TipoDeServicio',
    'Un servicio intermodal lleva contenedores.',
    'An intermodal service carries containers.',
    (one) =>
      tiposServicio.find(one.attributes['TipoDeServicio'] ?? '')?.contenedor === true &&
      childrenOf(one, 'Carro').every((carro) => countContenedores(carro) === 0) &&
      placeOf(one, 'TipoDeServicio'),
  ),
];

export const carroRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Carro-Contenedor',
    'El contenedor va en los carros que lo llevan según c_TipoCarro, y solo en ellos.',
    'Containers go in the cars that carry them by c_TipoCarro, and only in those.',
    (carro) => {
      const type = tiposCarro.find(carro.attributes['TipoCarro'] ?? '');
      return (
        type !== undefined && type.contenedor !== countContenedores(carro) > 0 && placeOf(carro, 'Contenedor')
      );
    },
  ),
];
