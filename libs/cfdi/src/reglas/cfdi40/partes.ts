import {
  foreignTaxIdMatches,
  isRegimeAllowed,
  isUseAllowed,
  paises,
  PUBLICO_EN_GENERAL,
  regimenesFiscales,
  RFC_EXTRANJERO,
  RFC_PUBLICO_GENERAL,
  sameLegalName,
  SIN_OBLIGACIONES,
  usosCfdi,
  type PersonType,
} from '#sat';
import type { Nodo } from '../../parsed.js';
import { lugar, type Lugar } from '../regla.js';
import { regla40, type Contexto40, type Regla40 } from './contexto.js';
import type { Documento } from './documento.js';
import { tiene, valor } from './valores.js';

/** Rules of issuer and receiver. */

const persona = (rfc: string): PersonType => (rfc.length === 12 ? 'moral' : 'fisica');
const extranjero = ({ receptor }: Documento): boolean => valor(receptor, 'Rfc') === RFC_EXTRANJERO;
const generico = (d: Documento): boolean => extranjero(d) || valor(d.receptor, 'Rfc') === RFC_PUBLICO_GENERAL;

/** A regime that exists, of another kind of person than the RFC's. */
const regimenAjeno = (nodo: Nodo | undefined, nombre: string): boolean => {
  const regimen = valor(nodo, nombre);
  return regimenesFiscales.has(regimen) && !isRegimeAllowed(regimen, persona(valor(nodo, 'Rfc')));
};

/** What the tax authority's list says of the receiver; generic RFCs are in no list. */
const inscrito = (d: Documento, { registro }: Contexto40) =>
  generico(d) ? undefined : registro?.buscar(valor(d.receptor, 'Rfc'));

/** A place in the receiver, where it breaks the rule. */
const enReceptor =
  (nombre: string, rompe: (d: Documento, contexto: Contexto40) => boolean) =>
  (d: Documento, contexto: Contexto40): Lugar | false =>
    d.receptor !== undefined && rompe(d, contexto) && lugar(d.receptor, nombre);

