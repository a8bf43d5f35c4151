import { elemento, talVez, varios, type Estandar } from '../../forma.js';
import { fijo, importe, textoLibre } from '../../tipos.js';

export const aerolineas: Estandar = {
  prefijo: 'aerolineas',
  espacio: 'http://www.sat.gob.mx/aerolineas',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/aerolineas/aerolineas.xsd',
  raiz: elemento(
    'Aerolineas',
    { Version: fijo('1.0'), TUA: importe },
    talVez(
      elemento(
        'OtrosCargos',
        { TotalCargos: importe },
        varios(elemento('Cargo', { CodigoCargo: textoLibre(1, 8), Importe: importe })),
      ),
    ),
  ),
};
