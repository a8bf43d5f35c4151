import { element, optional, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import {
  base64,
  key,
  decimal,
  fechaH,
  fixedType,
  pattern,
  importe,
  importeMxn,
  rfcMoral,
  text,
  freeText,
} from '../../types.js';

export const pagos20: Standard = {
  prefix: 'pago20',
  namespace: 'http://www.sat.gob.mx/Pagos20',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd',
  root: element(
    'Pagos',
    { Version: fixedType('2.0') },
    element('Totales', {
      TotalRetencionesIVA: optional(importeMxn),
      TotalRetencionesISR: optional(importeMxn),
      TotalRetencionesIEPS: optional(importeMxn),
      TotalTrasladosBaseIVA16: optional(importeMxn),
      TotalTrasladosImpuestoIVA16: optional(importeMxn),
      TotalTrasladosBaseIVA8: optional(importeMxn),
      TotalTrasladosImpuestoIVA8: optional(importeMxn),
      TotalTrasladosBaseIVA0: optional(importeMxn),
      TotalTrasladosImpuestoIVA0: optional(importeMxn),
      TotalTrasladosBaseIVAExento: optional(importeMxn),
      MontoTotalPagos: importeMxn,
    }),
    oneOrMore(
      element(
        'Pago',
        {
          FechaPago: fechaH,
          FormaDePagoP: key('c_FormaPago'),
          MonedaP: key('c_Moneda'),
          TipoCambioP: optional(decimal(6, { min: 0.000001 })),
          Monto: importe,
          NumOperacion: optional(text(1, 100)),
          RfcEmisorCtaOrd: optional(
            pattern(
              /^(?:XEXX010101000|[A-Z&Ñ]{3}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A])$/u,
            ),
          ),
          NomBancoOrdExt: optional(text(1, 300)),
          CtaOrdenante: optional(pattern(/^[A-Z0-9_]{10,50}$/u)),
          RfcEmisorCtaBen: optional(rfcMoral),
          CtaBeneficiario: optional(pattern(/^[A-Z0-9_]{10,50}$/u)),
          TipoCadPago: optional(key('c_TipoCadenaPago')),
          CertPago: optional(base64),
          CadPago: optional(freeText(1, 8192)),
          SelloPago: optional(base64),
        },
        oneOrMore(
          element(
            'DoctoRelacionado',
            {
              IdDocumento: pattern(
                /^(?:([a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12})|(\d{3}-\d{2}-\d{9}))$/u,
              ),
              Serie: optional(text(1, 25)),
              Folio: optional(text(1, 40)),
              MonedaDR: key('c_Moneda'),
              EquivalenciaDR: optional(decimal(10, { min: 0.0000000001 })),
              NumParcialidad: pattern(/^[1-9]\d{0,2}$/u),
              ImpSaldoAnt: importe,
              ImpPagado: importe,
              ImpSaldoInsoluto: importe,
              ObjetoImpDR: key('c_ObjetoImp'),
            },
            optionalChild(
              element(
                'ImpuestosDR',
                {},
                optionalChild(
                  element(
                    'RetencionesDR',
                    {},
                    oneOrMore(
                      element('RetencionDR', {
                        BaseDR: decimal(6, { min: 0.000001 }),
                        ImpuestoDR: key('c_Impuesto'),
                        TipoFactorDR: key('c_TipoFactor'),
                        TasaOCuotaDR: importe,
                        ImporteDR: importe,
                      }),
                    ),
                  ),
                ),
                optionalChild(
                  element(
                    'TrasladosDR',
                    {},
                    oneOrMore(
                      element('TrasladoDR', {
                        BaseDR: decimal(6, { min: 0.000001 }),
                        ImpuestoDR: key('c_Impuesto'),
                        TipoFactorDR: key('c_TipoFactor'),
                        TasaOCuotaDR: optional(importe),
                        ImporteDR: optional(importe),
                      }),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
        optionalChild(
          element(
            'ImpuestosP',
            {},
            optionalChild(
              element(
                'RetencionesP',
                {},
                oneOrMore(element('RetencionP', { ImpuestoP: key('c_Impuesto'), ImporteP: importe })),
              ),
            ),
            optionalChild(
              element(
                'TrasladosP',
                {},
                oneOrMore(
                  element('TrasladoP', {
                    BaseP: importe,
                    ImpuestoP: key('c_Impuesto'),
                    TipoFactorP: key('c_TipoFactor'),
                    TasaOCuotaP: optional(importe),
                    ImporteP: optional(importe),
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
