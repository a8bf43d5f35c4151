import { dottedPath, type Detail } from '#kernel';
import type { IssuerSnapshot } from '../invoice-content.js';
import type { InvoiceStamp } from '../invoice-issue.js';
import type { CancelMotive, FiscalDocument } from '../invoicing.js';
import type { SurplusSettled } from '../surplus-stamps.js';
import { excerpt, shortText } from './excerpt.js';
import type { Reason } from './primitives.js';

/** What the public events of invoices and of retentions say in the same words. */

const reasonV1 = ({ code, source, path }: Detail): Reason => ({
  ...{ code, source },
  path: path === undefined ? null : dottedPath(path),
});
/** Why something was refused. */
export const reasonsV1 = (details: readonly Detail[]) => excerpt(details, reasonV1);

/** Who issues it. */
export const issuerV1 = ({ legal_name, tax_id, tax_system }: IssuerSnapshot) => ({
  legal_name,
  tax_id,
  tax_system,
});

interface Numbered {
  readonly number: number;
}

/** It has its stamp. */
export const stampV1 = ({ number, stamp }: Numbered & { readonly stamp: InvoiceStamp }) => ({
  number,
  uuid: stamp.uuid,
  stamp_date: stamp.date,
  sat_cert_number: stamp.sat_cert_number,
  issuer_cert_number: stamp.issuer_cert_number,
  rfc_provider_cert: stamp.rfc_provider_cert,
  verification_url: stamp.verification_url,
});

/** A stamp or a cancellation was refused. */
export const refusalV1 = (
  refused: Numbered & { readonly code: string; readonly details: readonly Detail[] },
) => ({
  number: refused.number,
  code: refused.code,
  reasons: reasonsV1(refused.details),
});

/** Its stamp is late, or was given up. */
export const lateV1 = ({ number, reason }: Numbered & { readonly reason: string }) => ({
  number,
  reason: shortText(reason),
});

/** Its cancellation was asked for. */
export const cancellationRequestV1 = (
  asked: Numbered & {
    readonly motive: CancelMotive;
    readonly substitution: string | null;
    readonly document: FiscalDocument;
  },
) => ({
  number: asked.number,
  uuid: asked.document.uuid,
  motive: asked.motive,
  substitution: asked.substitution,
});

/** How the request stands with the tax authority. */
export const cancellationStateV1 = <Status extends string>({
  number,
  status,
}: Numbered & { readonly status: Status }) => ({ number, cancellation_status: status });

/** A second stamp of the same document. */
export const surplusV1 = ({ uuid, pac }: Pick<SurplusSettled, 'uuid' | 'pac'>) => ({ uuid, pac });

/** What became of it. */
export const settledV1 = ({ uuid, pac, status }: SurplusSettled) => ({ uuid, pac, status });
