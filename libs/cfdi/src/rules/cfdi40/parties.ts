import {
  isPublicoEnGeneral,
  foreignTaxIdMatches,
  isRegimeAllowed,
  isUseAllowed,
  paises,
  regimenesFiscales,
  RFC_EXTRANJERO,
  RFC_PUBLICO_GENERAL,
  sameLegalName,
  NO_OBLIGACIONES,
  usosCfdi,
  type PersonType,
} from '#sat';
import type { XmlNode } from '../../parsed.js';
import { placeOf, type Place } from '../rule.js';
import { rule40, type Context40, type Rule40 } from './context.js';
import type { Document } from './document.js';
import { hasAttribute, valueOf } from './values.js';

/** Rules of issuer and receiver. */

const personTypeOf = (rfc: string): PersonType => (rfc.length === 12 ? 'moral' : 'fisica');
const isExtranjero = ({ receptor }: Document): boolean => valueOf(receptor, 'Rfc') === RFC_EXTRANJERO;
const isGenerico = (d: Document): boolean =>
  isExtranjero(d) || valueOf(d.receptor, 'Rfc') === RFC_PUBLICO_GENERAL;

/** A regime that exists, of another kind of person than the RFC's on the day of the document. */
const isOtherRegimen = (node: XmlNode | undefined, name: string, fecha: string): boolean => {
  const regimen = valueOf(node, name);
  return (
    regimenesFiscales.has(regimen) && !isRegimeAllowed(regimen, personTypeOf(valueOf(node, 'Rfc')), fecha)
  );
};

/** What the tax authority's list says of the receiver; generic RFCs are in no list. */
const findRegistered = (d: Document, { register }: Context40) =>
  isGenerico(d) ? undefined : register?.find(valueOf(d.receptor, 'Rfc'));

/** A place in the receiver, where it breaks the rule. */
const atReceptor =
  (name: string, breaks: (d: Document, context: Context40) => boolean) =>
  (d: Document, context: Context40): Place | false =>
    d.receptor !== undefined && breaks(d, context) && placeOf(d.receptor, name);

