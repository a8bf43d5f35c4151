import { elemento, varios, type Estandar } from '../../forma.js';
import { clave, decimal, fecha, fijo, importe, texto, uuid } from '../../tipos.js';

export const ingresosHidrocarburos: Estandar = {
  prefijo: 'ieeh',
  espacio: 'http://www.sat.gob.mx/IngresosHidrocarburos10',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/IngresosHidrocarburos10/IngresosHidrocarburos.xsd',
  raiz: elemento(
    'IngresosHidrocarburos',
    {
      Version: fijo('1.0'),
      NumeroContrato: texto(1, 50),
      ContraprestacionPagadaOperador: importe,
      Porcentaje: decimal(3, { min: 0.001, max: 100 }),
    },
    varios(
      elemento('DocumentoRelacionado', {
        FolioFiscalVinculado: uuid,
        FechaFolioFiscalVinculado: fecha,
        Mes: clave('Meses'),
      }),
    ),
  ),
};
