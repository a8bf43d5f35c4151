import type { DocumentKind } from '../../port.js';

/** Where the four steps of the bulk download are (version 1.5). */
export interface DownloadHosts {
  readonly authentication: string;
  readonly request: string;
  readonly verification: string;
  readonly download: string;
}

const SAT: Readonly<Record<DocumentKind, string>> = { comprobante: 'cfdi', retencion: 'reten' };

/**
 * The addresses for a kind of document. `base`: one host in place of the tax authority's (TIMBRA_SAT_DOWNLOAD_URL), without a slash
 * at the end; retentions are found there below `/retenciones`.
 */
export function downloadHosts(kind: DocumentKind, base?: string): DownloadHosts {
  const own = base !== undefined && (kind === 'retencion' ? `${base}/retenciones` : base);
  const requests = own || `https://${SAT[kind]}descargamasivasolicitud.clouda.sat.gob.mx`;
  const packages = own || `https://${SAT[kind]}descargamasiva.clouda.sat.gob.mx`;
  return {
    authentication: `${requests}/Autenticacion/Autenticacion.svc`,
    request: `${requests}/SolicitaDescargaService.svc`,
    verification: `${requests}/VerificaSolicitudDescargaService.svc`,
    download: `${packages}/DescargaMasivaService.svc`,
  };
}
