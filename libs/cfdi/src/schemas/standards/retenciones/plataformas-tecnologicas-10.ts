import { element, optional, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import { key, decimal, writeWhole, fecha, fixedType, importe, rfcFisica } from '../../types.js';

export const plataformasTecnologicas10: Standard = {
  prefix: 'plataformasTecnologicas',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10',
  schema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10/ServiciosPlataformasTecnologicas10.xsd',
  root: element(
    'ServiciosPlataformasTecnologicas',
    {
      Version: fixedType('1.0'),
      Periodicidad: key('c_Periodicidad'),
      NumServ: writeWhole({ min: 1 }),
      MonTotServSIVA: importe,
      TotalIVATrasladado: importe,
      TotalIVARetenido: importe,
      TotalISRRetenido: importe,
      DifIVAEntregadoPrestServ: importe,
      MonTotalporUsoPlataforma: importe,
      MonTotalContribucionGubernamental: optional(importe),
    },
    element(
      'Servicios',
      {},
      oneOrMore(
        element(
          'DetallesDelServicio',
          {
            FormaPagoServ: key('c_FormaPagoServ'),
            TipoDeServ: key('c_TipoDeServ'),
            SubTipServ: optional(key('c_SubTipoServ')),
            RFCTerceroAutorizado: optional(rfcFisica),
            FechaServ: fecha,
            PrecioServSinIVA: importe,
          },
          optionalChild(
            element('ImpuestosTrasladadosdelServicio', {
              Base: decimal(6, { min: 0.000001 }),
              Impuesto: key('c_TipoImpuesto'),
              TipoFactor: fixedType('Tasa'),
              TasaCuota: key('c_TasaCuota'),
              Importe: importe,
            }),
          ),
          optionalChild(
            element('ContribucionGubernamental', {
              ImpContrib: importe,
              EntidadDondePagaLaContribucion: key('c_EntidadesFederativas'),
            }),
          ),
          optionalChild(
            element('ComisionDelServicio', {
              Base: optional(decimal(6, { min: 0.000001 })),
              Porcentaje: optional(decimal(3, { min: 0.001, max: 1 })),
              Importe: importe,
            }),
          ),
        ),
      ),
    ),
  ),
};
