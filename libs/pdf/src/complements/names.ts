import { retentionNames } from './retention-names.js';

/**
 * Names of attributes and elements as a reader takes them: the tax authority's own run words together, without accents
 * and with half of them cut off.
 */
const WHOLE: Readonly<Record<string, string>> = {
  AccionesOTitulos: 'Acciones o títulos',
  AnioEmbarcacion: 'Año de la embarcación',
  AnioModeloVM: 'Año modelo',
  AseguraCarga: 'Aseguradora de la carga',
  AseguraMedAmbiente: 'Aseguradora de daños al medio ambiente',
  AseguraRespCivil: 'Aseguradora de responsabilidad civil',
  CadPago: 'Cadena del pago',
  CantidadTransporta: 'Cantidad transportada',
  CargoPorTasacion: 'Cargo por tasación',
  CertificadoOrigen: 'Certificado de origen',
  CertPago: 'Certificado del pago',
  ClaveDePedimento: 'Clave de pedimento',
  CodigoTransportista: 'Transportista',
  CondicionesEspTransp: 'Condiciones especiales',
  ConfigVehicular: 'Configuración vehicular',
  CoproSocConyugalA: 'Copropiedad o sociedad conyugal',
  CoproSocConyugalE: 'Copropiedad o sociedad conyugal',
  CtaBeneficiario: 'Cuenta beneficiaria',
  CtaOrdenante: 'Cuenta ordenante',
  CveMaterialPeligroso: 'Clave de material peligroso',
  CvesTransporte: 'Medio de transporte',
  DatosFabricante: 'Datos del fabricante',
  DatosFormulador: 'Datos del formulador',
  DatosMaquilador: 'Datos del maquilador',
  DenominacionDistintivaProd: 'Denominación distintiva',
  DenominacionGenericaProd: 'Denominación genérica',
  DescripcionMateria: 'Descripción de la materia',
  DescripEmbalaje: 'Descripción del embalaje',
  DescripGuiaIdentificacion: 'Descripción',
  DetalleMercancia: 'Detalle',
  FechaCaducidad: 'Fecha de caducidad',
  FechaCertificacionCCP: 'Certificación de la Carta Porte',
  FechaHoraSalidaLlegada: 'Fecha y hora',
  FolioImpoVUCEM: 'Folio de importación VUCEM',
  FormaFarmaceutica: 'Forma farmacéutica',
  GuiaCarro: 'Guía del carro',
  GuiasIdentificacion: 'Guía de identificación',
  HidroYPetro: 'Hidrocarburos y petrolíferos',
  IdCCP: 'Folio de la Carta Porte (IdCCP)',
  IdCCPRelacionado: 'Carta Porte relacionada (IdCCP)',
  IDDestino: 'Destino',
  IdentDocAduanero: 'Documento aduanero',
  IdentificacionVehicular: 'Identificación del vehículo',
  IDOrigen: 'Origen',
  INE: 'Proceso electoral (INE)',
  LogisticaInversaRecoleccionDevolucion: 'Logística inversa, recolección o devolución',
  LoteMedicamento: 'Lote',
  LugarContrato: 'Lugar del contrato',
  MatriculaAeronave: 'Matrícula de la aeronave',
  MatriculaCarro: 'Matrícula del carro',
  MatriculaContenedor: 'Matrícula del contenedor',
  NacionalidadEmbarc: 'Nacionalidad de la embarcación',
  NomBancoOrdExt: 'Banco ordenante extranjero',
  NombreAgenteNaviero: 'Agente naviero',
  NombreAseg: 'Aseguradora',
  NombreEmbarc: 'Embarcación',
  NombreEmbarcador: 'Embarcador',
  NombreIngredienteActivo: 'Ingrediente activo',
  NomQuimico: 'Nombre químico',
  NumAutorizacionNaviero: 'Núm. de autorización del agente naviero',
  NumConocEmbarc: 'Conocimiento de embarque',
  NumeroGuia: 'Número de guía',
  NumeroGuiaIdentificacion: 'Número',
  NumeroOMI: 'Número OMI',
  NumeroSerie: 'Número de serie',
  NumPedimento: 'Núm. de pedimento',
  NumPermisoSCT: 'Núm. de permiso SCT',
  NumPolizaSeguro: 'Póliza',
  NumPrecinto: 'Núm. de precinto',
  NumRegIdTribEmbarc: 'Núm. de registro tributario del embarcador',
  NumRegIdTribFigura: 'Núm. de registro tributario',
  NumRegSanPlagCOFEPRIS: 'Registro sanitario de plaguicidas (COFEPRIS)',
  NumViaje: 'Núm. de viaje',
  PermisoImportacion: 'Permiso de importación',
  PermisoTempNavegacion: 'Permiso temporal de navegación',
  PermSCT: 'Permiso SCT',
  PesoBrutoVehicular: 'Peso bruto vehicular (t)',
  PesoContenedorVacio: 'Peso del contenedor vacío',
  PesoGuiaIdentificacion: 'Peso',
  PesoNetoMercancia: 'Peso neto de la mercancía',
  PFintegranteCoordinado: 'Persona física integrante de coordinado',
  PlacaCCP: 'Placa',
  PlacaVM: 'Placa',
  PlacaVMCCP: 'Placa',
  PolizaCarga: 'Póliza de la carga',
  PolizaMedAmbiente: 'Póliza de daños al medio ambiente',
  PolizaRespCivil: 'Póliza de responsabilidad civil',
  PrimaSeguro: 'Prima del seguro',
  RazonSocialEmpImp: 'Empresa importadora',
  RegistroISTMO: 'Registro del Istmo',
  RegistroSanitarioFolioAutorizacion: 'Registro sanitario o folio de autorización',
  RemanenteSalFav: 'Remanente de saldo a favor',
  RemolquesCCP: 'Remolques',
  ResidenciaFiscalEmbarc: 'Residencia fiscal del embarcador',
  RFCEmbarcador: 'RFC del embarcador',
  RfcEmisorCtaBen: 'RFC del banco beneficiario',
  RfcEmisorCtaOrd: 'RFC del banco ordenante',
  SaldoAFavor: 'Saldo a favor',
  SelloPago: 'Sello del pago',
  SubModelo: 'Submodelo',
  SubTipoRem: 'Tipo de remolque',
  SubTipoRemCCP: 'Tipo de remolque',
  TipoCadPago: 'Tipo de cadena de pago',
  TipoCambioUSD: 'Tipo de cambio USD',
  TipoCarga: 'Tipo de carga',
  TipoCarro: 'Tipo de carro',
  TipoContenedor: 'Tipo de contenedor',
  TipoDerechoDePaso: 'Tipo de derecho de paso',
  TipoDeTrafico: 'Tipo de tráfico',
  TipoDocumento: 'Tipo de documento',
  TipoEmbarcacion: 'Tipo de embarcación',
  TipoMateria: 'Tipo de materia',
  TiposFigura: 'Figura',
  ToneladasNetasCarro: 'Toneladas netas del carro',
  UnidadesDeArqBruto: 'Unidades de arqueo bruto',
  UnidadPesoMerc: 'Unidad de peso',
  UUIDComercioExt: 'UUID del comercio exterior',
  autRVOE: 'RVOE',
  certificadodedestruccion: 'Certificado de destrucción',
  detallista: 'Detallista (AMECE)',
  instEducativas: 'Instituciones educativas',
  nivelEducativo: 'Nivel educativo',
  nombreAlumno: 'Alumno',
  obrasarteantiguedades: 'Obras de arte y antigüedades',
  parcialesconstruccion: 'Servicios parciales de construcción',
  renovacionysustitucionvehiculos: 'Renovación y sustitución de vehículos',
};

