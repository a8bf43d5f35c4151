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
  CertPago: 'Certificado del pago',
  CertificadoOrigen: 'Certificado de origen',
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
  DenominacionDistintivaProd: 'Denominación distintiva',
  DenominacionGenericaProd: 'Denominación genérica',
  DatosFabricante: 'Datos del fabricante',
  DatosFormulador: 'Datos del formulador',
  DatosMaquilador: 'Datos del maquilador',
  DescripEmbalaje: 'Descripción del embalaje',
  DescripGuiaIdentificacion: 'Descripción',
  DescripcionMateria: 'Descripción de la materia',
  DetalleMercancia: 'Detalle',
  FechaCaducidad: 'Fecha de caducidad',
  FechaHoraSalidaLlegada: 'Fecha y hora',
  FolioImpoVUCEM: 'Folio de importación VUCEM',
  FormaFarmaceutica: 'Forma farmacéutica',
  GuiasIdentificacion: 'Guía de identificación',
  HidroYPetro: 'Hidrocarburos y petrolíferos',
  IDDestino: 'Destino',
  IDOrigen: 'Origen',
  IdCCP: 'Folio de la Carta Porte (IdCCP)',
  IdentDocAduanero: 'Documento aduanero',
  IdentificacionVehicular: 'Identificación del vehículo',
  INE: 'Proceso electoral (INE)',
  LoteMedicamento: 'Lote',
  LogisticaInversaRecoleccionDevolucion: 'Logística inversa, recolección o devolución',
  NomBancoOrdExt: 'Banco ordenante extranjero',
  NomQuimico: 'Nombre químico',
  NombreAseg: 'Aseguradora',
  NombreEmbarc: 'Embarcación',
  NombreEmbarcador: 'Embarcador',
  NombreIngredienteActivo: 'Ingrediente activo',
  NumConocEmbarc: 'Conocimiento de embarque',
  NumRegIdTribEmbarc: 'Núm. de registro tributario del embarcador',
  NumRegIdTribFigura: 'Núm. de registro tributario',
  NumPedimento: 'Núm. de pedimento',
  NumPermisoSCT: 'Núm. de permiso SCT',
  NumPolizaSeguro: 'Póliza',
  NumRegSanPlagCOFEPRIS: 'Registro sanitario de plaguicidas (COFEPRIS)',
  NumeroGuiaIdentificacion: 'Número',
  NumeroOMI: 'Número OMI',
  PFintegranteCoordinado: 'Persona física integrante de coordinado',
  PermSCT: 'Permiso SCT',
  PermisoImportacion: 'Permiso de importación',
  PesoGuiaIdentificacion: 'Peso',
  PesoBrutoVehicular: 'Peso bruto vehicular (t)',
  PlacaVM: 'Placa',
  PlacaVMCCP: 'Placa',
  PolizaCarga: 'Póliza de la carga',
  PolizaMedAmbiente: 'Póliza de daños al medio ambiente',
  PolizaRespCivil: 'Póliza de responsabilidad civil',
  PrimaSeguro: 'Prima del seguro',
  RazonSocialEmpImp: 'Empresa importadora',
  RegistroSanitarioFolioAutorizacion: 'Registro sanitario o folio de autorización',
  RemanenteSalFav: 'Remanente de saldo a favor',
  RegistroISTMO: 'Registro del Istmo',
  ResidenciaFiscalEmbarc: 'Residencia fiscal del embarcador',
  RfcEmisorCtaBen: 'RFC del banco beneficiario',
  RfcEmisorCtaOrd: 'RFC del banco ordenante',
  SaldoAFavor: 'Saldo a favor',
  SelloPago: 'Sello del pago',
  SubTipoRem: 'Tipo de remolque',
  SubTipoRemCCP: 'Tipo de remolque',
  TiposFigura: 'Figura',
  TipoCadPago: 'Tipo de cadena de pago',
  TipoCambioUSD: 'Tipo de cambio USD',
  TipoDocumento: 'Tipo de documento',
  TipoMateria: 'Tipo de materia',
  UUIDComercioExt: 'UUID del comercio exterior',
  UnidadesDeArqBruto: 'Unidades de arqueo bruto',
  UnidadPesoMerc: 'Unidad de peso',
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
  const whole = WHOLE[name];
  if (whole !== undefined) return whole;
  const words = (name.match(WORD) ?? [name])
    .map((word) => WORDS.get(word.toLowerCase()) ?? word.toLowerCase())
    .filter((word) => word !== '')
    .join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
