import {
  anyNumberOf,
  withCadena,
  element,
  openElement,
  optional,
  optionalChild,
  oneOrMore,
  type Standard,
} from '../../schema.js';
import {
  base64,
  key,
  decimal,
  writeWhole,
  fechaH,
  fixedType,
  pattern,
  importe,
  rfc,
  text,
  freeText,
  uuid,
} from '../../types.js';

export const cfdi40: Standard = {
  prefix: 'cfdi',
  namespace: 'http://www.sat.gob.mx/cfd/4',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd',
  root: withCadena(
    element(
      'Comprobante',
      {
        Version: fixedType('4.0'),
        Serie: optional(text(1, 25)),
        Folio: optional(text(1, 40)),
        Fecha: fechaH,
        Sello: base64,
        FormaPago: optional(key('c_FormaPago')),
        NoCertificado: pattern(/^\d{20}$/u),
        Certificado: base64,
        CondicionesDePago: optional(text(1, 1000)),
        SubTotal: importe,
        Descuento: optional(importe),
        Moneda: key('c_Moneda'),
        TipoCambio: optional(decimal(6, { min: 0.000001 })),
        Total: importe,
        TipoDeComprobante: key('c_TipoDeComprobante'),
        Exportacion: key('c_Exportacion'),
        MetodoPago: optional(key('c_MetodoPago')),
        LugarExpedicion: key('c_CodigoPostal'),
        Confirmacion: optional(pattern(/^[0-9a-zA-Z]{5}$/u)),
      },
      optionalChild(
        element('InformacionGlobal', {
          Periodicidad: key('c_Periodicidad'),
          Meses: key('c_Meses'),
          Año: writeWhole({ min: 2019 }),
        }),
      ),
      anyNumberOf(
        element(
          'CfdiRelacionados',
          { TipoRelacion: key('c_TipoRelacion') },
          oneOrMore(element('CfdiRelacionado', { UUID: uuid })),
        ),
      ),
      element('Emisor', {
        Rfc: rfc,
        Nombre: text(1, 300),
        RegimenFiscal: key('c_RegimenFiscal'),
        FacAtrAdquirente: optional(pattern(/^\d{10}$/u)),
      }),
      element('Receptor', {
        Rfc: rfc,
        Nombre: text(1, 300),
        DomicilioFiscalReceptor: pattern(/^\d{5}$/u),
        ResidenciaFiscal: optional(key('c_Pais')),
        NumRegIdTrib: optional(freeText(1, 40)),
        RegimenFiscalReceptor: key('c_RegimenFiscal'),
        UsoCFDI: key('c_UsoCFDI'),
      }),
      element(
        'Conceptos',
        {},
        oneOrMore(
          element(
            'Concepto',
            {
              ClaveProdServ: key('c_ClaveProdServ'),
              NoIdentificacion: optional(text(1, 100)),
              Cantidad: decimal(6, { min: 0.000001 }),
              ClaveUnidad: key('c_ClaveUnidad'),
              Unidad: optional(text(1, 20)),
              Descripcion: text(1, 1000),
              ValorUnitario: importe,
              Importe: importe,
              Descuento: optional(importe),
              ObjetoImp: key('c_ObjetoImp'),
            },
            optionalChild(
              element(
                'Impuestos',
                {},
                optionalChild(
                  element(
                    'Traslados',
                    {},
                    oneOrMore(
                      element('Traslado', {
                        Base: importe,
                        Impuesto: key('c_Impuesto'),
                        TipoFactor: key('c_TipoFactor'),
                        TasaOCuota: optional(importe),
                        Importe: optional(importe),
                      }),
                    ),
                  ),
                ),
                optionalChild(
                  element(
                    'Retenciones',
                    {},
                    oneOrMore(
                      element('Retencion', {
                        Base: importe,
                        Impuesto: key('c_Impuesto'),
                        TipoFactor: key('c_TipoFactor'),
                        TasaOCuota: importe,
                        Importe: importe,
                      }),
                    ),
                  ),
                ),
              ),
            ),
            optionalChild(
              element('ACuentaTerceros', {
                RfcACuentaTerceros: rfc,
                NombreACuentaTerceros: text(1, 300),
                RegimenFiscalACuentaTerceros: key('c_RegimenFiscal'),
                DomicilioFiscalACuentaTerceros: pattern(/^\d{5}$/u),
              }),
            ),
            anyNumberOf(
              element('InformacionAduanera', {
                NumeroPedimento: pattern(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u),
              }),
            ),
            anyNumberOf(element('CuentaPredial', { Numero: pattern(/^[0-9a-zA-Z]{1,150}$/u) })),
            optionalChild(openElement(element('ComplementoConcepto', {}))),
            anyNumberOf(
              element(
                'Parte',
                {
                  ClaveProdServ: key('c_ClaveProdServ'),
                  NoIdentificacion: optional(text(1, 100)),
                  Cantidad: decimal(6, { min: 0.000001 }),
                  Unidad: optional(text(1, 20)),
                  Descripcion: text(1, 1000),
                  ValorUnitario: optional(importe),
                  Importe: optional(importe),
                },
                anyNumberOf(
                  element('InformacionAduanera', {
                    NumeroPedimento: pattern(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u),
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
      optionalChild(
        withCadena(
          element(
            'Impuestos',
            { TotalImpuestosRetenidos: optional(importe), TotalImpuestosTrasladados: optional(importe) },
            optionalChild(
              element(
                'Retenciones',
                {},
                oneOrMore(element('Retencion', { Impuesto: key('c_Impuesto'), Importe: importe })),
              ),
            ),
            optionalChild(
              element(
                'Traslados',
                {},
                oneOrMore(
                  element('Traslado', {
                    Base: importe,
                    Impuesto: key('c_Impuesto'),
                    TipoFactor: key('c_TipoFactor'),
                    TasaOCuota: optional(importe),
                    Importe: optional(importe),
                  }),
                ),
              ),
            ),
          ),
          '>Retenciones TotalImpuestosRetenidos? >Traslados TotalImpuestosTrasladados?',
        ),
      ),
      optionalChild(openElement(element('Complemento', {}))),
      optionalChild(openElement(element('Addenda', {}))),
    ),
    'Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion? >InformacionGlobal >CfdiRelacionados >Emisor >Receptor >Conceptos >Impuestos >Complemento',
  ),
};
