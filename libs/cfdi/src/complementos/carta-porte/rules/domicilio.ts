import { estados, hasEstados, postalCode } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, type CpRule } from './common.js';

/** Whether the state is one of the country, so that what hangs from it can be judged. */
const isEstadoValid = ({ attributes: { Estado = '', Pais } }: XmlNode): boolean =>
  estados.find(Estado)?.pais === Pais;

/** A Mexican address, and its state where that holds. */
const isMexicano = (node: XmlNode): boolean => node.attributes['Pais'] === 'MEX';

/** The matrix numbers the rules of places; those of people (among CP193 to CP204) we know by no number. */
export const OF_PLACES: Readonly<Record<Field, string>> = {
  ...{ Colonia: 'CP143', Localidad: 'CP144', Municipio: 'CP145', Estado: 'CP146', CodigoPostal: 'CP147' },
};
export const OF_PEOPLE: Readonly<Record<Field, string>> = {
  Colonia: 'CP-TiposFigura-Domicilio-Colonia',
  Localidad: 'CP-TiposFigura-Domicilio-Localidad',
  Municipio: 'CP-TiposFigura-Domicilio-Municipio',
  Estado: 'CP-TiposFigura-Domicilio-Estado',
  CodigoPostal: 'CP-TiposFigura-Domicilio-CodigoPostal',
};
type Field = 'Colonia' | 'Localidad' | 'Municipio' | 'Estado' | 'CodigoPostal';

/** Addresses of places and of people: in Mexico they are made of keys. */
export const domicilioRules = (codes: Readonly<Record<Field, string>>): readonly CpRule<XmlNode>[] => [
  cpRule(
    codes.Estado,
    'Estado no está en c_Estado con el Pais del domicilio.',
    'Estado is not in c_Estado with the Pais of the address.',
    (one) => hasEstados(one.attributes['Pais'] ?? '') && !isEstadoValid(one) && placeOf(one, 'Estado'),
  ),
  cpRule(
    codes.CodigoPostal,
    'CodigoPostal no está en c_CodigoPostal, o no es del Estado.',
    'CodigoPostal is not in c_CodigoPostal, or not of the Estado.',
    (one, { view, large }) => {
      if (!isMexicano(one) || !isEstadoValid(one)) return false;
      const { CodigoPostal = '', Estado } = one.attributes;
      const ofCatalogue = large?.codigosPostales.find(CodigoPostal, view.day);
      const known =
        ofCatalogue !== undefined || (large?.codigosPostales.accepts(CodigoPostal, view.day) ?? true);
      const keyStatus = ofCatalogue?.estado ?? postalCode(CodigoPostal)?.state;
      return (!known || keyStatus !== Estado) && placeOf(one, 'CodigoPostal');
    },
  ),
  cpRule(
    codes.Municipio,
    'Municipio no está en c_Municipio, o no es del Estado.',
    'Municipio is not in c_Municipio, or not of the Estado.',
    (one, { view, large }) => {
      const { Municipio, Estado = '' } = one.attributes;
      if (Municipio === undefined || !large || !isMexicano(one) || !isEstadoValid(one)) return false;
      return !large.municipios.accepts(Estado, Municipio, view.day) && placeOf(one, 'Municipio');
    },
  ),
  cpRule(
    codes.Localidad,
    'Localidad no está en c_Localidad, o no es del Estado.',
    'Localidad is not in c_Localidad, or not of the Estado.',
    (one, { view, large }) => {
      const { Localidad, Estado = '' } = one.attributes;
      if (Localidad === undefined || !large || !isMexicano(one) || !isEstadoValid(one)) return false;
      return !large.localidades.accepts(Estado, Localidad, view.day) && placeOf(one, 'Localidad');
    },
  ),
  cpRule(
    codes.Colonia,
    'Colonia no está en c_Colonia, o no es del CodigoPostal.',
    'Colonia is not in c_Colonia, or not of the CodigoPostal.',
    (one, { view, large }) => {
      const { Colonia, CodigoPostal = '' } = one.attributes;
      if (Colonia === undefined || !large || !isMexicano(one)) return false;
      return !large.colonias.accepts(CodigoPostal, Colonia, view.day) && placeOf(one, 'Colonia');
    },
  ),
];
