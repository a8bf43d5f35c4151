import {
  anyNumberOf,
  element,
  between,
  optional,
  optionalChild,
  oneOrMore,
  type Standard,
} from '../../schema.js';
import {
  key,
  decimal,
  writeWhole,
  fecha,
  fechaH,
  fixedType,
  pattern,
  importe,
  rfc,
  text,
  freeText,
  one,
  uuid,
  type SimpleType,
} from '../../types.js';

/** The complement's own folio: a UUID whose first three characters are CCC. */
const idCcp = pattern(/^CCC[a-fA-F0-9]{5}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}$/, {
  es: 'CCC y el resto de un UUID',
  en: 'CCC and the rest of a UUID',
});

/** A plate and a model year say their length and their limits, which the schema keeps in patterns. */
const placa: SimpleType = {
  ...pattern(/^[^(?!.*\s)-]{5,7}$/u, {
    es: 'de 5 a 7 letras y dígitos, sin espacios ni guiones',
    en: '5 to 7 letters and digits, without spaces or hyphens',
  }),
  longitud: [5, 7],
};
const modelo: SimpleType = {
  ...pattern(/^(19\d{2}|20\d{2})$/u, { es: 'un año de cuatro dígitos', en: 'a year of four digits' }),
  limits: { min: 1900, max: 2099 },
};

