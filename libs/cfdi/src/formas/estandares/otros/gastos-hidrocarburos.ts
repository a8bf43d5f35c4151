import { algunos, conCadena, elemento, opc, varios, type Estandar } from '../../forma.js';
import { clave, decimal, fecha, fijo, forma, importe, rfc, texto, uno, uuid } from '../../tipos.js';

export const gastosHidrocarburos: Estandar = {
  prefijo: 'gceh',
  espacio: 'http://www.sat.gob.mx/GastosHidrocarburos10',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/GastosHidrocarburos10/GastosHidrocarburos10.xsd',
  raiz: elemento(
    'GastosHidrocarburos',
    { Version: fijo('1.0'), NumeroContrato: texto(1, 50), AreaContractual: opc(texto(1, 50)) },
    varios(
      elemento(
        'Erogacion',
        {
          TipoErogacion: uno('Costo', 'Gasto', 'Inversión'),
          MontocuErogacion: importe,
          Porcentaje: decimal(3, { min: 0.001, max: 99.999 }),
        },
        varios(
          conCadena(
            elemento('DocumentoRelacionado', {
              OrigenErogacion: uno('Nacional', 'Extranjero'),
              FolioFiscalVinculado: opc(uuid),
              RFCProveedor: opc(rfc),
              MontoTotalIVA: opc(importe),
              MontoRetencionISR: opc(importe),
              MontoRetencionIVA: opc(importe),
              MontoRetencionOtrosImpuestos: opc(importe),
              NumeroPedimentoVinculado: opc(forma(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u)),
              ClavePedimentoVinculado: opc(clave('ClavePedimento')),
              ClavePagoPedimentoVinculado: opc(clave('ClavePagoPedimento')),
              MontoIVAPedimento: opc(importe),
              OtrosImpuestosPagadosPedimento: opc(importe),
              FechaFolioFiscalVinculado: opc(fecha),
              Mes: clave('Meses'),
              MontoTotalErogaciones: importe,
            }),
            'OrigenErogacion FolioFiscalVinculado? RFCProveedor? MontoTotalIVA MontoRetencionISR? MontoRetencionIVA? MontoRetencionOtrosImpuestos? NumeroPedimentoVinculado? ClavePedimentoVinculado? ClavePagoPedimentoVinculado? MontoIVAPedimento? OtrosImpuestosPagadosPedimento? FechaFolioFiscalVinculado Mes MontoTotalErogaciones',
          ),
        ),
        algunos(
          elemento(
            'Actividades',
            { ActividadRelacionada: opc(clave('Actividades')) },
            algunos(
              elemento(
                'SubActividades',
                { SubActividadRelacionada: opc(clave('SubActividad')) },
                algunos(elemento('Tareas', { TareaRelacionada: opc(clave('Tareas')) })),
              ),
            ),
          ),
        ),
        algunos(
          elemento(
            'CentroCostos',
            { Campo: opc(texto(1, 50)) },
            algunos(
              elemento(
                'Yacimientos',
                { Yacimiento: opc(texto(1, 50)) },
                algunos(elemento('Pozos', { Pozo: opc(texto(1, 50)) })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
};
