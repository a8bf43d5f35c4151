import { field, ok, refuseFields, type Detail, type Subcode } from '#kernel';
import { MAX_DETAILS } from '../../amounts/compute.js';
import { detailsOf } from '../../schemas/details.js';
import { pagos20 } from '../../schemas/standards/complementos/pagos-20.js';
import { findDefects } from '../../schemas/check.js';
import { violationToDetail, type Violation } from '../../rules/rule.js';
import { formasPago } from '#sat';
import type { BuildComplemento } from '../complemento.js';
import { computePago } from './compute.js';
import type { PagoInput } from './input.js';
import { readPagos } from './read.js';
import type { ReadPago } from './read-model.js';
import { toPagosNode } from './nodes.js';
import { checkComplemento } from './rules.js';

/**
 * Builds pago20:Pagos 2.0 from payments: the balance left of each document, its equivalencia, the summary of taxes of
 * each payment in its currency, its Monto where it is not given, and all Totales in MXN.
 *
 * `path` is the path of the list of payments. Refuses (invalid_request) with a detail per wrong field, at paths below
 * it (`[0].documentos[1].importePagado`): amount_exceeds_related_document_balance where more is paid than is owed,
 * exchange_rate_too_large of a document in USD that is paid in MXN at more than 1, exchange_rate_too_small of one in MXN that
 * is paid in USD at less than 1, and whatever else the matrix of Pagos 2.0 (CRP20201 to CRP20279) says of the element.
 */
export const buildPagos: BuildComplemento<readonly PagoInput[]> = (data, { fecha }, path) => {
  const { pagos, details } = readPagos(data, path);
  const ofBanco = pagos.flatMap(checkNoBanco);
  if (details.length + ofBanco.length > 0)
    return refuseFields([...details, ...ofBanco].slice(0, MAX_DETAILS));
  const node = toPagosNode(pagos.map(computePago), path);
  const defects = findDefects(pagos20.root, node, MAX_DETAILS);
  if (defects.length > 0) return refuseFields(detailsOf(defects));
  const violations: Violation[] = [];
  checkComplemento(node, typeof fecha === 'string' ? { fecha } : {}, violations, MAX_DETAILS);
  // The remaining balance has too many decimals only if the amounts owed or paid have, and those are already reported.
  const own = violations.filter(({ code }) => code !== 'CRP20243');
  if (own.length > 0) return refuseFields(own.map(toDetail));
  return ok({ standard: pagos20, node });
};

/** Rules that forbid a field, or ask for one: the API has words for that. */
const SUBCODES: Readonly<Record<string, Subcode>> = {
  ...{ CRP20221: 'not_allowed', CRP20224: 'not_allowed', CRP20227: 'not_allowed', CRP20228: 'not_allowed' },
  ...{ CRP20229: 'not_allowed', CRP20231: 'not_allowed', CRP20233: 'not_allowed', CRP20235: 'not_allowed' },
  ...{ CRP20223: 'required', CRP20230: 'required', CRP20232: 'required', CRP20234: 'required' },
  ...{ CRP20246: 'required', CRP20247: 'not_allowed' },
};

const toDetail = (violation: Violation): Detail => ({
  ...violationToDetail(violation),
  code: SUBCODES[violation.code] ?? 'invalid_value',
});

/** The bank's name goes with the fields of accounts; the matrix has no rule that says so. */
function checkNoBanco({ ruta, formaPago, operacion }: ReadPago): readonly Detail[] {
  const banco = formasPago.find(formaPago)?.banco;
  return operacion['NomBancoOrdExt'] !== undefined && banco && !banco.bancoExtranjero
    ? [field(`${ruta}.nomBancoOrdExt`, 'not_allowed')]
    : [];
}
