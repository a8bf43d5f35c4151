import type { Detail } from '#kernel';
import type { RetentionContent } from '#contracts';
import { OF_ALL_DOCUMENTS, pathIn, type PathTable } from '../invoices/paths.js';

const PATHS: PathTable = [
  ...OF_ALL_DOCUMENTS,
  [/^receptor\.nombre$/, 'customer.legal_name'],
  [/^receptor\.(rfc|numRegIdTrib|curp)$/, 'customer.tax_id'],
  [/^receptor\.domicilioFiscal$/, 'customer.address.zip'],
  [/^receptor\.nacionalidad$/, 'customer.address.country'],
  [/^receptor$/, 'customer'],
  [/^lugarExpRetenc$/, 'issuer_info.address.zip'],
  [/^cveRetenc$/, 'cve_retenc'],
  [/^descRetenc$/, 'desc_retenc'],
  [/^folioInt$/, 'folio_int'],
  [/^fechaExp$/, 'fecha_exp'],
  [/^periodo\.mesIni$/, 'periodo.mes_ini'],
  [/^periodo\.mesFin$/, 'periodo.mes_fin'],
  [/^periodo\.ejercicio$/, 'periodo.ejerc'],
  [/^totales\.impRetenidos\[(\d+)\]\.baseRet$/, 'totales.imp_retenidos[$1].base_ret'],
  [/^totales\.impRetenidos\[(\d+)\]\.montoRet$/, 'totales.imp_retenidos[$1].monto_ret'],
  [/^totales\.impRetenidos\[(\d+)\]\.tipoPagoRet$/, 'totales.imp_retenidos[$1].tipo_pago_ret'],
  [/^totales\.impRetenidos/, 'totales.imp_retenidos'],
  [/^totales\.montoTotOperacion$/, 'totales.monto_tot_operacion'],
  [/^totales\.montoTotExent$/, 'totales.monto_tot_exent'],
  [/^totales\.montoTotGrav$/, 'totales.monto_tot_grav'],
  [/^totales\.montoTotRet$/, 'totales.monto_tot_ret'],
  [/^totales\.utilidadBimestral$/, 'totales.utilidad_bimestral'],
  [/^totales\.isrCorrespondiente$/, 'totales.isr_correspondiente'],
  [/^relacionado\.tipoRelacion$/, 'related_documents[0].relationship'],
  [/^relacionado\.uuid$/, 'related_documents[0].documents[0]'],
  [/^relacionado/, 'related_documents[0]'],
  [/^complementos$/, 'complements'],
];

const COMPLEMENT = /^complementos\[(\d+)\](.*)$/;

/**
 * A path of the engine's input as the API's field: `totales.impRetenidos[0].montoRet` is `totales.imp_retenidos[0].monto_ret`,
 * and `complementos[0].Dividendos.Remanente` of a complement in XML `complements[0].data.Dividendos.Remanente`. Undefined for
 * one that the API does not have.
 */
export function retentionPath(
  path: string,
  { complements }: Pick<RetentionContent, 'complements'>,
): string | undefined {
  const match = COMPLEMENT.exec(path);
  if (!match) return pathIn(PATHS, path);
  const [, index, rest = ''] = match;
  const isXml = complements[Number(index)]?.type === 'custom';
  return `complements[${index}]${isXml ? '.data' : ''}${rest}`;
}

/** A problem that the engine found, at the path of the API's field in the body. */
export function inRetentionWords(detail: Detail, content: Pick<RetentionContent, 'complements'>): Detail {
  const path = detail.path === undefined ? undefined : retentionPath(detail.path, content);
  return { location: 'body', ...detail, ...(path !== undefined && { path }) };
}
