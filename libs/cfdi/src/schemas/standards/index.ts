import type { Standard } from '../schema.js';
import { cartaPorte31 } from './complementos/carta-porte-31.js';
import { comercioExterior20 } from './complementos/comercio-exterior-20.js';
import { implocal } from './complementos/implocal.js';
import { leyendasFiscales } from './complementos/leyendas-fiscales.js';
import { nomina12 } from './complementos/nomina-12.js';
import { pagos20 } from './complementos/pagos-20.js';
import { hidrocarburosPetroliferos } from './conceptos/hidrocarburos-petroliferos.js';
import { iedu } from './conceptos/iedu.js';
import { ventaVehiculos } from './conceptos/venta-vehiculos.js';
import { aerolineas } from './others/aerolineas.js';
import { certificadoDestruccion } from './others/certificado-destruccion.js';
import { consumoCombustibles } from './others/consumo-combustibles.js';
import { detallista } from './others/detallista.js';
import { divisas } from './others/divisas.js';
import { donatarias } from './others/donatarias.js';
import { estadoCuentaCombustible } from './others/estado-cuenta-combustible.js';
import { gastosHidrocarburos } from './others/gastos-hidrocarburos.js';
import { ine } from './others/ine.js';
import { ingresosHidrocarburos } from './others/ingresos-hidrocarburos.js';
import { notariosPublicos } from './others/notarios-publicos.js';
import { obrasArte } from './others/obras-arte.js';
import { pagoEnEspecie } from './others/pago-en-especie.js';
import { pfic } from './others/pfic.js';
import { registroFiscal } from './others/registro-fiscal.js';
import { renovacionVehiculos } from './others/renovacion-vehiculos.js';
import { servicioParcialConstruccion } from './others/servicio-parcial-construccion.js';
import { turistaPasajeroExtranjero } from './others/turista-pasajero-extranjero.js';
import { valesDeDespensa } from './others/vales-de-despensa.js';
import { vehiculoUsado } from './others/vehiculo-usado.js';
import { arrendamientoEnFideicomiso } from './retenciones/arrendamiento-en-fideicomiso.js';
import { dividendos } from './retenciones/dividendos.js';
import { enajenacionDeAcciones } from './retenciones/enajenacion-de-acciones.js';
import { fideicomisoNoEmpresarial } from './retenciones/fideicomiso-no-empresarial.js';
import { intereses } from './retenciones/intereses.js';
import { interesesHipotecarios } from './retenciones/intereses-hipotecarios.js';
import { operacionesConDerivados } from './retenciones/operaciones-con-derivados.js';
import { pagosAExtranjeros } from './retenciones/pagos-a-extranjeros.js';
import { planesDeRetiro11 } from './retenciones/planes-de-retiro-11.js';
import { premios } from './retenciones/premios.js';
import { sectorFinanciero } from './retenciones/sector-financiero.js';
import { plataformasTecnologicas10 } from './retenciones/plataformas-tecnologicas-10.js';

/**
 * Every standard of the tax authority whose elements a document may carry: what the engine builds itself, and what
 * comes as XML from the caller.
 */
const ofComprobante: readonly Standard[] = [
  cartaPorte31,
  comercioExterior20,
  implocal,
  leyendasFiscales,
  nomina12,
  pagos20,
  aerolineas,
  certificadoDestruccion,
  consumoCombustibles,
  detallista,
  divisas,
  donatarias,
  estadoCuentaCombustible,
  gastosHidrocarburos,
  ine,
  ingresosHidrocarburos,
  notariosPublicos,
  obrasArte,
  pagoEnEspecie,
  pfic,
  registroFiscal,
  renovacionVehiculos,
  servicioParcialConstruccion,
  turistaPasajeroExtranjero,
  valesDeDespensa,
  vehiculoUsado,
];
const ofConcepto: readonly Standard[] = [hidrocarburosPetroliferos, iedu, ventaVehiculos];
const ofRetenciones: readonly Standard[] = [
  arrendamientoEnFideicomiso,
  dividendos,
  enajenacionDeAcciones,
  fideicomisoNoEmpresarial,
  intereses,
  interesesHipotecarios,
  operacionesConDerivados,
  pagosAExtranjeros,
  planesDeRetiro11,
  premios,
  sectorFinanciero,
  plataformasTecnologicas10,
];

/** Where a standard's element may be: cfdi:Complemento, cfdi:ComplementoConcepto, retenciones:Complemento. */
export type Destination = 'comprobante' | 'concepto' | 'retenciones';

const byName = (standards: readonly Standard[]): ReadonlyMap<string, Standard> =>
  new Map(standards.map((standard) => [`${standard.namespace} ${standard.root.name}`, standard]));

const tables: Readonly<Record<Destination, ReadonlyMap<string, Standard>>> = {
  comprobante: byName(ofComprobante),
  concepto: byName(ofConcepto),
  retenciones: byName(ofRetenciones),
};

/** The standard of an element by its namespace and name, where the element may be there. */
export const findStandard = (
  { namespace, name }: { readonly namespace: string; readonly name: string },
  destination: Destination,
): Standard | undefined => tables[destination].get(`${namespace} ${name}`);

/** Every standard that may be in a place. */
export const standardsFor = (destination: Destination): readonly Standard[] => [
  ...tables[destination].values(),
];