export const cartaPorte31: Standard = {
  prefix: 'cartaporte31',
  namespace: 'http://www.sat.gob.mx/CartaPorte31',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/CartaPorte/CartaPorte31.xsd',
  root: element(
    'CartaPorte',
    {
      Version: fixedType('3.1'),
      IdCCP: idCcp,
      TranspInternac: one('Sí', 'No'),
      EntradaSalidaMerc: optional(one('Entrada', 'Salida')),
      PaisOrigenDestino: optional(key('c_Pais')),
      ViaEntradaSalida: optional(key('c_CveTransporte')),
      TotalDistRec: optional(decimal(6, { min: 0.01, max: 99999 })),
      RegistroISTMO: optional(one('Sí')),
      UbicacionPoloOrigen: optional(key('c_RegistroISTMO')),
      UbicacionPoloDestino: optional(key('c_RegistroISTMO')),
    },
    optionalChild(
      element(
        'RegimenesAduaneros',
        {},
        between(1, 10, element('RegimenAduaneroCCP', { RegimenAduanero: key('c_RegimenAduanero') })),
      ),
    ),
    element(
      'Ubicaciones',
      {},
      between(
        2,
        Infinity,
        element(
          'Ubicacion',
          {
            TipoUbicacion: one('Origen', 'Destino'),
            IDUbicacion: optional(pattern(/^(OR|DE)\d{6}$/u)),
            RFCRemitenteDestinatario: rfc,
            NombreRemitenteDestinatario: optional(text(1, 254)),
            NumRegIdTrib: optional(text(6, 40)),
            ResidenciaFiscal: optional(key('c_Pais')),
            NumEstacion: optional(key('c_Estaciones')),
            NombreEstacion: optional(text(1, 50)),
            NavegacionTrafico: optional(one('Altura', 'Cabotaje')),
            FechaHoraSalidaLlegada: fechaH,
            TipoEstacion: optional(key('c_TipoEstacion')),
            DistanciaRecorrida: optional(decimal(6, { min: 0.01, max: 99999 })),
          },
          optionalChild(
            element('Domicilio', {
              Calle: optional(text(1, 100)),
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
    ),
    element(
      'Mercancias',
      {
        PesoBrutoTotal: decimal(3, { min: 0.001 }),
        UnidadPeso: key('c_ClaveUnidadPeso'),
        PesoNetoTotal: optional(decimal(3, { min: 0.001 })),
        NumTotalMercancias: writeWhole({ min: 1 }),
        CargoPorTasacion: optional(importe),
        LogisticaInversaRecoleccionDevolucion: optional(one('Sí')),
      },
      oneOrMore(
        element(
          'Mercancia',
          {
            BienesTransp: key('c_ClaveProdServCP'),
            ClaveSTCC: optional(pattern(/^[0-9|]{6,7}$/u)),
            Descripcion: text(1, 1000),
            Cantidad: decimal(6, { min: 0.000001 }),
            ClaveUnidad: key('c_ClaveUnidad'),
            Unidad: optional(text(1, 20)),
            Dimensiones: optional(pattern(/^(\d{1,3}[/]){2}(\d{1,3})(cm|plg)$/u)),
            MaterialPeligroso: optional(one('Sí', 'No')),
            CveMaterialPeligroso: optional(key('c_MaterialPeligroso')),
            Embalaje: optional(key('c_TipoEmbalaje')),
            DescripEmbalaje: optional(text(1, 100)),
            SectorCOFEPRIS: optional(key('c_SectorCOFEPRIS')),
            NombreIngredienteActivo: optional(text(1, 1000)),
            NomQuimico: optional(text(1, 150)),
            DenominacionGenericaProd: optional(text(1, 50)),
            DenominacionDistintivaProd: optional(text(1, 50)),
            Fabricante: optional(text(1, 240)),
            FechaCaducidad: optional(fecha),
            LoteMedicamento: optional(text(1, 10)),
            FormaFarmaceutica: optional(key('c_FormaFarmaceutica')),
            CondicionesEspTransp: optional(key('c_CondicionesEspeciales')),
            RegistroSanitarioFolioAutorizacion: optional(text(1, 15)),
            PermisoImportacion: optional(text(1, 6)),
            FolioImpoVUCEM: optional(text(1, 25)),
            NumCAS: optional(text(1, 15)),
            RazonSocialEmpImp: optional(text(1, 80)),
            NumRegSanPlagCOFEPRIS: optional(text(1, 60)),
            DatosFabricante: optional(text(1, 600)),
            DatosFormulador: optional(text(1, 600)),
            DatosMaquilador: optional(text(1, 600)),
            UsoAutorizado: optional(text(1, 1000)),
            PesoEnKg: decimal(3, { min: 0.001 }),
            ValorMercancia: optional(importe),
            Moneda: optional(key('c_Moneda')),
            FraccionArancelaria: optional(key('c_FraccionArancelaria')),
            UUIDComercioExt: optional(uuid),
            TipoMateria: optional(key('c_TipoMateria')),
            DescripcionMateria: optional(text(1, 50)),
          },
          anyNumberOf(
            element('DocumentacionAduanera', {
              TipoDocumento: key('c_DocumentoAduanero'),
              NumPedimento: optional(pattern(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/u)),
              IdentDocAduanero: optional(text(1, 150)),
              RFCImpo: optional(rfc),
            }),
          ),
          anyNumberOf(
            element('GuiasIdentificacion', {
              NumeroGuiaIdentificacion: text(10, 30),
              DescripGuiaIdentificacion: text(1, 1000),
              PesoGuiaIdentificacion: decimal(3, { min: 0.001 }),
            }),
          ),
          anyNumberOf(
            element('CantidadTransporta', {
              Cantidad: decimal(6, { min: 0.000001 }),
              IDOrigen: pattern(/^OR\d{6}$/u),
              IDDestino: pattern(/^DE\d{6}$/u),
              CvesTransporte: optional(key('c_CveTransporte')),
            }),
          ),
          optionalChild(
            element('DetalleMercancia', {
              UnidadPesoMerc: key('c_ClaveUnidadPeso'),
              PesoBruto: decimal(3, { min: 0.001 }),
              PesoNeto: decimal(3, { min: 0.001 }),
              PesoTara: decimal(3, { min: 0.001 }),
              NumPiezas: optional(writeWhole({ min: 1 })),
            }),
          ),
        ),
      ),
      optionalChild(
        element(
          'Autotransporte',
          { PermSCT: key('c_TipoPermiso'), NumPermisoSCT: text(1, 50) },
          element('IdentificacionVehicular', {
            ConfigVehicular: key('c_ConfigAutotransporte'),
            PesoBrutoVehicular: decimal(2, { min: 0.01 }),
            PlacaVM: placa,
            AnioModeloVM: modelo,
          }),
          element('Seguros', {
            AseguraRespCivil: text(3, 50),
            PolizaRespCivil: text(3, 30),
            AseguraMedAmbiente: optional(text(3, 50)),
            PolizaMedAmbiente: optional(text(3, 30)),
            AseguraCarga: optional(text(3, 50)),
            PolizaCarga: optional(text(3, 30)),
            PrimaSeguro: optional(importe),
          }),
          optionalChild(
            element(
              'Remolques',
              {},
              between(
                1,
                2,
                element('Remolque', {
                  SubTipoRem: key('c_SubTipoRem'),
                  Placa: pattern(/^[^(?!.*\s)-]{5,7}$/u),
                }),
              ),
            ),
          ),
        ),
      ),
      optionalChild(
        element(
          'TransporteMaritimo',
          {
            PermSCT: optional(key('c_TipoPermiso')),
            NumPermisoSCT: optional(text(1, 30)),
            NombreAseg: optional(text(3, 50)),
            NumPolizaSeguro: optional(text(3, 30)),
            TipoEmbarcacion: key('c_ConfigMaritima'),
            Matricula: text(7, 30),
            NumeroOMI: pattern(/^IMO\d{7}$/u),
            AnioEmbarcacion: optional(pattern(/^(19\d{2}|20\d{2})$/u)),
            NombreEmbarc: optional(text(1, 50)),
            NacionalidadEmbarc: key('c_Pais'),
            UnidadesDeArqBruto: decimal(3, { min: 0.001 }),
            TipoCarga: key('c_ClaveTipoCarga'),
            Eslora: optional(decimal(2, { min: 0.01 })),
            Manga: optional(decimal(2, { min: 0.01 })),
            Calado: optional(decimal(2, { min: 0.01 })),
            Puntal: optional(decimal(2, { min: 0.01 })),
            LineaNaviera: optional(text(3, 50)),
            NombreAgenteNaviero: text(1, 100),
            NumAutorizacionNaviero: key('c_NumAutorizacionNaviero'),
            NumViaje: optional(text(1, 30)),
            NumConocEmbarc: optional(text(1, 30)),
            PermisoTempNavegacion: optional(text(1, 19)),
          },
          anyNumberOf(
            element(
              'Contenedor',
              {
                TipoContenedor: key('c_ContenedorMaritimo'),
                MatriculaContenedor: optional(text(11, 15)),
                NumPrecinto: optional(text(5, 20)),
                IdCCPRelacionado: optional(idCcp),
                PlacaVMCCP: optional(placa),
                FechaCertificacionCCP: optional(fechaH),
              },
              optionalChild(
                element(
                  'RemolquesCCP',
                  {},
                  between(
                    1,
                    2,
                    element('RemolqueCCP', {
                      SubTipoRemCCP: key('c_SubTipoRem'),
                      PlacaCCP: pattern(/^[^(?!.*\s)-]{5,7}$/u),
                    }),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
      optionalChild(
        element('TransporteAereo', {
          PermSCT: key('c_TipoPermiso'),
          NumPermisoSCT: text(1, 50),
          MatriculaAeronave: optional(pattern(/^([A-Z]|\d|-){5,11}$/u)),
          NombreAseg: optional(text(3, 50)),
          NumPolizaSeguro: optional(text(3, 30)),
          NumeroGuia: text(12, 15),
          LugarContrato: optional(text(1, 120)),
          CodigoTransportista: key('c_CodigoTransporteAereo'),
          RFCEmbarcador: optional(rfc),
          NumRegIdTribEmbarc: optional(text(6, 40)),
          ResidenciaFiscalEmbarc: optional(key('c_Pais')),
          NombreEmbarcador: optional(text(1, 254)),
        }),
      ),
      optionalChild(
        element(
          'TransporteFerroviario',
          {
            TipoDeServicio: key('c_TipoDeServicio'),
            TipoDeTrafico: key('c_TipoDeTrafico'),
            NombreAseg: optional(text(3, 50)),
            NumPolizaSeguro: optional(text(3, 30)),
          },
          anyNumberOf(
            element('DerechosDePaso', {
              TipoDerechoDePaso: key('c_DerechosDePaso'),
              KilometrajePagado: decimal(2, { min: 0.01 }),
            }),
          ),
          oneOrMore(
            element(
              'Carro',
              {
                TipoCarro: key('c_TipoCarro'),
                MatriculaCarro: text(6, 15),
                GuiaCarro: text(1, 15),
                ToneladasNetasCarro: decimal(3, { min: 0.001 }),
              },
              anyNumberOf(
                element('Contenedor', {
                  TipoContenedor: key('c_Contenedor'),
                  PesoContenedorVacio: decimal(3, { min: 0.001 }),
                  PesoNetoMercancia: decimal(3, { min: 0.001 }),
                }),
              ),
            ),
          ),
        ),
      ),
    ),
    optionalChild(
      element(
        'FiguraTransporte',
        {},
        oneOrMore(
          element(
            'TiposFigura',
            {
              TipoFigura: key('c_FiguraTransporte'),
              RFCFigura: optional(rfc),
              NumLicencia: optional(text(6, 16)),
              NombreFigura: text(1, 254),
              NumRegIdTribFigura: optional(text(6, 40)),
              ResidenciaFiscalFigura: optional(key('c_Pais')),
            },
            anyNumberOf(element('PartesTransporte', { ParteTransporte: key('c_ParteTransporte') })),
            optionalChild(
              element('Domicilio', {
                Calle: optional(text(1, 100)),
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
      ),
    ),
  ),
};
