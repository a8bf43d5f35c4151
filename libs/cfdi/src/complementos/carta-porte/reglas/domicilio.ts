import { estados, hasEstados, postalCode } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { reglaCp, type ReglaCp } from './comun.js';

/** Whether the state is one of the country, so that what hangs from it can be judged. */
const estadoValido = ({ atributos: { Estado = '', Pais } }: Nodo): boolean =>
  estados.find(Estado)?.pais === Pais;

/** A Mexican address, and its state where that holds. */
const mexicano = (nodo: Nodo): boolean => nodo.atributos['Pais'] === 'MEX';

/** Addresses of places and of people: in Mexico they are made of keys. */
export const reglasDomicilio: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-Domicilio-Estado',
    'El estado está en c_Estado con el país del domicilio.',
    "The state is in c_Estado with the address's country.",
    (uno) => hasEstados(uno.atributos['Pais'] ?? '') && !estadoValido(uno) && lugar(uno, 'Estado'),
  ),
  reglaCp(
    'CP-Domicilio-CodigoPostal',
    'El código postal está en c_CodigoPostal y es del estado.',
    'The postal code is in c_CodigoPostal and is of the state.',
    (uno, { vista, grandes }) => {
      if (!mexicano(uno) || !estadoValido(uno)) return false;
      const { CodigoPostal = '', Estado } = uno.atributos;
      const delCatalogo = grandes?.codigosPostales.find(CodigoPostal, vista.dia);
      const conocido =
        delCatalogo !== undefined || (grandes?.codigosPostales.accepts(CodigoPostal, vista.dia) ?? true);
      const estado = delCatalogo?.estado ?? postalCode(CodigoPostal)?.state;
      return (!conocido || estado !== Estado) && lugar(uno, 'CodigoPostal');
    },
  ),
  reglaCp(
    'CP-Domicilio-Municipio',
    'El municipio está en c_Municipio y es del estado.',
    'The municipality is in c_Municipio and is of the state.',
    (uno, { vista, grandes }) => {
      const { Municipio, Estado = '' } = uno.atributos;
      if (Municipio === undefined || !grandes || !mexicano(uno) || !estadoValido(uno)) return false;
      return !grandes.municipios.accepts(Estado, Municipio, vista.dia) && lugar(uno, 'Municipio');
    },
  ),
  reglaCp(
    'CP-Domicilio-Localidad',
    'La localidad está en c_Localidad y es del estado.',
    'The locality is in c_Localidad and is of the state.',
    (uno, { vista, grandes }) => {
      const { Localidad, Estado = '' } = uno.atributos;
      if (Localidad === undefined || !grandes || !mexicano(uno) || !estadoValido(uno)) return false;
      return !grandes.localidades.accepts(Estado, Localidad, vista.dia) && lugar(uno, 'Localidad');
    },
  ),
  reglaCp(
    'CP-Domicilio-Colonia',
    'La colonia está en c_Colonia y es del código postal.',
    'The colonia is in c_Colonia and is of the postal code.',
    (uno, { vista, grandes }) => {
      const { Colonia, CodigoPostal = '' } = uno.atributos;
      if (Colonia === undefined || !grandes || !mexicano(uno)) return false;
      return !grandes.colonias.accepts(CodigoPostal, Colonia, vista.dia) && lugar(uno, 'Colonia');
    },
  ),
];
