import { anyNumberOf, withCadena, element, optional, oneOrMore, type Standard } from '../../schema.js';
import { key, decimal, fecha, fixedType, pattern, importe, rfc, text, one, uuid } from '../../types.js';

export const gastosHidrocarburos: Standard = {
  prefix: 'gceh',
  namespace: 'http://www.sat.gob.mx/GastosHidrocarburos10',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/GastosHidrocarburos10/GastosHidrocarburos10.xsd',
  root: element(
    'GastosHidrocarburos',
    { Version: fixedType('1.0'), NumeroContrato: text(1, 50), AreaContractual: optional(text(1, 50)) },
    oneOrMore(
      element(
        'Erogacion',
        {
          TipoErogacion: one('Costo', 'Gasto', 'Inversión'),
          MontocuErogacion: importe,
          Porcentaje: decimal(3, { min: 0.001, max: 99.999 }),
        },
        oneOrMore(
          withCadena(
            element('DocumentoRelacionado', {
              OrigenErogacion: one('Nacional', 'Extranjero'),
              FolioFiscalVinculado: optional(uuid),
              RFCProveedor: optional(rfc),
              MontoTotalIVA: optional(importe),
              MontoRetencionISR: optional(importe),
              MontoRetencionIVA: optional(importe),
              MontoRetencionOtrosImpuestos: optional(importe),
              NumeroPedimentoVinculado: optional(pattern(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u)),
              ClavePedimentoVinculado: optional(key('ClavePedimento')),
              ClavePagoPedimentoVinculado: optional(key('ClavePagoPedimento')),
              MontoIVAPedimento: optional(importe),
              OtrosImpuestosPagadosPedimento: optional(importe),
              FechaFolioFiscalVinculado: optional(fecha),
              Mes: key('Meses'),
              MontoTotalErogaciones: importe,
            }),
            'OrigenErogacion FolioFiscalVinculado? RFCProveedor? MontoTotalIVA MontoRetencionISR? MontoRetencionIVA? MontoRetencionOtrosImpuestos? NumeroPedimentoVinculado? ClavePedimentoVinculado? ClavePagoPedimentoVinculado? MontoIVAPedimento? OtrosImpuestosPagadosPedimento? FechaFolioFiscalVinculado Mes MontoTotalErogaciones',
          ),
        ),
        anyNumberOf(
          element(
            'Actividades',
            { ActividadRelacionada: optional(key('Actividades')) },
            anyNumberOf(
              element(
                'SubActividades',
                { SubActividadRelacionada: optional(key('SubActividad')) },
                anyNumberOf(element('Tareas', { TareaRelacionada: optional(key('Tareas')) })),
              ),
            ),
          ),
        ),
        anyNumberOf(
          element(
            'CentroCostos',
            { Campo: optional(text(1, 50)) },
            anyNumberOf(
              element(
                'Yacimientos',
                { Yacimiento: optional(text(1, 50)) },
                anyNumberOf(element('Pozos', { Pozo: optional(text(1, 50)) })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
};
