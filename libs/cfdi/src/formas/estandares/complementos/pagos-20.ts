import { elemento, opc, talVez, varios, type Estandar } from '../../forma.js';
import {
  base64,
  clave,
  decimal,
  fechaH,
  fijo,
  forma,
  importe,
  importeMxn,
  rfcMoral,
  texto,
  textoLibre,
} from '../../tipos.js';

export const pagos20: Estandar = {
  prefijo: 'pago20',
  espacio: 'http://www.sat.gob.mx/Pagos20',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd',
  raiz: elemento(
    'Pagos',
    { Version: fijo('2.0') },
    elemento('Totales', {
      TotalRetencionesIVA: opc(importeMxn),
      TotalRetencionesISR: opc(importeMxn),
      TotalRetencionesIEPS: opc(importeMxn),
      TotalTrasladosBaseIVA16: opc(importeMxn),
      TotalTrasladosImpuestoIVA16: opc(importeMxn),
      TotalTrasladosBaseIVA8: opc(importeMxn),
      TotalTrasladosImpuestoIVA8: opc(importeMxn),
      TotalTrasladosBaseIVA0: opc(importeMxn),
      TotalTrasladosImpuestoIVA0: opc(importeMxn),
      TotalTrasladosBaseIVAExento: opc(importeMxn),
      MontoTotalPagos: importeMxn,
    }),
    varios(
      elemento(
        'Pago',
        {
          FechaPago: fechaH,
          FormaDePagoP: clave('c_FormaPago'),
          MonedaP: clave('c_Moneda'),
          TipoCambioP: opc(decimal(6, { min: 0.000001 })),
          Monto: importe,
          NumOperacion: opc(texto(1, 100)),
          RfcEmisorCtaOrd: opc(
            forma(
              /^(?:XEXX010101000|[A-Z&Ñ]{3}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A])$/u,
            ),
          ),
          NomBancoOrdExt: opc(texto(1, 300)),
          CtaOrdenante: opc(forma(/^[A-Z0-9_]{10,50}$/u)),
          RfcEmisorCtaBen: opc(rfcMoral),
          CtaBeneficiario: opc(forma(/^[A-Z0-9_]{10,50}$/u)),
          TipoCadPago: opc(clave('c_TipoCadenaPago')),
          CertPago: opc(base64),
          CadPago: opc(textoLibre(1, 8192)),
          SelloPago: opc(base64),
        },
        varios(
          elemento(
            'DoctoRelacionado',
            {
              IdDocumento: forma(
                /^(?:([a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12})|(\d{3}-\d{2}-\d{9}))$/u,
              ),
              Serie: opc(texto(1, 25)),
              Folio: opc(texto(1, 40)),
              MonedaDR: clave('c_Moneda'),
              EquivalenciaDR: opc(decimal(10, { min: 0.0000000001 })),
              NumParcialidad: forma(/^[1-9]\d{0,2}$/u),
              ImpSaldoAnt: importe,
              ImpPagado: importe,
              ImpSaldoInsoluto: importe,
              ObjetoImpDR: clave('c_ObjetoImp'),
            },
            talVez(
              elemento(
                'ImpuestosDR',
                {},
                talVez(
                  elemento(
                    'RetencionesDR',
                    {},
                    varios(
                      elemento('RetencionDR', {
                        BaseDR: decimal(6, { min: 0.000001 }),
                        ImpuestoDR: clave('c_Impuesto'),
                        TipoFactorDR: clave('c_TipoFactor'),
                        TasaOCuotaDR: importe,
                        ImporteDR: importe,
                      }),
                    ),
                  ),
                ),
                talVez(
                  elemento(
                    'TrasladosDR',
                    {},
                    varios(
                      elemento('TrasladoDR', {
                        BaseDR: decimal(6, { min: 0.000001 }),
                        ImpuestoDR: clave('c_Impuesto'),
                        TipoFactorDR: clave('c_TipoFactor'),
                        TasaOCuotaDR: opc(importe),
                        ImporteDR: opc(importe),
                      }),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
        talVez(
          elemento(
            'ImpuestosP',
            {},
            talVez(
              elemento(
                'RetencionesP',
                {},
                varios(elemento('RetencionP', { ImpuestoP: clave('c_Impuesto'), ImporteP: importe })),
              ),
            ),
            talVez(
              elemento(
                'TrasladosP',
                {},
                varios(
                  elemento('TrasladoP', {
                    BaseP: importe,
                    ImpuestoP: clave('c_Impuesto'),
                    TipoFactorP: clave('c_TipoFactor'),
                    TasaOCuotaP: opc(importe),
                    ImporteP: opc(importe),
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
};
