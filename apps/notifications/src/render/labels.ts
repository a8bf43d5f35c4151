import {
  builtInCatalogues,
  builtInUnitKeys,
  clavesRetencion,
  configuracionesAutotransporte,
  configuracionesMaritimas,
  condicionesEspeciales,
  clavesHyp,
  clavesPedimento,
  bancos,
  codigosTransporteAereo,
  contenedores,
  contenedoresMaritimos,
  derechosDePaso,
  documentosAduaneros,
  ejercicios,
  entidadesFederativas,
  estadosNomina,
  exportaciones,
  formasFarmaceuticas,
  formasPago,
  formasPagoPlataforma,
  impuestos,
  impuestosRetenciones,
  incoterms,
  meses,
  metodosPago,
  monedas,
  motivosTraslado,
  autorizacionesNaviero,
  objetosImp,
  origenesRecurso,
  paises,
  paisesRetenciones,
  partesTransporte,
  periodicidades,
  periodicidadesPago,
  periodicidadesRetenciones,
  periodos,
  regimenesAduaneros,
  regimenesFiscales,
  registrosIstmo,
  riesgosPuesto,
  sectoresCofepris,
  subproductosHyp,
  subtiposServicioPlataforma,
  tiposCadenaPago,
  tiposCarga,
  tiposCarro,
  tiposContrato,
  tiposContribuyente,
  tiposDeduccion,
  tiposDividendo,
  tiposEmbalaje,
  tiposEstacion,
  tiposFigura,
  tiposHoras,
  tiposIncapacidad,
  tiposJornada,
  tiposMateria,
  tiposNomina,
  tiposOtroPago,
  tiposPagoRetencion,
  tiposPercepcion,
  tiposPermiso,
  tiposPermisoHyp,
  tiposRegimen,
  tiposRelacion,
  tiposRemolque,
  tiposServicio,
  tiposServicioPlataforma,
  tiposTrafico,
  transportes,
  unidadesAduana,
  usosCfdi,
  type Catalogue,
  type LargeCatalogues,
} from '#sat';
import type { LabelLookup } from '#pdf';

/** The catalogues of whose keys documents consist, by the names that standards call them. */
const catalogues = new Map<string, Pick<Catalogue, 'find'>>(
  [
    ...[bancos, clavesHyp, clavesPedimento, codigosTransporteAereo, condicionesEspeciales],
    ...[configuracionesAutotransporte, configuracionesMaritimas, contenedores, contenedoresMaritimos],
    ...[derechosDePaso, documentosAduaneros, exportaciones, formasFarmaceuticas, formasPago, impuestos],
    ...[incoterms, meses, metodosPago, monedas, motivosTraslado, autorizacionesNaviero, objetosImp],
    ...[origenesRecurso, paises, partesTransporte, periodicidades, periodicidadesPago, regimenesAduaneros],
    ...[regimenesFiscales, registrosIstmo, riesgosPuesto, sectoresCofepris, subproductosHyp],
    ...[tiposCadenaPago, tiposCarga, tiposCarro, tiposContrato, tiposDeduccion, tiposEmbalaje, tiposEstacion],
    ...[tiposFigura, tiposHoras, tiposIncapacidad, tiposJornada, tiposMateria, tiposNomina, tiposOtroPago],
    ...[tiposPercepcion, tiposRegimen, tiposRelacion, tiposRemolque, tiposServicio, tiposTrafico],
    ...[transportes, unidadesAduana, usosCfdi],
  ].map((one) => [one.name, one]),
);

/** Names that two catalogues share, or that belong to one of another name. */
const own: Readonly<Record<string, (key: string, of: string | undefined) => string | undefined>> = {
  c_TipoPermiso: (key) => (tiposPermiso.find(key) ?? tiposPermisoHyp.find(key))?.label,
  // States of countries without a list are free text, which may look like a key.
  c_Estado: (key, of) => {
    const state = estadosNomina.find(key);
    return of === undefined || state?.pais === of ? state?.label : undefined;
  },
};

/** Labels of the tax authority's catalogues for the printed document; of the large ones, what is loaded. */
export function catalogueLabels(large: LargeCatalogues): LabelLookup {
  const { productos, unidades, productosCartaPorte, fracciones, estaciones, materialesPeligrosos } = large;
  const single: Readonly<Record<string, { find(key: string): { readonly label: string } | undefined }>> = {
    c_ClaveProdServ: productos,
    c_ClaveProdServCP: productosCartaPorte,
    c_ClaveUnidad: unidades,
    c_ClaveUnidadPeso: unidades,
    c_FraccionArancelaria: fracciones,
    c_Estaciones: estaciones,
    c_MaterialPeligroso: materialesPeligrosos,
  };
  const places: Readonly<Record<string, LargeCatalogues['colonias']>> = {
    c_Colonia: large.colonias,
    c_Municipio: large.municipios,
    c_Localidad: large.localidades,
  };
  return (catalogue, key, of) => {
    const special = own[catalogue];
    if (special) return special(key, of);
    if (catalogue in places) return of === undefined ? undefined : places[catalogue]?.find(of, key)?.label;
    const found = (catalogues.get(catalogue) ?? single[catalogue])?.find(key)?.label;
    return found ?? (catalogue === 'c_ClaveUnidad' ? builtInUnitKeys.find(key)?.label : undefined);
  };
}

/** Catalogues of retentions: some have the name of another of invoices, and other keys. */
const ofRetentions = new Map<string, Pick<Catalogue, 'find'>>(
  [
    ...[clavesRetencion, ejercicios, entidadesFederativas, formasPagoPlataforma, impuestosRetenciones],
    ...[periodicidadesRetenciones, periodos, subtiposServicioPlataforma, tiposContribuyente],
    ...[tiposDividendo, tiposPagoRetencion, tiposServicioPlataforma],
  ].map((one) => [one.name, one]),
);

/** The same of retentions: countries have two letters in their complements, and three in addresses. */
export const retentionLabels =
  (label: LabelLookup): LabelLookup =>
  (catalogue, key, of) => {
    const country = catalogue === 'c_Pais' ? paisesRetenciones.find(key)?.label : undefined;
    return country ?? ofRetentions.get(catalogue)?.find(key)?.label ?? label(catalogue, key, of);
  };

/** Labels of an installation that has loaded no large catalogue. */
export const catalogueLabel: LabelLookup = catalogueLabels(builtInCatalogues);