export const partesRules: readonly Rule40<Document>[] = [
  rule40(
    140,
    'El RegimenFiscal del emisor no está en c_RegimenFiscal.',
    "The issuer's RegimenFiscal is not in c_RegimenFiscal.",
    ({ emisor, fecha }) =>
      emisor !== undefined &&
      !regimenesFiscales.has(valueOf(emisor, 'RegimenFiscal'), fecha) &&
      placeOf(emisor, 'RegimenFiscal'),
  ),
  rule40(
    141,
    'El RegimenFiscal del emisor no corresponde a su tipo de persona.',
    "The issuer's RegimenFiscal is not of its kind of person.",
    ({ emisor, fecha }) =>
      emisor !== undefined &&
      isOtherRegimen(emisor, 'RegimenFiscal', fecha) &&
      placeOf(emisor, 'RegimenFiscal'),
  ),
  rule40(
    143,
    'El RFC del receptor no está en la lista de contribuyentes inscritos.',
    "The receiver's RFC is not in the list of registered taxpayers.",
    atReceptor('Rfc', (d, context) => findRegistered(d, context) === 'no_inscrito'),
  ),
  rule40(
    145,
    'El Nombre del receptor no es el registrado para su RFC.',
    "The receiver's Nombre is not the one registered for its RFC.",
    atReceptor('Nombre', (d, context) => {
      const own = findRegistered(d, context);
      return typeof own === 'object' && !sameLegalName(own.name, valueOf(d.receptor, 'Nombre'));
    }),
  ),
  rule40(
    146,
    'El nombre PUBLICO EN GENERAL solo puede usarse con el RFC XAXX010101000.',
    'The name PUBLICO EN GENERAL is allowed only with the RFC XAXX010101000.',
    atReceptor(
      'Rfc',
      ({ receptor }) =>
        isPublicoEnGeneral(valueOf(receptor, 'Nombre')) && valueOf(receptor, 'Rfc') !== RFC_PUBLICO_GENERAL,
    ),
  ),
  rule40(
    148,
    'El DomicilioFiscalReceptor no es el registrado para el RFC del receptor.',
    "The DomicilioFiscalReceptor is not the one registered for the receiver's RFC.",
    atReceptor('DomicilioFiscalReceptor', (d, context) => {
      const own = findRegistered(d, context);
      return typeof own === 'object' && own.codigoPostal !== valueOf(d.receptor, 'DomicilioFiscalReceptor');
    }),
  ),
  rule40(
    149,
    'Con un RFC genérico el DomicilioFiscalReceptor debe ser el LugarExpedicion.',
    'With a generic RFC the DomicilioFiscalReceptor must be the LugarExpedicion.',
    atReceptor(
      'DomicilioFiscalReceptor',
      (d) =>
        isGenerico(d) &&
        valueOf(d.receptor, 'DomicilioFiscalReceptor') !== valueOf(d.node, 'LugarExpedicion'),
    ),
  ),
  rule40(
    150,
    'La ResidenciaFiscal no está en c_Pais.',
    'The ResidenciaFiscal is not in c_Pais.',
    atReceptor(
      'ResidenciaFiscal',
      ({ receptor, fecha }) =>
        hasAttribute(receptor, 'ResidenciaFiscal') &&
        !paises.has(valueOf(receptor, 'ResidenciaFiscal'), fecha),
    ),
  ),
  rule40(
    151,
    'Para un receptor nacional no debe registrarse ResidenciaFiscal.',
    'Leave out ResidenciaFiscal for a national receiver.',
    atReceptor('ResidenciaFiscal', (d) => !isExtranjero(d) && hasAttribute(d.receptor, 'ResidenciaFiscal')),
  ),
  rule40(
    152,
    'La ResidenciaFiscal no puede ser MEX.',
    'The ResidenciaFiscal cannot be MEX.',
    atReceptor(
      'ResidenciaFiscal',
      (d) => isExtranjero(d) && valueOf(d.receptor, 'ResidenciaFiscal') === 'MEX',
    ),
  ),
  rule40(
    153,
    'Para un receptor extranjero con NumRegIdTrib o comercio exterior debe registrarse ResidenciaFiscal.',
    'A foreign receiver with NumRegIdTrib or foreign trade must have a ResidenciaFiscal.',
    atReceptor(
      'ResidenciaFiscal',
      (d) =>
        isExtranjero(d) &&
        (d.exterior || hasAttribute(d.receptor, 'NumRegIdTrib')) &&
        !hasAttribute(d.receptor, 'ResidenciaFiscal'),
    ),
  ),
  rule40(
    154,
    'Para un receptor nacional no debe registrarse NumRegIdTrib.',
    'Leave out NumRegIdTrib for a national receiver.',
    atReceptor('NumRegIdTrib', (d) => !isExtranjero(d) && hasAttribute(d.receptor, 'NumRegIdTrib')),
  ),
  rule40(
    155,
    'Para un receptor extranjero con comercio exterior debe registrarse NumRegIdTrib.',
    'A foreign receiver with foreign trade must have a NumRegIdTrib.',
    atReceptor(
      'NumRegIdTrib',
      (d) => isExtranjero(d) && d.exterior && !hasAttribute(d.receptor, 'NumRegIdTrib'),
    ),
  ),
  rule40(
    156,
    'El NumRegIdTrib no tiene el formato del país de residencia (c_Pais).',
    'The NumRegIdTrib does not have the format of the country of residence (c_Pais).',
    atReceptor(
      'NumRegIdTrib',
      (d) =>
        isExtranjero(d) &&
        hasAttribute(d.receptor, 'NumRegIdTrib') &&
        !foreignTaxIdMatches(valueOf(d.receptor, 'ResidenciaFiscal'), valueOf(d.receptor, 'NumRegIdTrib')),
    ),
  ),
  rule40(
    157,
    'El RegimenFiscalReceptor no está en c_RegimenFiscal.',
    'The RegimenFiscalReceptor is not in c_RegimenFiscal.',
    atReceptor(
      'RegimenFiscalReceptor',
      ({ receptor, fecha }) => !regimenesFiscales.has(valueOf(receptor, 'RegimenFiscalReceptor'), fecha),
    ),
  ),
  rule40(
    158,
    'El RegimenFiscalReceptor no corresponde al tipo de persona del receptor.',
    "The RegimenFiscalReceptor is not of the receiver's kind of person.",
    atReceptor(
      'RegimenFiscalReceptor',
      (d) => !isGenerico(d) && isOtherRegimen(d.receptor, 'RegimenFiscalReceptor', d.fecha),
    ),
  ),
  rule40(
    159,
    'Con un RFC genérico el RegimenFiscalReceptor debe ser 616.',
    'With a generic RFC the RegimenFiscalReceptor must be 616.',
    atReceptor(
      'RegimenFiscalReceptor',
      (d) =>
        isGenerico(d) &&
        // The payroll of a worker who has died has 605, as NOM11 says.
        (d.tipo !== 'N' || isExtranjero(d)) &&
        valueOf(d.receptor, 'RegimenFiscalReceptor') !== NO_OBLIGACIONES,
    ),
  ),
  rule40(
    160,
    'El UsoCFDI no está en c_UsoCFDI.',
    'The UsoCFDI is not in c_UsoCFDI.',
    atReceptor('UsoCFDI', ({ receptor, fecha }) => !usosCfdi.has(valueOf(receptor, 'UsoCFDI'), fecha)),
  ),
  rule40(
    161,
    'El UsoCFDI no corresponde al tipo de persona y al régimen del receptor.',
    "The UsoCFDI does not go with the receiver's kind of person and regime.",
    atReceptor('UsoCFDI', ({ receptor, fecha }) => {
      const [uso, regimen] = [valueOf(receptor, 'UsoCFDI'), valueOf(receptor, 'RegimenFiscalReceptor')];
      return (
        usosCfdi.has(uso, fecha) &&
        regimenesFiscales.has(regimen, fecha) &&
        !isUseAllowed(uso, regimen, personTypeOf(valueOf(receptor, 'Rfc')), fecha)
      );
    }),
  ),
];
