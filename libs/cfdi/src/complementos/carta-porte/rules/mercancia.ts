import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, forbidAttribute, cpRule, onlyIf, hasAttribute, type CpRule } from './common.js';
import { childOf } from './view.js';

const isPeligrosa = (bien: XmlNode): boolean => bien.attributes['MaterialPeligroso'] === 'Sí';

/** Keys of c_ClaveProdServCP for parcels, whose waybills a transfer has to name (CP177). */
const PARCELS: readonly string[] = ['31181701', '24112700'];

/** One kind of goods. */
export const mercanciaRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Mercancia-BienesTransp',
    'BienesTransp no está en c_ClaveProdServCP a la fecha del comprobante.',
    "BienesTransp is not in c_ClaveProdServCP at the document's date.",
    (bien, { view, large }) =>
      large !== undefined &&
      !large.productosCartaPorte.accepts(bien.attributes['BienesTransp'] ?? '', view.day) &&
      placeOf(bien, 'BienesTransp'),
  ),
  cpRule(
    'CP155',
    'MaterialPeligroso no corresponde a BienesTransp: si c_ClaveProdServCP dice 0 no debe registrarse, si dice 1 debe ser Sí, y si dice "0,1" debe ser Sí o No.',
    'MaterialPeligroso does not fit BienesTransp: where c_ClaveProdServCP says 0 leave it out, where it says 1 it must be Sí, and where it says "0,1" Sí or No.',
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
    'CP156',
    'CveMaterialPeligroso debe registrarse cuando MaterialPeligroso es Sí, y solo entonces.',
    'Give CveMaterialPeligroso where MaterialPeligroso is Sí, and only there.',
    (bien) => onlyIf(bien, 'CveMaterialPeligroso', isPeligrosa(bien)),
  ),
  cpRule(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    'CveMaterialPeligroso no está en c_MaterialPeligroso a la fecha del comprobante.',
    "CveMaterialPeligroso is not in c_MaterialPeligroso at the document's date.",
    (bien, { view, large }) =>
      hasAttribute(bien, 'CveMaterialPeligroso') &&
      large !== undefined &&
      !large.materialesPeligrosos.accepts(bien.attributes['CveMaterialPeligroso'] ?? '', view.day) &&
      placeOf(bien, 'CveMaterialPeligroso'),
  ),
  cpRule(
    'CP157',
    'Embalaje debe registrarse cuando MaterialPeligroso es Sí, y solo entonces.',
    'Give Embalaje where MaterialPeligroso is Sí, and only there.',
    (bien) => onlyIf(bien, 'Embalaje', isPeligrosa(bien)),
  ),
  cpRule(
    'CP-Mercancia-ClaveUnidad',
    'ClaveUnidad no está en c_ClaveUnidad a la fecha del comprobante.',
    "ClaveUnidad is not in c_ClaveUnidad at the document's date.",
    (bien, { view, large }) =>
      large !== undefined &&
      !large.unidades.accepts(bien.attributes['ClaveUnidad'] ?? '', view.day) &&
      placeOf(bien, 'ClaveUnidad'),
  ),
  cpRule(
    'CP-Mercancia-ClaveSTCC',
    'ClaveSTCC solo puede registrarse en el transporte ferroviario.',
    'ClaveSTCC is allowed only for transport by rail.',
    (bien, { view }) => forbidAttribute(bien, 'ClaveSTCC', view.ferroviario === undefined),
  ),
  cpRule(
    'CP167',
    'En el transporte aéreo debe registrarse ValorMercancia.',
    'For transport by air give ValorMercancia.',
    (bien, { view }) => requireAttribute(bien, 'ValorMercancia', view.aereo !== undefined),
  ),
  cpRule(
    'CP168',
    'Moneda debe registrarse con ValorMercancia, y solo con él.',
    'Give Moneda with ValorMercancia, and only with it.',
    (bien) => onlyIf(bien, 'Moneda', hasAttribute(bien, 'ValorMercancia')),
  ),
  cpRule(
    'CP177',
    `En un traslado de paquetería (BienesTransp ${PARCELS.join(' o ')}) deben registrarse GuiasIdentificacion.`,
    `In a transfer of parcels (BienesTransp ${PARCELS.join(' or ')}) give GuiasIdentificacion.`,
    (bien, { view }) =>
      view.tipo === 'T' &&
      PARCELS.includes(bien.attributes['BienesTransp'] ?? '') &&
      childOf(bien, 'GuiasIdentificacion') === undefined &&
      placeOf(bien, 'GuiasIdentificacion'),
  ),
  cpRule(
    'CP181',
    'DetalleMercancia debe registrarse en el transporte marítimo, y solo en él.',
    'Give DetalleMercancia for transport by sea, and only for it.',
    (bien, { view }) =>
      (childOf(bien, 'DetalleMercancia') !== undefined) !== (view.maritimo !== undefined) &&
      placeOf(bien, 'DetalleMercancia'),
  ),
];

export const cantidadRules: readonly CpRule<XmlNode>[] = [
  ...(
    [
      ['CP178', 'IDOrigen'],
      ['CP179', 'IDDestino'],
    ] as const
  ).map(([code, name]) =>
    cpRule<XmlNode>(
      code,
      `${name} debe ser el IDUbicacion de una de las ubicaciones.`,
      `${name} must be the IDUbicacion of one of the places.`,
      (cantidad, { view }) => !view.ids.has(cantidad.attributes[name] ?? '') && placeOf(cantidad, name),
    ),
  ),
  cpRule(
    'CP180',
    'CvesTransporte debe registrarse si hay más de un medio de transporte, y ser uno de los registrados.',
    'Give CvesTransporte where there are several means of transport: one of those given.',
    (cantidad, { view }) => {
      const key = cantidad.attributes['CvesTransporte'];
      const matching = key === undefined ? view.transportes.size < 2 : view.transportes.has(key);
      return !matching && placeOf(cantidad, 'CvesTransporte');
    },
  ),
];
