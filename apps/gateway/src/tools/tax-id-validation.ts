import { field, ok, refuse, type Result, type Tenant } from '#kernel';
import { explainRfc, isValidEfos, parseRfc, sandboxEfos, type EfosEntry, type SatLists } from '#sat';
import type { TaxIdValidationResult } from './dto.js';

const NOT_LISTED =
  'El RFC no se encuentra en el listado del artículo 69-B del Código Fiscal de la Federación.';

/**
 * What the list of article 69-B says of an RFC: in Test the sandbox's, in Live the one that is loaded. What is no RFC is
 * tax_id_validation_failed, Live without the list tax_id_validation_service_unavailable.
 */
export function validateTaxId(
  taxId: string,
  { livemode }: Tenant,
  lists: Pick<SatLists, 'efos'>,
): Result<TaxIdValidationResult> {
  const rfc = parseRfc(taxId)?.rfc;
  if (rfc === undefined)
    return refuse('tax_id_validation_failed', {
      ...{ path: 'tax_id', location: 'query' },
      details: [{ ...field('tax_id', 'invalid_format'), location: 'query', ...explainRfc(taxId) }],
    });
  const answer = livemode ? lists.efos(rfc) : sandboxEfos(rfc);
  if (!answer) return refuse('tax_id_validation_service_unavailable');
  const { updatedOn, entries } = answer;
  return ok({
    efos: {
      is_valid: isValidEfos(entries),
      data: {
        ...(entries.length === 0 && { mensaje: NOT_LISTED }),
        fechaLista: updatedOn.split('-').reverse().join('/'),
        detalles: entries.map(detailOf),
      },
    },
  });
}

const detailOf = (entry: EfosEntry) => ({
  rfc: entry.rfc,
  razonSocial: entry.name,
  situacionContribuyente: entry.situation,
  numFechaPresuncion: entry.presuncionOficio,
  pubFechaSatPresuntos: entry.presuncionSat,
  numGlobalPresuncion: entry.presuncionOficioDof,
  pubFechaDofPresuntos: entry.presuncionDof,
  pubSatDefinitivos: entry.definitivoSat,
  pubDofDefinitivos: entry.definitivoDof,
  numFechaSentFav: entry.sentenciaOficio,
  pubSatSentFav: entry.sentenciaSat,
});
