import { paletteOf } from '#kernel';
import { currencyDecimals, dateTime, micros, money } from './format.js';
import { GENERIC_FOREIGN_RFC } from './invoice-view.js';
import { acuseStatuses, cancellationMotives, cancellationStatuses, folioOf, initialsOf } from './labels.js';
import { logoUri } from './logo.js';
import { marksOf } from './marks.js';
import type { AcusePdfModel } from './model.js';
import { rowsOf } from './rows.js';

const party = (taxId: string, name: string | null | undefined): string =>
  name ? `${taxId}, ${name}` : taxId;

/** Everything that the template of a cancellation receipt prints. */
export function acuseView(model: AcusePdfModel) {
  const { issuer, customer, organization } = model;
  const local = (iso: string | null | undefined) => (iso ? dateTime(iso, model.timezone) : undefined);
  const folio = folioOf(model);
  const currency = model.currency ?? 'MXN';
  const name = organization.name || issuer.legal_name || issuer.tax_id;
  const status = model.status_code;
  const isRetention = model.document === 'retention';
  return {
    palette: paletteOf(organization.color),
    ...marksOf({ livemode: model.livemode, status: 'valid' }),
    isCompact: false,
    title: 'Acuse de cancelación',
    kind: isRetention ? 'un CFDI de retenciones e información de pagos' : 'un CFDI',
    heading: `Acuse de cancelación ${folio}`.trim(),
    folio,
    logo: logoUri(organization.logo),
    initials: initialsOf(name),
    uuid: model.uuid,
    issuer: {
      name,
      legalName: issuer.legal_name && issuer.legal_name !== name ? issuer.legal_name : undefined,
      taxId: issuer.tax_id,
      regime: undefined,
      address: [],
      contact: [organization.phone, organization.support_email, organization.website].filter(Boolean),
    },
    header: rowsOf([['Fecha del acuse', local(model.acknowledged_at)]]),
    facts: rowsOf([
      ['Folio fiscal', model.uuid],
      ['RFC del emisor', party(issuer.tax_id, issuer.legal_name)],
      [
        isRetention ? 'Receptor' : 'RFC del receptor',
        customer ? party(customer.tax_id ?? GENERIC_FOREIGN_RFC, customer.legal_name) : undefined,
      ],
      [`Fecha de ${isRetention ? 'expedición' : 'emisión'} del CFDI`, local(model.issued_at)],
      [
        isRetention ? 'Monto total de la operación' : 'Total del CFDI',
        model.total === null || model.total === undefined
          ? undefined
          : `${money(micros(model.total), currencyDecimals(currency))} ${currency}`,
      ],
      ['Motivo de cancelación', `${model.motive} - ${cancellationMotives[model.motive]}`],
      ['Folio fiscal que lo sustituye', model.substitution_uuid],
      ['Fecha de la solicitud', local(model.requested_at)],
      ['Fecha y hora de cancelación', local(model.canceled_at)],
      ['Estado de la cancelación', cancellationStatuses[model.cancellation_status]],
      [
        'Estatus del folio fiscal',
        status ? [status, acuseStatuses[status]].filter(Boolean).join(' - ') : undefined,
      ],
    ]),
    seal: model.sat_seal
      ? { qr: undefined, certificates: [], strings: rowsOf([['Sello digital del SAT', model.sat_seal]]) }
      : undefined,
  };
}
