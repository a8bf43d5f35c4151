import { algunos, conCadena, elemento, libre, opc, talVez, varios, type Estandar } from '../../forma.js';
import {
  base64,
  clave,
  decimal,
  entero,
  fechaH,
  fijo,
  forma,
  importe,
  rfc,
  texto,
  textoLibre,
  uuid,
} from '../../tipos.js';

export const cfdi40: Estandar = {
  prefijo: 'cfdi',
  espacio: 'http://www.sat.gob.mx/cfd/4',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd',
  raiz: conCadena(
    elemento(
      'Comprobante',
      {
        Version: fijo('4.0'),
        Serie: opc(texto(1, 25)),
        Folio: opc(texto(1, 40)),
        Fecha: fechaH,
        Sello: base64,
        FormaPago: opc(clave('c_FormaPago')),
        NoCertificado: forma(/^\d{20}$/u),
        Certificado: base64,
        CondicionesDePago: opc(texto(1, 1000)),
        SubTotal: importe,
        Descuento: opc(importe),
        Moneda: clave('c_Moneda'),
        TipoCambio: opc(decimal(6, { min: 0.000001 })),
        Total: importe,
        TipoDeComprobante: clave('c_TipoDeComprobante'),
        Exportacion: clave('c_Exportacion'),
        MetodoPago: opc(clave('c_MetodoPago')),
        LugarExpedicion: clave('c_CodigoPostal'),
        Confirmacion: opc(forma(/^[0-9a-zA-Z]{5}$/u)),
      },
      talVez(
        elemento('InformacionGlobal', {
          Periodicidad: clave('c_Periodicidad'),
          Meses: clave('c_Meses'),
          Año: entero({ min: 2019 }),
        }),
      ),
      algunos(
        elemento(
          'CfdiRelacionados',
          { TipoRelacion: clave('c_TipoRelacion') },
          varios(elemento('CfdiRelacionado', { UUID: uuid })),
        ),
      ),
      elemento('Emisor', {
        Rfc: rfc,
        Nombre: texto(1, 300),
        RegimenFiscal: clave('c_RegimenFiscal'),
        FacAtrAdquirente: opc(forma(/^\d{10}$/u)),
      }),
      elemento('Receptor', {
        Rfc: rfc,
        Nombre: texto(1, 300),
        DomicilioFiscalReceptor: forma(/^\d{5}$/u),
        ResidenciaFiscal: opc(clave('c_Pais')),
        NumRegIdTrib: opc(textoLibre(1, 40)),
        RegimenFiscalReceptor: clave('c_RegimenFiscal'),
        UsoCFDI: clave('c_UsoCFDI'),
      }),
      elemento(
        'Conceptos',
        {},
        varios(
          elemento(
            'Concepto',
            {
              ClaveProdServ: clave('c_ClaveProdServ'),
              NoIdentificacion: opc(texto(1, 100)),
              Cantidad: decimal(6, { min: 0.000001 }),
              ClaveUnidad: clave('c_ClaveUnidad'),
              Unidad: opc(texto(1, 20)),
              Descripcion: texto(1, 1000),
              ValorUnitario: importe,
              Importe: importe,
              Descuento: opc(importe),
              ObjetoImp: clave('c_ObjetoImp'),
            },
            talVez(
              elemento(
                'Impuestos',
                {},
                talVez(
                  elemento(
                    'Traslados',
                    {},
                    varios(
                      elemento('Traslado', {
                        Base: importe,
                        Impuesto: clave('c_Impuesto'),
                        TipoFactor: clave('c_TipoFactor'),
                        TasaOCuota: opc(importe),
                        Importe: opc(importe),
                      }),
                    ),
                  ),
                ),
                talVez(
                  elemento(
                    'Retenciones',
                    {},
                    varios(
                      elemento('Retencion', {
                        Base: importe,
                        Impuesto: clave('c_Impuesto'),
                        TipoFactor: clave('c_TipoFactor'),
                        TasaOCuota: importe,
                        Importe: importe,
                      }),
                    ),
                  ),
                ),
              ),
            ),
            talVez(
              elemento('ACuentaTerceros', {
                RfcACuentaTerceros: rfc,
                NombreACuentaTerceros: texto(1, 300),
                RegimenFiscalACuentaTerceros: clave('c_RegimenFiscal'),
                DomicilioFiscalACuentaTerceros: forma(/^\d{5}$/u),
              }),
            ),
            algunos(
              elemento('InformacionAduanera', {
                NumeroPedimento: forma(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u),
              }),
            ),
            algunos(elemento('CuentaPredial', { Numero: forma(/^[0-9a-zA-Z]{1,150}$/u) })),
            talVez(libre(elemento('ComplementoConcepto', {}))),
            algunos(
              elemento(
                'Parte',
                {
                  ClaveProdServ: clave('c_ClaveProdServ'),
                  NoIdentificacion: opc(texto(1, 100)),
                  Cantidad: decimal(6, { min: 0.000001 }),
                  Unidad: opc(texto(1, 20)),
                  Descripcion: texto(1, 1000),
                  ValorUnitario: opc(importe),
                  Importe: opc(importe),
                },
                algunos(
                  elemento('InformacionAduanera', {
                    NumeroPedimento: forma(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u),
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
      talVez(
        conCadena(
          elemento(
            'Impuestos',
            { TotalImpuestosRetenidos: opc(importe), TotalImpuestosTrasladados: opc(importe) },
            talVez(
              elemento(
                'Retenciones',
                {},
                varios(elemento('Retencion', { Impuesto: clave('c_Impuesto'), Importe: importe })),
              ),
            ),
            talVez(
              elemento(
                'Traslados',
                {},
                varios(
                  elemento('Traslado', {
                    Base: importe,
                    Impuesto: clave('c_Impuesto'),
                    TipoFactor: clave('c_TipoFactor'),
                    TasaOCuota: opc(importe),
                    Importe: opc(importe),
                  }),
                ),
              ),
            ),
          ),
          '>Retenciones TotalImpuestosRetenidos? >Traslados TotalImpuestosTrasladados?',
        ),
      ),
      talVez(libre(elemento('Complemento', {}))),
      talVez(libre(elemento('Addenda', {}))),
    ),
    'Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion? >InformacionGlobal >CfdiRelacionados >Emisor >Receptor >Conceptos >Impuestos >Complemento',
  ),
};
