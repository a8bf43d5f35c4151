import {
  clavesRetencion,
  complementoOf,
  isRegimeAllowed,
  postalCode,
  regimenesFiscales,
  RFC_EXTRANJERO,
  tiposRelacion,
} from '#sat';
import type { XmlNode } from '../parsed.js';
import { placeOf, rule, type RuleContext } from '../rules/rule.js';
import { standardsByName } from './complementos.js';
import { complementosOf } from './structure.js';
import { attributeText, fecha, childOf, personTypeOf } from './nodes.js';

/** Rules of the document's own attributes, of its issuer and of its receiver. */

/** A postal code that exists: by the whole catalogue where it is loaded, else by the ranges of the states. */
const isKnownCp = (cp: string, context: RuleContext): boolean =>
  context.large?.codigosPostales.complete
    ? context.large.codigosPostales.accepts(cp, fecha(context))
    : postalCode(cp) !== undefined;

/** Of the document. */
export const ofRoot = [
  rule<XmlNode>(
    'RET-Retenciones-LugarExpRetenc',
    'El código postal del lugar de expedición no existe.',
    'The postal code of the place of issue does not exist.',
    (root, context) =>
      !isKnownCp(attributeText(root, 'LugarExpRetenc'), context) && placeOf(root, 'LugarExpRetenc'),
  ),
  rule<XmlNode>(
    'RET-Retenciones-CveRetenc',
    'La clave de retención no está vigente en el catálogo c_CveRetenc.',
    'The retention key is not in force in the catalogue c_CveRetenc.',
    (root, context) =>
      !clavesRetencion.has(attributeText(root, 'CveRetenc'), fecha(context)) && placeOf(root, 'CveRetenc'),
  ),
  rule<XmlNode>(
    'RET-Retenciones-DescRetenc',
    'Con la clave 25 (otro tipo de retenciones) debe registrarse la descripción.',
    'With key 25 (another kind of retention) the description is required.',
    (root) =>
      attributeText(root, 'CveRetenc') === '25' &&
      root.attributes['DescRetenc'] === undefined &&
      placeOf(root, 'DescRetenc'),
  ),
  rule<XmlNode>(
    'RET-CfdiRetenRelacionados-TipoRelacion',
    'El tipo de relación no está en el catálogo c_TipoRelacion.',
    'The kind of relation is not in the catalogue c_TipoRelacion.',
    (root, context) => {
      const relacionado = childOf(root, 'CfdiRetenRelacionados');
      return (
        relacionado &&
        !tiposRelacion.has(attributeText(relacionado, 'TipoRelacion'), fecha(context)) &&
        placeOf(relacionado, 'TipoRelacion')
      );
    },
  ),
  rule<XmlNode>(
    'RET-Emisor-RegimenFiscalE',
    'El régimen fiscal no está en el catálogo o no es del tipo de persona del emisor.',
    'The tax regime is not in the catalogue or not one of the kind of person that issues.',
    (root, context) => {
      const emisor = childOf(root, 'Emisor') as XmlNode;
      const regimen = attributeText(emisor, 'RegimenFiscalE');
      const matching =
        regimenesFiscales.has(regimen, fecha(context)) &&
        isRegimeAllowed(regimen, personTypeOf(attributeText(emisor, 'RfcE')));
      return !matching && placeOf(emisor, 'RegimenFiscalE');
    },
  ),
  rule<XmlNode>(
    'RET-Complemento-CveRetenc',
    'La clave de retención requiere su complemento.',
    'The retention key requires its complement.',
    (root) => {
      const extranjero =
        attributeText(childOf(root, 'Receptor') as XmlNode, 'NacionalidadR') === 'Extranjero';
      const name = complementoOf(attributeText(root, 'CveRetenc'), extranjero);
      const namespace = name === undefined ? undefined : standardsByName[name]?.namespace;
      return (
        namespace !== undefined &&
        !complementosOf(root).some((node) => node.namespace === namespace) &&
        placeOf(root, 'Complemento')
      );
    },
  ),
];

/** Of the receiver. */
export const ofReceptor = [
  rule<XmlNode>(
    'RET-Receptor-NacionalidadR',
    'La nacionalidad no corresponde a los datos del receptor.',
    'The nationality does not agree with the data of the receiver.',
    (receptor) =>
      !childOf(receptor, attributeText(receptor, 'NacionalidadR')) && placeOf(receptor, 'NacionalidadR'),
  ),
  rule<XmlNode>(
    'RET-Nacional-RfcR',
    'El RFC genérico de extranjeros no es de un receptor nacional.',
    'The generic RFC of foreigners is not one of a national receiver.',
    (receptor) => {
      const nacional = childOf(receptor, 'Nacional');
      return nacional && attributeText(nacional, 'RfcR') === RFC_EXTRANJERO && placeOf(nacional, 'RfcR');
    },
  ),
  rule<XmlNode>(
    'RET-Nacional-CurpR',
    'Para una persona moral no debe registrarse CURP.',
    'Leave out the CURP of a legal person.',
    (receptor) => {
      const nacional = childOf(receptor, 'Nacional');
      return (
        nacional &&
        nacional.attributes['CurpR'] !== undefined &&
        personTypeOf(attributeText(nacional, 'RfcR')) === 'moral' &&
        placeOf(nacional, 'CurpR')
      );
    },
  ),
  rule<XmlNode>(
    'RET-Nacional-DomicilioFiscalR',
    'El código postal del domicilio fiscal del receptor no existe.',
    "The postal code of the receiver's tax address does not exist.",
    (receptor, context) => {
      const nacional = childOf(receptor, 'Nacional');
      return (
        nacional &&
        !isKnownCp(attributeText(nacional, 'DomicilioFiscalR'), context) &&
        placeOf(nacional, 'DomicilioFiscalR')
      );
    },
  ),
];
