import { algunos, elemento, opc, talVez, varios, type Estandar } from '../../forma.js';
import { clave, curp, decimal, fijo, importe, texto, textoLibre, uno } from '../../tipos.js';

export const comercioExterior20: Estandar = {
  prefijo: 'cce20',
  espacio: 'http://www.sat.gob.mx/ComercioExterior20',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/ComercioExterior20/ComercioExterior20.xsd',
  raiz: elemento(
    'ComercioExterior',
    {
      Version: fijo('2.0'),
      MotivoTraslado: opc(clave('c_MotivoTraslado')),
      ClaveDePedimento: clave('c_ClavePedimento'),
      CertificadoOrigen: uno('0', '1'),
      NumCertificadoOrigen: opc(texto(6, 40)),
      NumeroExportadorConfiable: opc(texto(1, 50)),
      Incoterm: opc(clave('c_INCOTERM')),
      Observaciones: opc(texto(1, 300)),
      TipoCambioUSD: decimal(6),
      TotalUSD: importe,
    },
    talVez(
      elemento(
        'Emisor',
        { Curp: opc(curp) },
        elemento('Domicilio', {
          Calle: texto(1, 100),
          NumeroExterior: opc(texto(1, 55)),
          NumeroInterior: opc(texto(1, 55)),
          Colonia: opc(clave('c_Colonia')),
          Localidad: opc(clave('c_Localidad')),
          Referencia: opc(texto(1, 250)),
          Municipio: opc(clave('c_Municipio')),
          Estado: clave('c_Estado'),
          Pais: clave('c_Pais'),
          CodigoPostal: clave('c_CodigoPostal'),
        }),
      ),
    ),
    algunos(elemento('Propietario', { NumRegIdTrib: textoLibre(6, 40), ResidenciaFiscal: clave('c_Pais') })),
    talVez(
      elemento(
        'Receptor',
        { NumRegIdTrib: opc(textoLibre(6, 40)) },
        talVez(
          elemento('Domicilio', {
            Calle: texto(1, 100),
            NumeroExterior: opc(texto(1, 55)),
            NumeroInterior: opc(texto(1, 55)),
            Colonia: opc(texto(1, 120)),
            Localidad: opc(texto(1, 120)),
            Referencia: opc(texto(1, 250)),
            Municipio: opc(texto(1, 120)),
            Estado: texto(1, 30),
            Pais: clave('c_Pais'),
            CodigoPostal: textoLibre(1, 12),
          }),
        ),
      ),
    ),
    algunos(
      elemento(
        'Destinatario',
        { NumRegIdTrib: opc(textoLibre(6, 40)), Nombre: opc(texto(1, 300)) },
        varios(
          elemento('Domicilio', {
            Calle: texto(1, 100),
            NumeroExterior: opc(texto(1, 55)),
            NumeroInterior: opc(texto(1, 55)),
            Colonia: opc(texto(1, 120)),
            Localidad: opc(texto(1, 120)),
            Referencia: opc(texto(1, 250)),
            Municipio: opc(texto(1, 120)),
            Estado: texto(1, 30),
            Pais: clave('c_Pais'),
            CodigoPostal: textoLibre(1, 12),
          }),
        ),
      ),
    ),
    elemento(
      'Mercancias',
      {},
      varios(
        elemento(
          'Mercancia',
          {
            NoIdentificacion: texto(1, 100),
            FraccionArancelaria: opc(clave('c_FraccionArancelaria')),
            CantidadAduana: opc(decimal(3, { min: 0.001, enteros: 14 })),
            UnidadAduana: opc(clave('c_UnidadAduana')),
            ValorUnitarioAduana: opc(decimal(6, { enteros: 16 })),
            ValorDolares: decimal(4, { enteros: 16 }),
          },
          algunos(
            elemento('DescripcionesEspecificas', {
              Marca: texto(1, 35),
              Modelo: opc(texto(1, 80)),
              SubModelo: opc(texto(1, 50)),
              NumeroSerie: opc(texto(1, 40)),
            }),
          ),
        ),
      ),
    ),
  ),
};
