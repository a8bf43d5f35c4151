import { elemento, opc, talVez, varios, type Estandar } from '../../forma.js';
import { clave, decimal, entero, fecha, fijo, importe, rfcFisica } from '../../tipos.js';

export const plataformasTecnologicas10: Estandar = {
  prefijo: 'plataformasTecnologicas',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10',
  esquema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10/ServiciosPlataformasTecnologicas10.xsd',
  raiz: elemento(
    'ServiciosPlataformasTecnologicas',
    {
      Version: fijo('1.0'),
      Periodicidad: clave('c_Periodicidad'),
      NumServ: entero({ min: 1 }),
      MonTotServSIVA: importe,
      TotalIVATrasladado: importe,
      TotalIVARetenido: importe,
      TotalISRRetenido: importe,
      DifIVAEntregadoPrestServ: importe,
      MonTotalporUsoPlataforma: importe,
      MonTotalContribucionGubernamental: opc(importe),
    },
    elemento(
      'Servicios',
      {},
      varios(
        elemento(
          'DetallesDelServicio',
          {
            FormaPagoServ: clave('c_FormaPagoServ'),
            TipoDeServ: clave('c_TipoDeServ'),
            SubTipServ: opc(clave('c_SubTipoServ')),
            RFCTerceroAutorizado: opc(rfcFisica),
            FechaServ: fecha,
            PrecioServSinIVA: importe,
          },
          talVez(
            elemento('ImpuestosTrasladadosdelServicio', {
              Base: decimal(6, { min: 0.000001 }),
              Impuesto: clave('c_TipoImpuesto'),
              TipoFactor: fijo('Tasa'),
              TasaCuota: clave('c_TasaCuota'),
              Importe: importe,
            }),
          ),
          talVez(
            elemento('ContribucionGubernamental', {
              ImpContrib: importe,
              EntidadDondePagaLaContribucion: clave('c_EntidadesFederativas'),
            }),
          ),
          talVez(
            elemento('ComisionDelServicio', {
              Base: opc(decimal(6, { min: 0.000001 })),
              Porcentaje: opc(decimal(3, { min: 0.001, max: 1 })),
              Importe: importe,
            }),
          ),
        ),
      ),
    ),
  ),
};
