import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import {
  requireAttribute,
  numberOf,
  forbidAttribute,
  cpRule,
  onlyIf,
  hasAttribute,
  type CpRule,
} from './common.js';
import { childOf } from './view.js';

const isPeligrosa = (bien: XmlNode): boolean => bien.attributes['MaterialPeligroso'] === 'Sí';

/** One kind of goods. */
export const mercanciaRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Mercancia-BienesTransp',
    'La clave del bien está en c_ClaveProdServCP.',
    "The goods' key is in c_ClaveProdServCP.",
    (bien, { view, large }) =>
      large !== undefined &&
      !large.productosCartaPorte.accepts(bien.attributes['BienesTransp'] ?? '', view.day) &&
      placeOf(bien, 'BienesTransp'),
  ),
  cpRule(
    'CP-Mercancia-MaterialPeligroso',
    'Si el bien es material peligroso lo dice su clave en c_ClaveProdServCP: con 0 no se registra, con 1 es Sí, con "0,1" es Sí o No.',
    'Whether goods are hazardous is what their key in c_ClaveProdServCP says: with 0 it is not given, with 1 it is Sí, with "0,1" it is Sí or No.',
    (bien, { view, large }) => {
      const key = bien.attributes['BienesTransp'] ?? '';
      switch (large?.productosCartaPorte.find(key, view.day)?.materialPeligroso) {
        case '0':
          return forbidAttribute(bien, 'MaterialPeligroso');
        case '1':
          return !isPeligrosa(bien) && placeOf(bien, 'MaterialPeligroso');
        case '0,1':
          return requireAttribute(bien, 'MaterialPeligroso');
        case undefined:
          return false;
      }
    },
  ),
  cpRule(
    'CP-Mercancia-CveMaterialPeligroso',
    'La clave del material peligroso va cuando MaterialPeligroso es Sí, y solo entonces.',
    'The key of the hazardous material goes where MaterialPeligroso is Sí, and only there.',
    (bien) => onlyIf(bien, 'CveMaterialPeligroso', isPeligrosa(bien)),
  ),
  cpRule(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    'La clave del material peligroso está en c_MaterialPeligroso.',
    'The key of the hazardous material is in c_MaterialPeligroso.',
    (bien, { view, large }) =>
      hasAttribute(bien, 'CveMaterialPeligroso') &&
      large !== undefined &&
      !large.materialesPeligrosos.accepts(bien.attributes['CveMaterialPeligroso'] ?? '', view.day) &&
      placeOf(bien, 'CveMaterialPeligroso'),
  ),
  cpRule(
    'CP-Mercancia-Embalaje',
    'El embalaje va cuando MaterialPeligroso es Sí, y solo entonces.',
    'The packaging goes where MaterialPeligroso is Sí, and only there.',
    (bien) => onlyIf(bien, 'Embalaje', isPeligrosa(bien)),
  ),
  cpRule(
    'CP-Mercancia-ClaveUnidad',
    'La unidad está en c_ClaveUnidad.',
    'The unit is in c_ClaveUnidad.',
    (bien, { view, large }) =>
      large !== undefined &&
      !large.unidades.accepts(bien.attributes['ClaveUnidad'] ?? '', view.day) &&
      placeOf(bien, 'ClaveUnidad'),
  ),
  cpRule(
    'CP-Mercancia-ClaveSTCC',
    'La clave STCC es del transporte ferroviario.',
    'The STCC key is of transport by rail.',
    (bien, { view }) => forbidAttribute(bien, 'ClaveSTCC', view.ferroviario === undefined),
  ),
  cpRule(
    'CP-Mercancia-ValorMercancia',
    'En el transporte aéreo se registra el valor de la mercancía.',
    'For transport by air the value of the goods is given.',
    (bien, { view }) => requireAttribute(bien, 'ValorMercancia', view.aereo !== undefined),
  ),
  cpRule(
    'CP-Mercancia-Moneda',
    'La moneda va con el valor de la mercancía, y solo con él.',
    'The currency goes with the value of the goods, and only with it.',
    (bien) => onlyIf(bien, 'Moneda', hasAttribute(bien, 'ValorMercancia')),
  ),
  cpRule(
    'CP-Mercancia-DetalleMercancia',
    'En el transporte marítimo se registra el detalle de la mercancía.',
    'For transport by sea the details of the goods are given.',
    (bien, { view }) =>
      view.maritimo !== undefined &&
      childOf(bien, 'DetalleMercancia') === undefined &&
      placeOf(bien, 'DetalleMercancia'),
  ),
];

export const detailRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-DetalleMercancia-PesoTara',
    'La tara es el peso bruto menos el peso neto.',
    'The tare is the gross weight less the net weight.',
    (detail) =>
      numberOf(detail, 'PesoTara') !== numberOf(detail, 'PesoBruto') - numberOf(detail, 'PesoNeto') &&
      placeOf(detail, 'PesoTara'),
  ),
];

export const cantidadRules: readonly CpRule<XmlNode>[] = [
  ...(['IDOrigen', 'IDDestino'] as const).map((name) =>
    cpRule<XmlNode>(
      `CP-CantidadTransporta-${name}`,
      `${name} es el IDUbicacion de una ubicación.`,
      `${name} is the IDUbicacion of a place.`,
      (cantidad, { view }) => !view.ids.has(cantidad.attributes[name] ?? '') && placeOf(cantidad, name),
    ),
  ),
  cpRule(
    'CP-CantidadTransporta-CvesTransporte',
    'El medio de transporte se registra cuando hay más de uno, y es uno de los que hay.',
    'The means of transport is given where there are several, and is one of those that are there.',
    (cantidad, { view }) => {
      const key = cantidad.attributes['CvesTransporte'];
      const matching = key === undefined ? view.transportes.size < 2 : view.transportes.has(key);
      return !matching && placeOf(cantidad, 'CvesTransporte');
    },
  ),
];
