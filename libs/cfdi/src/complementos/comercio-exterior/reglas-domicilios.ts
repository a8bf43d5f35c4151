import { estados, hasEstados, paises, postalCodeMatches } from '#sat';
import type { Nodo } from '../../parsed.js';
import { lugar } from '../../reglas/regla.js';
import { reglaCce, type ReglaCce } from './regla.js';
import { tiene, valor, type Exportacion } from './sujeto.js';

/** Rules of a domicile: of Mexico by the keys of its catalogues, of other countries by their states and postal codes. */

const MEX = 'MEX';
/** A colonia's key; other texts are its name, where a name is allowed. */
const CLAVE_COLONIA = /^\d{4}$/;
/** Key of Mexico City in c_CodigoPostal, whose states are older than c_Estado. */
const estadoDe = (estado: string): string => (estado === 'DIF' ? 'CMX' : estado);

const esMexicano = (nodo: Nodo): boolean => valor(nodo, 'Pais') === MEX;

const estadoMalo = (nodo: Nodo): boolean => {
  const pais = valor(nodo, 'Pais');
  return hasEstados(pais) && estados.find(valor(nodo, 'Estado'))?.pais !== pais;
};

/** A domicile whose places can be looked up: Mexican, in a state that exists. */
const enMexico = (nodo: Nodo): boolean => esMexicano(nodo) && !estadoMalo(nodo);

const CATALOGOS = { Municipio: 'municipios', Localidad: 'localidades' } as const;
type Lugar = keyof typeof CATALOGOS;

/** Whether a municipality or locality is given that its state does not have. */
const esAjeno = (nodo: Nodo, nombre: Lugar, { grandes, fecha }: Exportacion): boolean =>
  grandes !== undefined &&
  enMexico(nodo) &&
  tiene(nodo, nombre) &&
  !grandes[CATALOGOS[nombre]].accepts(valor(nodo, 'Estado'), valor(nodo, nombre), fecha);

/**
 * Whether a postal code is of the state, and of the municipality and locality: where those are known of the code,
 * and exist.
 */
function esDeAhi(nodo: Nodo, exportacion: Exportacion): boolean {
  const entrada = exportacion.grandes?.codigosPostales.find(valor(nodo, 'CodigoPostal'), exportacion.fecha);
  if (!entrada) return true;
  const igual = (conocido: string | undefined, nombre: Lugar): boolean =>
    conocido === undefined ||
    !tiene(nodo, nombre) ||
    esAjeno(nodo, nombre, exportacion) ||
    conocido === valor(nodo, nombre);
  return (
    estadoDe(entrada.estado) === valor(nodo, 'Estado') &&
    igual(entrada.municipio, 'Municipio') &&
    igual(entrada.localidad, 'Localidad')
  );
}

const codigoMalo = (nodo: Nodo, { grandes, fecha }: Exportacion): boolean =>
  esMexicano(nodo)
    ? grandes !== undefined && !grandes.codigosPostales.accepts(valor(nodo, 'CodigoPostal'), fecha)
    : !postalCodeMatches(valor(nodo, 'Pais'), valor(nodo, 'CodigoPostal'));

/** The rules of the domiciles of a party. */
const deParte = (parte: 'Emisor' | 'Receptor' | 'Destinatario'): readonly ReglaCce<Nodo>[] => [
  reglaCce<Nodo>(
    `${parte}-Domicilio-Pais`,
    parte === 'Emisor' ? 'El domicilio del emisor está en MEX.' : 'El país no está en c_Pais.',
    parte === 'Emisor' ? 'The domicile of the issuer is in MEX.' : 'The country is not in c_Pais.',
    (nodo) => {
      const pais = valor(nodo, 'Pais');
      return (parte === 'Emisor' ? pais !== MEX : !paises.has(pais)) && lugar(nodo, 'Pais');
    },
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-Estado`,
    'El estado no es una clave de c_Estado de su país.',
    'The state is no key of c_Estado of its country.',
    (nodo) => estadoMalo(nodo) && lugar(nodo, 'Estado'),
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-Municipio`,
    'El municipio no es una clave de c_Municipio de su estado.',
    'The municipality is no key of c_Municipio of its state.',
    (nodo, exportacion) => esAjeno(nodo, 'Municipio', exportacion) && lugar(nodo, 'Municipio'),
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-Localidad`,
    'La localidad no es una clave de c_Localidad de su estado.',
    'The locality is no key of c_Localidad of its state.',
    (nodo, exportacion) => esAjeno(nodo, 'Localidad', exportacion) && lugar(nodo, 'Localidad'),
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-CodigoPostal`,
    'El código postal no está en c_CodigoPostal, o no tiene la forma de su país.',
    'The postal code is not in c_CodigoPostal, or does not have the form of its country.',
    (nodo, exportacion) => codigoMalo(nodo, exportacion) && lugar(nodo, 'CodigoPostal'),
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-CodigoPostal-Lugar`,
    'El código postal no es del estado, el municipio y la localidad indicados.',
    'The postal code is not of the state, municipality and locality given.',
    (nodo, exportacion) => enMexico(nodo) && !esDeAhi(nodo, exportacion) && lugar(nodo, 'CodigoPostal'),
  ),
  reglaCce<Nodo>(
    `${parte}-Domicilio-Colonia`,
    'La colonia no es una clave de c_Colonia de su código postal.',
    'The colonia is no key of c_Colonia of its postal code.',
    (nodo, { grandes, fecha }) =>
      grandes !== undefined &&
      esMexicano(nodo) &&
      CLAVE_COLONIA.test(valor(nodo, 'Colonia')) &&
      grandes.codigosPostales.accepts(valor(nodo, 'CodigoPostal'), fecha) &&
      !grandes.colonias.accepts(valor(nodo, 'CodigoPostal'), valor(nodo, 'Colonia'), fecha) &&
      lugar(nodo, 'Colonia'),
  ),
];

export const reglasDomicilio = {
  Emisor: deParte('Emisor'),
  Receptor: deParte('Receptor'),
  Destinatario: deParte('Destinatario'),
} as const;
