import { estados, hasEstados, postalCode } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, type CpRule } from './common.js';

/** Whether the state is one of the country, so that what hangs from it can be judged. */
const isEstadoValid = ({ attributes: { Estado = '', Pais } }: XmlNode): boolean =>
  estados.find(Estado)?.pais === Pais;

/** A Mexican address, and its state where that holds. */
const isMexicano = (node: XmlNode): boolean => node.attributes['Pais'] === 'MEX';

/** Addresses of places and of people: in Mexico they are made of keys. */
export const domicilioRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Domicilio-Estado',
    'El estado está en c_Estado con el país del domicilio.',
    "The state is in c_Estado with the address's country.",
    (one) => hasEstados(one.attributes['Pais'] ?? '') && !isEstadoValid(one) && placeOf(one, 'Estado'),
  ),
  cpRule(
    'CP-Domicilio-CodigoPostal',
    'El código postal está en c_CodigoPostal y es del estado.',
    'The postal code is in c_CodigoPostal and is of the state.',
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
    'CP-Domicilio-Municipio',
    'El municipio está en c_Municipio y es del estado.',
    'The municipality is in c_Municipio and is of the state.',
    (one, { view, large }) => {
      const { Municipio, Estado = '' } = one.attributes;
      if (Municipio === undefined || !large || !isMexicano(one) || !isEstadoValid(one)) return false;
      return !large.municipios.accepts(Estado, Municipio, view.day) && placeOf(one, 'Municipio');
    },
  ),
  cpRule(
    'CP-Domicilio-Localidad',
    'La localidad está en c_Localidad y es del estado.',
    'The locality is in c_Localidad and is of the state.',
    (one, { view, large }) => {
      const { Localidad, Estado = '' } = one.attributes;
      if (Localidad === undefined || !large || !isMexicano(one) || !isEstadoValid(one)) return false;
      return !large.localidades.accepts(Estado, Localidad, view.day) && placeOf(one, 'Localidad');
    },
  ),
  cpRule(
    'CP-Domicilio-Colonia',
    'La colonia está en c_Colonia y es del código postal.',
    'The colonia is in c_Colonia and is of the postal code.',
    (one, { view, large }) => {
      const { Colonia, CodigoPostal = '' } = one.attributes;
      if (Colonia === undefined || !large || !isMexicano(one)) return false;
      return !large.colonias.accepts(CodigoPostal, Colonia, view.day) && placeOf(one, 'Colonia');
    },
  ),
];
