import type { ImpuestoRetenidoInput, RetencionInput, TotalesRetencionInput } from '#cfdi';
import type {
  IssuerSnapshot,
  RetentionComplement,
  RetentionContent,
  RetentionTax,
  RetentionTotals,
} from '#contracts';
import { namespace } from '../invoices/complements.js';
import { capitals } from '../invoices/comprobante-input.js';
import { receiverOfRetention } from './receiver.js';

/** The postal code of the place of issue: a retention is issued at its organization's address. */
export const placeOfRetention = ({ address }: IssuerSnapshot): string => address.zip ?? '';

/**
 * A retention in the API's words as the engine's input. What a draft lacks is left out of it, or empty where the engine has to
 * have something: it refuses it.
 */
export function retentionInput(
  content: RetentionContent,
  issuer: IssuerSnapshot,
  { fecha }: { readonly fecha: string },
): RetencionInput {
  const { folio_int, desc_retenc, periodo, complements, addenda, namespaces } = content;
  const [related] = content.related_documents;
  return {
    ...(folio_int !== null && { folioInt: folio_int }),
    fechaExp: fecha,
    lugarExpRetenc: placeOfRetention(issuer),
    cveRetenc: content.cve_retenc ?? '',
    ...(desc_retenc !== null && { descRetenc: desc_retenc }),
    ...(related && {
      relacionado: { tipoRelacion: related.relationship, uuid: related.documents[0] ?? '' },
    }),
    emisor: { rfc: issuer.tax_id, nombre: capitals(issuer.legal_name), regimenFiscal: issuer.tax_system },
    receptor: receiverOfRetention(content.customer),
    periodo: {
      mesIni: periodo?.mes_ini ?? 0,
      mesFin: periodo?.mes_fin ?? 0,
      ejercicio: periodo?.ejerc ?? 0,
    },
    totales: totales(content.totales ?? NO_TOTALS),
    ...(complements.length > 0 && { complementos: complements.map(complemento) }),
    ...(addenda && { addenda }),
    ...(namespaces.length > 0 && { espacios: namespaces.map(namespace) }),
  };
}

/** The caller's own XML as it is; typed data by SAT's tables. */
const complemento = (complement: RetentionComplement): NonNullable<RetencionInput['complementos']>[number] =>
  complement.type === 'custom' ? complement.data : complement;

const NO_TOTALS: RetentionTotals = {
  monto_tot_operacion: '',
  monto_tot_exent: '',
  monto_tot_grav: null,
  monto_tot_ret: null,
  imp_retenidos: [],
  utilidad_bimestral: null,
  isr_correspondiente: null,
};

const totales = (totals: RetentionTotals): TotalesRetencionInput => ({
  montoTotOperacion: totals.monto_tot_operacion,
  montoTotExent: totals.monto_tot_exent,
  ...(totals.monto_tot_grav !== null && { montoTotGrav: totals.monto_tot_grav }),
  ...(totals.monto_tot_ret !== null && { montoTotRet: totals.monto_tot_ret }),
  impRetenidos: totals.imp_retenidos.map(impuesto),
  ...(totals.utilidad_bimestral !== null && { utilidadBimestral: totals.utilidad_bimestral }),
  ...(totals.isr_correspondiente !== null && { isrCorrespondiente: totals.isr_correspondiente }),
});

const impuesto = (tax: RetentionTax): ImpuestoRetenidoInput => ({
  ...(tax.base_ret !== null && { baseRet: tax.base_ret }),
  ...(tax.impuesto !== null && { impuesto: tax.impuesto }),
  montoRet: tax.monto_ret,
  tipoPagoRet: tax.tipo_pago_ret,
});
