import { anyNumberOf, element, optional, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import { key, curp, decimal, fixedType, importe, text, freeText, one } from '../../types.js';

export const comercioExterior20: Standard = {
  prefix: 'cce20',
  namespace: 'http://www.sat.gob.mx/ComercioExterior20',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/ComercioExterior20/ComercioExterior20.xsd',
  root: element(
    'ComercioExterior',
    {
      Version: fixedType('2.0'),
      MotivoTraslado: optional(key('c_MotivoTraslado')),
      ClaveDePedimento: key('c_ClavePedimento'),
      CertificadoOrigen: one('0', '1'),
      NumCertificadoOrigen: optional(text(6, 40)),
      NumeroExportadorConfiable: optional(text(1, 50)),
      Incoterm: optional(key('c_INCOTERM')),
      Observaciones: optional(text(1, 300)),
      TipoCambioUSD: decimal(6),
      TotalUSD: importe,
    },
    optionalChild(
      element(
        'Emisor',
        { Curp: optional(curp) },
        element('Domicilio', {
          Calle: text(1, 100),
          NumeroExterior: optional(text(1, 55)),
          NumeroInterior: optional(text(1, 55)),
          Colonia: optional(key('c_Colonia')),
          Localidad: optional(key('c_Localidad')),
          Referencia: optional(text(1, 250)),
          Municipio: optional(key('c_Municipio')),
          Estado: key('c_Estado'),
          Pais: key('c_Pais'),
          CodigoPostal: key('c_CodigoPostal'),
        }),
      ),
    ),
    anyNumberOf(element('Propietario', { NumRegIdTrib: freeText(6, 40), ResidenciaFiscal: key('c_Pais') })),
    optionalChild(
      element(
        'Receptor',
        { NumRegIdTrib: optional(freeText(6, 40)) },
        optionalChild(
          element('Domicilio', {
            Calle: text(1, 100),
            NumeroExterior: optional(text(1, 55)),
            NumeroInterior: optional(text(1, 55)),
            Colonia: optional(text(1, 120)),
            Localidad: optional(text(1, 120)),
            Referencia: optional(text(1, 250)),
            Municipio: optional(text(1, 120)),
            Estado: text(1, 30),
            Pais: key('c_Pais'),
            CodigoPostal: freeText(1, 12),
          }),
        ),
      ),
    ),
    anyNumberOf(
      element(
        'Destinatario',
        { NumRegIdTrib: optional(freeText(6, 40)), Nombre: optional(text(1, 300)) },
        oneOrMore(
          element('Domicilio', {
            Calle: text(1, 100),
            NumeroExterior: optional(text(1, 55)),
            NumeroInterior: optional(text(1, 55)),
            Colonia: optional(text(1, 120)),
            Localidad: optional(text(1, 120)),
            Referencia: optional(text(1, 250)),
            Municipio: optional(text(1, 120)),
            Estado: text(1, 30),
            Pais: key('c_Pais'),
            CodigoPostal: freeText(1, 12),
          }),
        ),
      ),
    ),
    element(
      'Mercancias',
      {},
      oneOrMore(
        element(
          'Mercancia',
          {
            NoIdentificacion: text(1, 100),
            FraccionArancelaria: optional(key('c_FraccionArancelaria')),
            CantidadAduana: optional(decimal(3, { min: 0.001, integers: 14 })),
            UnidadAduana: optional(key('c_UnidadAduana')),
            ValorUnitarioAduana: optional(decimal(6, { integers: 16 })),
            ValorDolares: decimal(4, { integers: 16 }),
          },
          anyNumberOf(
            element('DescripcionesEspecificas', {
              Marca: text(1, 35),
              Modelo: optional(text(1, 80)),
              SubModelo: optional(text(1, 50)),
              NumeroSerie: optional(text(1, 40)),
            }),
          ),
        ),
      ),
    ),
  ),
};
