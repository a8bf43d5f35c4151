import { algunos, elemento, entre, opc, talVez, varios, type Estandar } from '../../forma.js';
import {
  clave,
  decimal,
  entero,
  fecha,
  fechaH,
  fijo,
  forma,
  importe,
  rfc,
  texto,
  textoLibre,
  uno,
  uuid,
} from '../../tipos.js';

/** The complement's own folio: a UUID whose first three characters are CCC. */
const idCcp = forma(/^CCC[a-fA-F0-9]{5}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}$/, {
  es: 'CCC y el resto de un UUID',
  en: 'CCC and the rest of a UUID',
});

export const cartaPorte31: Estandar = {
  prefijo: 'cartaporte31',
  espacio: 'http://www.sat.gob.mx/CartaPorte31',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/CartaPorte/CartaPorte31.xsd',
  raiz: elemento(
    'CartaPorte',
    {
      Version: fijo('3.1'),
      IdCCP: idCcp,
      TranspInternac: uno('Sí', 'No'),
      EntradaSalidaMerc: opc(uno('Entrada', 'Salida')),
      PaisOrigenDestino: opc(clave('c_Pais')),
      ViaEntradaSalida: opc(clave('c_CveTransporte')),
      TotalDistRec: opc(decimal(6, { min: 0.01, max: 99999 })),
      RegistroISTMO: opc(uno('Sí')),
      UbicacionPoloOrigen: opc(clave('c_RegistroISTMO')),
      UbicacionPoloDestino: opc(clave('c_RegistroISTMO')),
    },
    talVez(
      elemento(
        'RegimenesAduaneros',
        {},
        entre(1, 10, elemento('RegimenAduaneroCCP', { RegimenAduanero: clave('c_RegimenAduanero') })),
      ),
    ),
    elemento(
      'Ubicaciones',
      {},
      entre(
        2,
        Infinity,
        elemento(
          'Ubicacion',
          {
            TipoUbicacion: uno('Origen', 'Destino'),
            IDUbicacion: opc(forma(/^(OR|DE)\d{6}$/u)),
            RFCRemitenteDestinatario: rfc,
            NombreRemitenteDestinatario: opc(texto(1, 254)),
            NumRegIdTrib: opc(texto(6, 40)),
            ResidenciaFiscal: opc(clave('c_Pais')),
            NumEstacion: opc(clave('c_Estaciones')),
            NombreEstacion: opc(texto(1, 50)),
            NavegacionTrafico: opc(uno('Altura', 'Cabotaje')),
            FechaHoraSalidaLlegada: fechaH,
            TipoEstacion: opc(clave('c_TipoEstacion')),
            DistanciaRecorrida: opc(decimal(6, { min: 0.01, max: 99999 })),
          },
          talVez(
            elemento('Domicilio', {
              Calle: opc(texto(1, 100)),
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
    ),
    elemento(
      'Mercancias',
      {
        PesoBrutoTotal: decimal(3, { min: 0.001 }),
        UnidadPeso: clave('c_ClaveUnidadPeso'),
        PesoNetoTotal: opc(decimal(3, { min: 0.001 })),
        NumTotalMercancias: entero({ min: 1 }),
        CargoPorTasacion: opc(importe),
        LogisticaInversaRecoleccionDevolucion: opc(uno('Sí')),
      },
      varios(
        elemento(
          'Mercancia',
          {
            BienesTransp: clave('c_ClaveProdServCP'),
            ClaveSTCC: opc(forma(/^[0-9|]{6,7}$/u)),
            Descripcion: texto(1, 1000),
            Cantidad: decimal(6, { min: 0.000001 }),
            ClaveUnidad: clave('c_ClaveUnidad'),
            Unidad: opc(texto(1, 20)),
            Dimensiones: opc(forma(/^(\d{1,3}[/]){2}(\d{1,3})(cm|plg)$/u)),
            MaterialPeligroso: opc(uno('Sí', 'No')),
            CveMaterialPeligroso: opc(clave('c_MaterialPeligroso')),
            Embalaje: opc(clave('c_TipoEmbalaje')),
            DescripEmbalaje: opc(texto(1, 100)),
            SectorCOFEPRIS: opc(clave('c_SectorCOFEPRIS')),
            NombreIngredienteActivo: opc(texto(1, 1000)),
            NomQuimico: opc(texto(1, 150)),
            DenominacionGenericaProd: opc(texto(1, 50)),
            DenominacionDistintivaProd: opc(texto(1, 50)),
            Fabricante: opc(texto(1, 240)),
            FechaCaducidad: opc(fecha),
            LoteMedicamento: opc(texto(1, 10)),
            FormaFarmaceutica: opc(clave('c_FormaFarmaceutica')),
            CondicionesEspTransp: opc(clave('c_CondicionesEspeciales')),
            RegistroSanitarioFolioAutorizacion: opc(texto(1, 15)),
            PermisoImportacion: opc(texto(1, 6)),
            FolioImpoVUCEM: opc(texto(1, 25)),
            NumCAS: opc(texto(1, 15)),
            RazonSocialEmpImp: opc(texto(1, 80)),
            NumRegSanPlagCOFEPRIS: opc(texto(1, 60)),
            DatosFabricante: opc(texto(1, 600)),
            DatosFormulador: opc(texto(1, 600)),
            DatosMaquilador: opc(texto(1, 600)),
            UsoAutorizado: opc(texto(1, 1000)),
            PesoEnKg: decimal(3, { min: 0.001 }),
            ValorMercancia: opc(importe),
            Moneda: opc(clave('c_Moneda')),
            FraccionArancelaria: opc(clave('c_FraccionArancelaria')),
            UUIDComercioExt: opc(uuid),
            TipoMateria: opc(clave('c_TipoMateria')),
            DescripcionMateria: opc(texto(1, 50)),
          },
          algunos(
            elemento('DocumentacionAduanera', {
              TipoDocumento: clave('c_DocumentoAduanero'),
              NumPedimento: opc(forma(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u)),
              IdentDocAduanero: opc(texto(1, 150)),
              RFCImpo: opc(rfc),
            }),
          ),
          algunos(
            elemento('GuiasIdentificacion', {
              NumeroGuiaIdentificacion: texto(10, 30),
              DescripGuiaIdentificacion: texto(1, 1000),
              PesoGuiaIdentificacion: decimal(3, { min: 0.001 }),
            }),
          ),
          algunos(
            elemento('CantidadTransporta', {
              Cantidad: decimal(6, { min: 0.000001 }),
              IDOrigen: forma(/^OR\d{6}$/u),
              IDDestino: forma(/^DE\d{6}$/u),
              CvesTransporte: opc(clave('c_CveTransporte')),
            }),
          ),
          talVez(
            elemento('DetalleMercancia', {
              UnidadPesoMerc: clave('c_ClaveUnidadPeso'),
              PesoBruto: decimal(3, { min: 0.001 }),
              PesoNeto: decimal(3, { min: 0.001 }),
              PesoTara: decimal(3, { min: 0.001 }),
              NumPiezas: opc(entero({ min: 1 })),
            }),
          ),
        ),
      ),
      talVez(
        elemento(
          'Autotransporte',
          { PermSCT: clave('c_TipoPermiso'), NumPermisoSCT: texto(1, 50) },
          elemento('IdentificacionVehicular', {
            ConfigVehicular: clave('c_ConfigAutotransporte'),
            PesoBrutoVehicular: decimal(2, { min: 0.01 }),
            PlacaVM: forma(/^[^(?!.*\s)-]{5,7}$/u),
            AnioModeloVM: forma(/^(19\d{2}|20\d{2})$/u),
          }),
          elemento('Seguros', {
            AseguraRespCivil: texto(3, 50),
            PolizaRespCivil: texto(3, 30),
            AseguraMedAmbiente: opc(texto(3, 50)),
            PolizaMedAmbiente: opc(texto(3, 30)),
            AseguraCarga: opc(texto(3, 50)),
            PolizaCarga: opc(texto(3, 30)),
            PrimaSeguro: opc(importe),
          }),
          talVez(
            elemento(
              'Remolques',
              {},
              entre(
                1,
                2,
                elemento('Remolque', {
                  SubTipoRem: clave('c_SubTipoRem'),
                  Placa: forma(/^[^(?!.*\s)-]{5,7}$/u),
                }),
              ),
            ),
          ),
        ),
      ),
      talVez(
        elemento(
          'TransporteMaritimo',
          {
            PermSCT: opc(clave('c_TipoPermiso')),
            NumPermisoSCT: opc(texto(1, 30)),
            NombreAseg: opc(texto(3, 50)),
            NumPolizaSeguro: opc(texto(3, 30)),
            TipoEmbarcacion: clave('c_ConfigMaritima'),
            Matricula: texto(7, 30),
            NumeroOMI: forma(/^IMO\d{7}$/u),
            AnioEmbarcacion: opc(forma(/^(19\d{2}|20\d{2})$/u)),
            NombreEmbarc: opc(texto(1, 50)),
            NacionalidadEmbarc: clave('c_Pais'),
            UnidadesDeArqBruto: decimal(3, { min: 0.001 }),
            TipoCarga: clave('c_ClaveTipoCarga'),
            Eslora: opc(decimal(2, { min: 0.01 })),
            Manga: opc(decimal(2, { min: 0.01 })),
            Calado: opc(decimal(2, { min: 0.01 })),
            Puntal: opc(decimal(2, { min: 0.01 })),
            LineaNaviera: opc(texto(3, 50)),
            NombreAgenteNaviero: texto(1, 100),
            NumAutorizacionNaviero: clave('c_NumAutorizacionNaviero'),
            NumViaje: opc(texto(1, 30)),
            NumConocEmbarc: opc(texto(1, 30)),
            PermisoTempNavegacion: opc(texto(1, 19)),
          },
          algunos(
            elemento(
              'Contenedor',
              {
                TipoContenedor: clave('c_ContenedorMaritimo'),
                MatriculaContenedor: opc(texto(11, 15)),
                NumPrecinto: opc(texto(5, 20)),
                IdCCPRelacionado: opc(idCcp),
                PlacaVMCCP: opc(forma(/^[^(?!.*\s)-]{5,7}$/u)),
                FechaCertificacionCCP: opc(fechaH),
              },
              talVez(
                elemento(
                  'RemolquesCCP',
                  {},
                  entre(
                    1,
                    2,
                    elemento('RemolqueCCP', {
                      SubTipoRemCCP: clave('c_SubTipoRem'),
                      PlacaCCP: forma(/^[^(?!.*\s)-]{5,7}$/u),
                    }),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
      talVez(
        elemento('TransporteAereo', {
          PermSCT: clave('c_TipoPermiso'),
          NumPermisoSCT: texto(1, 50),
          MatriculaAeronave: opc(forma(/^([A-Z]|\d|-){5,11}$/u)),
          NombreAseg: opc(texto(3, 50)),
          NumPolizaSeguro: opc(texto(3, 30)),
          NumeroGuia: texto(12, 15),
          LugarContrato: opc(texto(1, 120)),
          CodigoTransportista: clave('c_CodigoTransporteAereo'),
          RFCEmbarcador: opc(rfc),
          NumRegIdTribEmbarc: opc(texto(6, 40)),
          ResidenciaFiscalEmbarc: opc(clave('c_Pais')),
          NombreEmbarcador: opc(texto(1, 254)),
        }),
      ),
      talVez(
        elemento(
          'TransporteFerroviario',
          {
            TipoDeServicio: clave('c_TipoDeServicio'),
            TipoDeTrafico: clave('c_TipoDeTrafico'),
            NombreAseg: opc(texto(3, 50)),
            NumPolizaSeguro: opc(texto(3, 30)),
          },
          algunos(
            elemento('DerechosDePaso', {
              TipoDerechoDePaso: clave('c_DerechosDePaso'),
              KilometrajePagado: decimal(2, { min: 0.01 }),
            }),
          ),
          varios(
            elemento(
              'Carro',
              {
                TipoCarro: clave('c_TipoCarro'),
                MatriculaCarro: texto(6, 15),
                GuiaCarro: texto(1, 15),
                ToneladasNetasCarro: decimal(3, { min: 0.001 }),
              },
              algunos(
                elemento('Contenedor', {
                  TipoContenedor: clave('c_Contenedor'),
                  PesoContenedorVacio: decimal(3, { min: 0.001 }),
                  PesoNetoMercancia: decimal(3, { min: 0.001 }),
                }),
              ),
            ),
          ),
        ),
      ),
    ),
    talVez(
      elemento(
        'FiguraTransporte',
        {},
        varios(
          elemento(
            'TiposFigura',
            {
              TipoFigura: clave('c_FiguraTransporte'),
              RFCFigura: opc(rfc),
              NumLicencia: opc(texto(6, 16)),
              NombreFigura: texto(1, 254),
              NumRegIdTribFigura: opc(texto(6, 40)),
              ResidenciaFiscalFigura: opc(clave('c_Pais')),
            },
            algunos(elemento('PartesTransporte', { ParteTransporte: clave('c_ParteTransporte') })),
            talVez(
              elemento('Domicilio', {
                Calle: opc(texto(1, 100)),
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
      ),
    ),
  ),
};
