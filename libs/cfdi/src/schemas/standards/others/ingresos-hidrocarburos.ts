import { element, oneOrMore, type Standard } from '../../schema.js';
import { key, decimal, fecha, fixedType, importe, text, uuid } from '../../types.js';

export const ingresosHidrocarburos: Standard = {
  prefix: 'ieeh',
  namespace: 'http://www.sat.gob.mx/IngresosHidrocarburos10',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/IngresosHidrocarburos10/IngresosHidrocarburos.xsd',
  root: element(
    'IngresosHidrocarburos',
    {
      Version: fixedType('1.0'),
      NumeroContrato: text(1, 50),
      ContraprestacionPagadaOperador: importe,
      Porcentaje: decimal(3, { min: 0.001, max: 100 }),
    },
    oneOrMore(
      element('DocumentoRelacionado', {
        FolioFiscalVinculado: uuid,
        FechaFolioFiscalVinculado: fecha,
        Mes: key('Meses'),
      }),
    ),
  ),
};
