import { estados, hasEstados, paises, postalCodeMatches } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { placeOf } from '../../rules/rule.js';
import { cceRule, type CceRule } from './rule.js';
import { hasAttribute, valueOf, type Exportacion } from './subject.js';

/** Rules of a domicile: of Mexico by the keys of its catalogues, of other countries by their states and postal codes. */

const MEX = 'MEX';
/** A colonia's key; other texts are its name, where a name is allowed. */
const COLONIA_KEY = /^\d{4}$/;
/** Key of Mexico City in c_CodigoPostal, whose states are older than c_Estado. */
const estadoOf = (keyStatus: string): string => (keyStatus === 'DIF' ? 'CMX' : keyStatus);

const isMexicano = (node: XmlNode): boolean => valueOf(node, 'Pais') === MEX;

const hasBadEstado = (node: XmlNode): boolean => {
  const pais = valueOf(node, 'Pais');
  return hasEstados(pais) && estados.find(valueOf(node, 'Estado'))?.pais !== pais;
};

/** A domicile whose places can be looked up: Mexican, in a state that exists. */
const isInMexico = (node: XmlNode): boolean => isMexicano(node) && !hasBadEstado(node);

const CATALOGUES = { Municipio: 'municipios', Localidad: 'localidades' } as const;
type PlaceName = keyof typeof CATALOGUES;

/** Whether a municipality or locality is given that its state does not have. */
const isForeign = (node: XmlNode, name: PlaceName, { large, fecha }: Exportacion): boolean =>
  large !== undefined &&
  isInMexico(node) &&
  hasAttribute(node, name) &&
  !large[CATALOGUES[name]].accepts(valueOf(node, 'Estado'), valueOf(node, name), fecha);

/**
 * Whether a postal code is of the state, and of the municipality and locality: where those are known of the code,
 * and exist.
 */
function isFromThere(node: XmlNode, exportacion: Exportacion): boolean {
  const entry = exportacion.large?.codigosPostales.find(valueOf(node, 'CodigoPostal'), exportacion.fecha);
  if (!entry) return true;
  const isEqual = (known: string | undefined, name: PlaceName): boolean =>
    known === undefined ||
    !hasAttribute(node, name) ||
    isForeign(node, name, exportacion) ||
    known === valueOf(node, name);
  return (
    estadoOf(entry.estado) === valueOf(node, 'Estado') &&
    isEqual(entry.municipio, 'Municipio') &&
    isEqual(entry.localidad, 'Localidad')
  );
}

const hasBadCodigoPostal = (node: XmlNode, { large, fecha }: Exportacion): boolean =>
  isMexicano(node)
    ? large !== undefined && !large.codigosPostales.accepts(valueOf(node, 'CodigoPostal'), fecha)
    : !postalCodeMatches(valueOf(node, 'Pais'), valueOf(node, 'CodigoPostal'));

/** The rules of the domiciles of a party. */
const partyRules = (parte: 'Emisor' | 'Receptor' | 'Destinatario'): readonly CceRule<XmlNode>[] => [
  cceRule<XmlNode>(
    `${parte}-Domicilio-Pais`,
    parte === 'Emisor' ? 'El domicilio del emisor está en MEX.' : 'El país no está en c_Pais.',
    parte === 'Emisor' ? 'The domicile of the issuer is in MEX.' : 'The country is not in c_Pais.',
    (node) => {
      const pais = valueOf(node, 'Pais');
      return (parte === 'Emisor' ? pais !== MEX : !paises.has(pais)) && placeOf(node, 'Pais');
    },
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-Estado`,
    'El estado no es una clave de c_Estado de su país.',
    'The state is no key of c_Estado of its country.',
    (node) => hasBadEstado(node) && placeOf(node, 'Estado'),
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-Municipio`,
    'El municipio no es una clave de c_Municipio de su estado.',
    'The municipality is no key of c_Municipio of its state.',
    (node, exportacion) => isForeign(node, 'Municipio', exportacion) && placeOf(node, 'Municipio'),
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-Localidad`,
    'La localidad no es una clave de c_Localidad de su estado.',
    'The locality is no key of c_Localidad of its state.',
    (node, exportacion) => isForeign(node, 'Localidad', exportacion) && placeOf(node, 'Localidad'),
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-CodigoPostal`,
    'El código postal no está en c_CodigoPostal, o no tiene el formato de su país.',
    'The postal code is not in c_CodigoPostal, or does not have the format of its country.',
    (node, exportacion) => hasBadCodigoPostal(node, exportacion) && placeOf(node, 'CodigoPostal'),
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-CodigoPostal-Lugar`,
    'El código postal no es del estado, el municipio y la localidad indicados.',
    'The postal code is not of the state, municipality and locality given.',
    (node, exportacion) =>
      isInMexico(node) && !isFromThere(node, exportacion) && placeOf(node, 'CodigoPostal'),
  ),
  cceRule<XmlNode>(
    `${parte}-Domicilio-Colonia`,
    'La colonia no es una clave de c_Colonia de su código postal.',
    'The colonia is no key of c_Colonia of its postal code.',
    (node, { large, fecha }) =>
      large !== undefined &&
      isMexicano(node) &&
      COLONIA_KEY.test(valueOf(node, 'Colonia')) &&
      large.codigosPostales.accepts(valueOf(node, 'CodigoPostal'), fecha) &&
      !large.colonias.accepts(valueOf(node, 'CodigoPostal'), valueOf(node, 'Colonia'), fecha) &&
      placeOf(node, 'Colonia'),
  ),
];

export const domicilioRules = {
  Emisor: partyRules('Emisor'),
  Receptor: partyRules('Receptor'),
  Destinatario: partyRules('Destinatario'),
} as const;
