/** The payroll complement's content: amounts are decimal text in MXN, dates `AAAA-MM-DD`, keys those of the catalogues. */
export interface NominaInput {
  /** c_TipoNomina: O ordinary, E extraordinary. */
  readonly tipoNomina: string;
  readonly fechaPago: string;
  readonly fechaInicialPago: string;
  readonly fechaFinalPago: string;
  readonly numDiasPagados: string;
  readonly emisor?: NominaEmisorInput;
  readonly receptor: NominaReceptorInput;
  readonly percepciones?: PercepcionesInput;
  readonly deducciones?: readonly DeduccionInput[];
  readonly otrosPagos?: readonly OtroPagoInput[];
  readonly incapacidades?: readonly IncapacidadInput[];
}

export interface NominaEmisorInput {
  readonly curp?: string;
  readonly registroPatronal?: string;
  readonly rfcPatronOrigen?: string;
  readonly entidadSncf?: { readonly origenRecurso: string; readonly montoRecursoPropio?: string };
}

export interface NominaReceptorInput {
  readonly curp: string;
  readonly numSeguridadSocial?: string;
  readonly fechaInicioRelLaboral?: string;
  /** As the tax authority writes it (P3Y2M23D, P123W); true or absent: computed from the dates; false: left out. */
  readonly antiguedad?: string | boolean;
  readonly tipoContrato: string;
  readonly sindicalizado?: boolean;
  readonly tipoJornada?: string;
  readonly tipoRegimen: string;
  readonly numEmpleado: string;
  readonly departamento?: string;
  readonly puesto?: string;
  readonly riesgoPuesto?: string;
  readonly periodicidadPago: string;
  readonly banco?: string;
  readonly cuentaBancaria?: string;
  readonly salarioBaseCotApor?: string;
  readonly salarioDiarioIntegrado?: string;
  readonly claveEntFed: string;
  readonly subContratacion?: readonly { readonly rfcLabora: string; readonly porcentajeTiempo: string }[];
}

export interface PercepcionesInput {
  readonly percepcion: readonly PercepcionInput[];
  readonly jubilacionPensionRetiro?: {
    readonly totalUnaExhibicion?: string;
    readonly totalParcialidad?: string;
    readonly montoDiario?: string;
    readonly ingresoAcumulable: string;
    readonly ingresoNoAcumulable: string;
  };
  readonly separacionIndemnizacion?: {
    readonly totalPagado: string;
    readonly numAnosServicio: number;
    readonly ultimoSueldoMensOrd: string;
    readonly ingresoAcumulable: string;
    readonly ingresoNoAcumulable: string;
  };
}

export interface PercepcionInput {
  readonly tipoPercepcion: string;
  readonly clave: string;
  /** Absent: the catalogue's label. */
  readonly concepto?: string;
  readonly importeGravado: string;
  readonly importeExento: string;
  readonly accionesOTitulos?: { readonly valorMercado: string; readonly precioAlOtorgarse: string };
  readonly horasExtra?: readonly {
    readonly dias: number;
    readonly tipoHoras: string;
    readonly horasExtra: number;
    readonly importePagado: string;
  }[];
}

export interface DeduccionInput {
  readonly tipoDeduccion: string;
  readonly clave: string;
  readonly concepto?: string;
  readonly importe: string;
}

export interface OtroPagoInput {
  readonly tipoOtroPago: string;
  readonly clave: string;
  readonly concepto?: string;
  readonly importe: string;
  readonly subsidioCausado?: string;
  readonly compensacionSaldosAFavor?: {
    readonly saldoAFavor: string;
    readonly ano: number;
    readonly remanenteSalFav: string;
  };
}

export interface IncapacidadInput {
  readonly diasIncapacidad: number;
  readonly tipoIncapacidad: string;
  readonly importeMonetario?: string;
}
