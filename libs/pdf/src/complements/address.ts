import type { Element, Reader } from './element.js';

/**
 * A Domicilio of Carta Porte or foreign trade in one line. Its parts may be catalogue keys: a colonia's is one of its
 * postal code, a municipality's and a locality's of its state, a state's of its country.
 */
export function addressText(domicilio: Element | undefined, { place }: Reader): string {
  if (!domicilio) return '';
  const { raw } = domicilio;
  const state = raw('Estado');
  const zip = raw('CodigoPostal');
  const number = [raw('NumeroExterior'), raw('NumeroInterior') && `int. ${raw('NumeroInterior')}`];
  // A key whose catalogue is not loaded says nothing without what it is a key of.
  const nameLine = (prefix: string, text: string | undefined, always = false) =>
    text && (always || /^\d+$/.test(text)) ? `${prefix} ${text}` : text;
  return [
    [raw('Calle'), ...number].filter(Boolean).join(' '),
    nameLine('Col.', place('c_Colonia', raw('Colonia'), zip), true),
    zip && `C.P. ${zip}`,
    nameLine('Loc.', place('c_Localidad', raw('Localidad'), state)),
    nameLine('Mun.', place('c_Municipio', raw('Municipio'), state)),
    place('c_Estado', state, raw('Pais')),
    place('c_Pais', raw('Pais')),
    raw('Referencia') && `Ref. ${raw('Referencia')}`,
  ]
    .filter(Boolean)
    .join(', ');
}
