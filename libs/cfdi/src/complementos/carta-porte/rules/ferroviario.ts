import { tiposCarro, tiposServicio } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, numberOf, sumOf, type CpRule } from './common.js';
import { childrenOf } from './view.js';

const contenedoresOf = (carro: XmlNode): readonly XmlNode[] => childrenOf(carro, 'Contenedor');
const hasContenedores = (carro: XmlNode): boolean => contenedoresOf(carro).length > 0;
/** Whether a service is intermodal (TS02, TS04); undefined for one that is not in the catalogue. */
const isIntermodal = (service: XmlNode | undefined): boolean | undefined =>
  tiposServicio.find(service?.attributes['TipoDeServicio'] ?? '')?.contenedor;

/** Transport by rail. */
export const ferroviarioRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-TransporteFerroviario-TipoDeServicio',
    'Un servicio intermodal (TipoDeServicio TS02 o TS04) debe registrar al menos un Contenedor.',
    'An intermodal service (TipoDeServicio TS02 or TS04) must give at least one Contenedor.',
    (one) =>
      isIntermodal(one) === true &&
      !childrenOf(one, 'Carro').some(hasContenedores) &&
      placeOf(one, 'TipoDeServicio'),
  ),
];

/** A thousandth of a tonne in micros: the last decimal of ToneladasNetasCarro. */
const ULTIMO = 1000n;
const KG_PER_TON = 1000n;

const isSameWeight = (tons: bigint, kg: bigint): boolean => {
  const difference = tons - kg / KG_PER_TON;
  return difference < ULTIMO && difference > -ULTIMO;
};

export const carroRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP191',
    'ToneladasNetasCarro debe ser la suma de los PesoNetoMercancia de sus contenedores, en toneladas (kilogramos entre 1000).',
    'ToneladasNetasCarro must be the sum of the PesoNetoMercancia of its containers, in tonnes (kilograms by 1000).',
    (carro) =>
      hasContenedores(carro) &&
      !isSameWeight(
        numberOf(carro, 'ToneladasNetasCarro'),
        sumOf(contenedoresOf(carro), 'PesoNetoMercancia'),
      ) &&
      placeOf(carro, 'ToneladasNetasCarro'),
  ),
  cpRule(
    'CP192',
    'Contenedor solo puede registrarse con un servicio intermodal: TipoDeServicio TS02 o TS04.',
    'Contenedor is allowed only with an intermodal service: TipoDeServicio TS02 or TS04.',
    (carro, { view }) =>
      hasContenedores(carro) && isIntermodal(view.ferroviario) === false && placeOf(carro, 'Contenedor'),
  ),
  cpRule(
    'CP-Carro-Contenedor',
    'El TipoCarro no lleva contenedores según c_TipoCarro.',
    'The TipoCarro carries no containers in c_TipoCarro.',
    (carro) =>
      hasContenedores(carro) &&
      tiposCarro.find(carro.attributes['TipoCarro'] ?? '')?.contenedor === false &&
      placeOf(carro, 'Contenedor'),
  ),
];