/** Words by themselves: those with accents, and what is cut short. */
const WORDS = new Map(
  (
    'adquisicion:adquisición aereo:aéreo aereos:aéreos aerolineas:aerolíneas anio:año ano:año arancelaria:arancelaria asegura:aseguradora autorizacion:autorización ' +
    'cantidad:cantidad certificacion:certificación codigo:código compensacion:compensación cta:cuenta curp:CURP cve:clave ' +
    'deduccion:deducción denominacion:denominación desc:descripción descrip:descripción descripcion:descripción devolucion:devolución dias:días dolares:dólares ' +
    'cfdi:CFDI cofepris:COFEPRIS dr: ccp: p: embarcacion:embarcación enajenacion:enajenación erogacion:erogación especificas:específicas exhibicion:exhibición ext:exterior ' +
    'farmaceutica:farmacéutica fraccion:fracción generica:genérica guia:guía guias:guías hyp:hidrocarburo id:id. identificacion:identificación ieps:IEPS imp:importe impo:importador importacion:importación ' +
    'indemnizacion:indemnización informacion:información iva:IVA isr:ISR kilometraje:kilometraje linea:línea logistica:logística maritimo:marítimo matricula:matrícula mercancia:mercancía mercancias:mercancías ' +
    'navegacion:navegación niv:NIV nomina:nómina num:núm. numero:número operacion:operación omi:OMI pais:país parcialidad:parcialidad ped:pedimento pension:pensión percepcion:percepción poliza:póliza ' +
    'quimico:químico recoleccion:recolección reg:registro regimen:régimen regimenes:regímenes rfc:RFC rvoe:RVOE sat:SAT sct:SCT separacion:separación sncf:SNCF stcc:STCC tasacion:tasación titulo:título titulos:títulos transito:tránsito transp:transporte trib:tributario ' +
    'ubicacion:ubicación ultimo:último usd:USD uuid:UUID vehiculo:vehículo vehiculos:vehículos version:versión adscripcion:adscripción ambito:ámbito caracteristicas:características comite:comité contratacion:contratación documentacion:documentación notaria:notaría publicos:públicos cop: sc: jubilacion:jubilación via:vía vin:VIN cas:CAS'
  )
    .split(' ')
    .map((pair) => {
      const [word = '', read = ''] = pair.split(':');
      return [word, read] as const;
    }),
);

const WORD = /[A-ZÁÉÍÓÚÑ]{1,40}(?![a-záéíóúñü])|[A-ZÁÉÍÓÚÑ]?[a-záéíóúñü]+|\d+/gu;

/** "TotalDistRec" as words: "FechaInicialPago" is "Fecha inicial pago". */
export function nameOf(name: string): string {
  const whole = WHOLE[name] ?? retentionNames[name];
  if (whole !== undefined) return whole;
  const words = (name.match(WORD) ?? [name])
    .map((word) => WORDS.get(word.toLowerCase()) ?? word.toLowerCase())
    .filter((word) => word !== '')
    .join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
