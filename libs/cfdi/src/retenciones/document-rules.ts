import {
  clavesRetencion,
  complementoOf,
  isPublicoEnGeneral,
  isRegimeAllowed,
  postalCode,
  regimenesFiscales,
  RFC_EXTRANJERO,
  RFC_PUBLICO_GENERAL,
  sameLegalName,
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

/** What the list of taxpayers says of a national receiver; undefined where it is not at hand. */
const registeredAs = (nacional: XmlNode, { register }: RuleContext) =>
  register?.find(attributeText(nacional, 'RfcR'));

/** Of the document. */
export const ofRoot = [
  rule<XmlNode>(
    'Reten20104',
    'El código postal del lugar de expedición no existe.',
    'The postal code of the place of issue does not exist.',
    (root, context) =>
      !isKnownCp(attributeText(root, 'LugarExpRetenc'), context) && placeOf(root, 'LugarExpRetenc'),
  ),
  rule<XmlNode>(
    'Reten20105',
    'La clave de retención no está vigente en el catálogo c_CveRetenc.',
    'The retention key is not in force in the catalogue c_CveRetenc.',
    (root, context) =>
      !clavesRetencion.has(attributeText(root, 'CveRetenc'), fecha(context)) && placeOf(root, 'CveRetenc'),
  ),
  rule<XmlNode>(
    'Reten20106',
    'Con la clave 25 (otro tipo de retenciones) debe registrarse la descripción.',
    'With key 25 (another kind of retention) the description is required.',
    (root) =>
      attributeText(root, 'CveRetenc') === '25' &&
      root.attributes['DescRetenc'] === undefined &&
      placeOf(root, 'DescRetenc'),
  ),
  rule<XmlNode>(
    'Reten20109',
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
    'Reten20111',
    'El RegimenFiscalE no está en c_RegimenFiscal en la fecha de expedición.',
    'The RegimenFiscalE is not in c_RegimenFiscal on the date of issue.',
    (root, context) => {
      const emisor = childOf(root, 'Emisor') as XmlNode;
      const regimen = attributeText(emisor, 'RegimenFiscalE');
      return !regimenesFiscales.has(regimen, fecha(context)) && placeOf(emisor, 'RegimenFiscalE');
    },
  ),
  rule<XmlNode>(
    'Reten20112',
    'El RegimenFiscalE no corresponde al tipo de persona del emisor.',
    "The RegimenFiscalE does not fit the issuer's kind of person.",
    (root, context) => {
      const emisor = childOf(root, 'Emisor') as XmlNode;
      const regimen = attributeText(emisor, 'RegimenFiscalE');
      return (
        regimenesFiscales.has(regimen, fecha(context)) &&
        !isRegimeAllowed(regimen, personTypeOf(attributeText(emisor, 'RfcE'))) &&
        placeOf(emisor, 'RegimenFiscalE')
      );
    },
  ),
  rule<XmlNode>(
    'RET-Complemento-CveRetenc',
    'La clave de retención requiere su complemento.',
    'The retention key requires its complement.',
    (root) => {
      const extranjero =
        attributeText(childOf(root, 'Receptor') as XmlNode, 'NacionalidadR') === 'Extranjero';
      const key = attributeText(root, 'CveRetenc');
      const name = complementoOf(key, extranjero);
      const standard = name === undefined ? undefined : standardsByName[name];
      if (!standard || complementosOf(root).some((node) => node.namespace === standard.namespace))
        return false;
      return {
        ...placeOf(root, 'Complemento'),
        es: `La clave de retención ${key} requiere el complemento "${standard.prefix}".`,
        en: `The retention key ${key} requires the complement "${standard.prefix}".`,
      };
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
    'Reten20113',
    'El RFC del receptor no está en la lista de contribuyentes inscritos no cancelados del SAT.',
    "The receiver's RFC is not in the tax authority's list of registered taxpayers.",
    (receptor, context) => {
      const nacional = childOf(receptor, 'Nacional');
      return nacional && registeredAs(nacional, context) === 'no_inscrito' && placeOf(nacional, 'RfcR');
    },
  ),
  rule<XmlNode>(
    'Reten20116',
    'El nombre del receptor no es el registrado para su RFC; PUBLICO EN GENERAL requiere el RFC XAXX010101000.',
    "The receiver's name is not the one registered for its RFC; PUBLICO EN GENERAL requires the RFC XAXX010101000.",
    (receptor, context) => {
      const nacional = childOf(receptor, 'Nacional');
      if (!nacional) return false;
      const name = attributeText(nacional, 'NomDenRazSocR');
      const own = registeredAs(nacional, context);
      const isOfOther = typeof own === 'object' && !sameLegalName(own.name, name);
      const isPublic = isPublicoEnGeneral(name) && attributeText(nacional, 'RfcR') !== RFC_PUBLICO_GENERAL;
      return (isOfOther || isPublic) && placeOf(nacional, 'NomDenRazSocR');
    },
  ),
  rule<XmlNode>(
    'Reten20117',
    'Con CURP el RfcR debe ser de una persona física: no registre la CURP de una persona moral.',
    'With a CURP the RfcR must be that of a natural person: leave out the CURP of a legal one.',
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
    'Reten20120',
    'El DomicilioFiscalR no existe, o no es el código postal registrado para el RFC del receptor.',
    "The DomicilioFiscalR does not exist, or is not the postal code registered for the receiver's RFC.",
    (receptor, context) => {
      const nacional = childOf(receptor, 'Nacional');
      if (!nacional) return false;
      const given = attributeText(nacional, 'DomicilioFiscalR');
      const own = registeredAs(nacional, context);
      const right = isKnownCp(given, context) && (typeof own !== 'object' || own.codigoPostal === given);
      return !right && placeOf(nacional, 'DomicilioFiscalR');
    },
  ),
];
