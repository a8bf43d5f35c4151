import type { Standard } from '../forma.js';
import { cartaPorte31 } from './complementos/carta-porte-31.js';
import { comercioExterior20 } from './complementos/comercio-exterior-20.js';
import { implocal } from './complementos/implocal.js';
import { leyendasFiscales } from './complementos/leyendas-fiscales.js';
import { nomina12 } from './complementos/nomina-12.js';
import { pagos20 } from './complementos/pagos-20.js';
import { hidrocarburosPetroliferos } from './conceptos/hidrocarburos-petroliferos.js';
import { iedu } from './conceptos/iedu.js';
import { ventaVehiculos } from './conceptos/venta-vehiculos.js';
import { aerolineas } from './otros/aerolineas.js';
import { certificadoDestruccion } from './otros/certificado-destruccion.js';
import { consumoCombustibles } from './otros/consumo-combustibles.js';
import { detallista } from './otros/detallista.js';
import { divisas } from './otros/divisas.js';
import { donatarias } from './otros/donatarias.js';
import { estadoCuentaCombustible } from './otros/estado-cuenta-combustible.js';
import { gastosHidrocarburos } from './otros/gastos-hidrocarburos.js';
import { ine } from './otros/ine.js';
import { ingresosHidrocarburos } from './otros/ingresos-hidrocarburos.js';
import { notariosPublicos } from './otros/notarios-publicos.js';
import { obrasArte } from './otros/obras-arte.js';
import { pagoEnEspecie } from './otros/pago-en-especie.js';
import { pfic } from './otros/pfic.js';
import { registroFiscal } from './otros/registro-fiscal.js';
import { renovacionVehiculos } from './otros/renovacion-vehiculos.js';
import { servicioParcialConstruccion } from './otros/servicio-parcial-construccion.js';
import { turistaPasajeroExtranjero } from './otros/turista-pasajero-extranjero.js';
import { valesDeDespensa } from './otros/vales-de-despensa.js';
import { vehiculoUsado } from './otros/vehiculo-usado.js';
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
export const standardsFor = (destination: Destination): readonly Standard[] => [...tables[destination].values()];