export const reglasPartes: readonly Regla40<Documento>[] = [
  regla40(
    140,
    'El RegimenFiscal del emisor no está en c_RegimenFiscal.',
    "The issuer's RegimenFiscal is not in c_RegimenFiscal.",
    ({ emisor, fecha }) =>
      emisor !== undefined &&
      !regimenesFiscales.has(valor(emisor, 'RegimenFiscal'), fecha) &&
      lugar(emisor, 'RegimenFiscal'),
  ),
  regla40(
    141,
    'El RegimenFiscal del emisor no corresponde a su tipo de persona.',
    "The issuer's RegimenFiscal is not of its kind of person.",
    ({ emisor }) =>
      emisor !== undefined && regimenAjeno(emisor, 'RegimenFiscal') && lugar(emisor, 'RegimenFiscal'),
  ),
  regla40(
    143,
    'El RFC del receptor no está en la lista de contribuyentes inscritos.',
    "The receiver's RFC is not in the list of registered taxpayers.",
    enReceptor('Rfc', (d, contexto) => inscrito(d, contexto) === 'no_inscrito'),
  ),
  regla40(
    145,
    'El Nombre del receptor no es el registrado para su RFC.',
    "The receiver's Nombre is not the one registered for its RFC.",
    enReceptor('Nombre', (d, contexto) => {
      const suyo = inscrito(d, contexto);
      return typeof suyo === 'object' && !sameLegalName(suyo.nombre, valor(d.receptor, 'Nombre'));
    }),
  ),
  regla40(
    146,
    'El nombre PUBLICO EN GENERAL es solo del RFC XAXX010101000.',
    'The name PUBLICO EN GENERAL belongs only to the RFC XAXX010101000.',
    enReceptor(
      'Rfc',
      ({ receptor }) =>
        valor(receptor, 'Nombre') === PUBLICO_EN_GENERAL && valor(receptor, 'Rfc') !== RFC_PUBLICO_GENERAL,
    ),
  ),
  regla40(
    148,
    'El DomicilioFiscalReceptor no es el registrado para el RFC del receptor.',
    "The DomicilioFiscalReceptor is not the one registered for the receiver's RFC.",
    enReceptor('DomicilioFiscalReceptor', (d, contexto) => {
      const suyo = inscrito(d, contexto);
      return typeof suyo === 'object' && suyo.codigoPostal !== valor(d.receptor, 'DomicilioFiscalReceptor');
    }),
  ),
  regla40(
    149,
    'Con un RFC genérico el DomicilioFiscalReceptor debe ser el LugarExpedicion.',
    'With a generic RFC the DomicilioFiscalReceptor must be the LugarExpedicion.',
    enReceptor(
      'DomicilioFiscalReceptor',
      (d) => generico(d) && valor(d.receptor, 'DomicilioFiscalReceptor') !== valor(d.nodo, 'LugarExpedicion'),
    ),
  ),
  regla40(
    150,
    'La ResidenciaFiscal no está en c_Pais.',
    'The ResidenciaFiscal is not in c_Pais.',
    enReceptor(
      'ResidenciaFiscal',
      ({ receptor, fecha }) =>
        tiene(receptor, 'ResidenciaFiscal') && !paises.has(valor(receptor, 'ResidenciaFiscal'), fecha),
    ),
  ),
  regla40(
    151,
    'Un receptor nacional no lleva ResidenciaFiscal.',
    'A national receiver has no ResidenciaFiscal.',
    enReceptor('ResidenciaFiscal', (d) => !extranjero(d) && tiene(d.receptor, 'ResidenciaFiscal')),
  ),
  regla40(
    152,
    'La ResidenciaFiscal no puede ser MEX.',
    'The ResidenciaFiscal cannot be MEX.',
    enReceptor('ResidenciaFiscal', (d) => extranjero(d) && valor(d.receptor, 'ResidenciaFiscal') === 'MEX'),
  ),
  regla40(
    153,
    'Un receptor extranjero con NumRegIdTrib o comercio exterior debe llevar ResidenciaFiscal.',
    'A foreign receiver with NumRegIdTrib or foreign trade must have a ResidenciaFiscal.',
    enReceptor(
      'ResidenciaFiscal',
      (d) =>
        extranjero(d) &&
        (d.exterior || tiene(d.receptor, 'NumRegIdTrib')) &&
        !tiene(d.receptor, 'ResidenciaFiscal'),
    ),
  ),
  regla40(
    154,
    'Un receptor nacional no lleva NumRegIdTrib.',
    'A national receiver has no NumRegIdTrib.',
    enReceptor('NumRegIdTrib', (d) => !extranjero(d) && tiene(d.receptor, 'NumRegIdTrib')),
  ),
  regla40(
    155,
    'Un receptor extranjero con comercio exterior debe llevar NumRegIdTrib.',
    'A foreign receiver with foreign trade must have a NumRegIdTrib.',
    enReceptor('NumRegIdTrib', (d) => extranjero(d) && d.exterior && !tiene(d.receptor, 'NumRegIdTrib')),
  ),
  regla40(
    156,
    'El NumRegIdTrib no tiene la forma que pide el país de residencia (c_Pais).',
    'The NumRegIdTrib has not the form that the country of residence asks for (c_Pais).',
    enReceptor(
      'NumRegIdTrib',
      (d) =>
        extranjero(d) &&
        tiene(d.receptor, 'NumRegIdTrib') &&
        !foreignTaxIdMatches(valor(d.receptor, 'ResidenciaFiscal'), valor(d.receptor, 'NumRegIdTrib')),
    ),
  ),
  regla40(
    157,
    'El RegimenFiscalReceptor no está en c_RegimenFiscal.',
    'The RegimenFiscalReceptor is not in c_RegimenFiscal.',
    enReceptor(
      'RegimenFiscalReceptor',
      ({ receptor, fecha }) => !regimenesFiscales.has(valor(receptor, 'RegimenFiscalReceptor'), fecha),
    ),
  ),
  regla40(
    158,
    'El RegimenFiscalReceptor no corresponde al tipo de persona del receptor.',
    "The RegimenFiscalReceptor is not of the receiver's kind of person.",
    enReceptor(
      'RegimenFiscalReceptor',
      (d) => !generico(d) && regimenAjeno(d.receptor, 'RegimenFiscalReceptor'),
    ),
  ),
  regla40(
    159,
    'Con un RFC genérico el RegimenFiscalReceptor debe ser 616.',
    'With a generic RFC the RegimenFiscalReceptor must be 616.',
    enReceptor(
      'RegimenFiscalReceptor',
      (d) => generico(d) && valor(d.receptor, 'RegimenFiscalReceptor') !== SIN_OBLIGACIONES,
    ),
  ),
  regla40(
    160,
    'El UsoCFDI no está en c_UsoCFDI.',
    'The UsoCFDI is not in c_UsoCFDI.',
    enReceptor('UsoCFDI', ({ receptor, fecha }) => !usosCfdi.has(valor(receptor, 'UsoCFDI'), fecha)),
  ),
  regla40(
    161,
    'El UsoCFDI no corresponde al tipo de persona y al régimen del receptor.',
    "The UsoCFDI does not go with the receiver's kind of person and regime.",
    enReceptor('UsoCFDI', ({ receptor, fecha }) => {
      const [uso, regimen] = [valor(receptor, 'UsoCFDI'), valor(receptor, 'RegimenFiscalReceptor')];
      return (
        usosCfdi.has(uso, fecha) &&
        regimenesFiscales.has(regimen, fecha) &&
        !isUseAllowed(uso, regimen, persona(valor(receptor, 'Rfc')))
      );
    }),
  ),
];
