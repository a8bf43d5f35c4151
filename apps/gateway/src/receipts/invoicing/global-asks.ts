import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { freshOrNull, globalDateOf, globalPeriodOf, localDayOf } from '#billing';
import type { AskGlobalInvoice, OrganizationDoc, Periodicity } from '#contracts';
import { toInstant } from '#http';
import type { ContentScope } from '../../invoices/scope.js';
import { seriesOf } from './asks.js';
import type { GlobalInvoiceBody } from './dto.js';

/** As whom, and when, a global invoice is asked for. */
export interface GlobalScope {
  readonly scope: ContentScope;
  readonly organization: Pick<OrganizationDoc, 'receipts'>;
  /** The issuer's regime. */
  readonly taxSystem: string;
  readonly now: Date;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the receipts service is asked for by the body of POST /receipts/global-invoice: its period in days becomes instants. */
export function askGlobalOf(
  body: GlobalInvoiceBody,
  { scope, organization, taxSystem, now }: GlobalScope,
): Result<AskGlobalInvoice> {
  const missing = missingDays(body);
  if (missing.length > 0) return refuseFields(missing);
  const { timeZone } = scope;
  // The read model has its name as text; it was one of the periods when it was set.
  const periodicity = organization.receipts.periodicity as Periodicity;
  const { from, to, months } = body;
  const asked = { from, to, months, periodicity: body.periodicity };
  const period = globalPeriodOf(asked, { periodicity, timeZone, taxSystem, now });
  if (!period.ok) return period;
  const date = dateOf(body.date, { last: period.value.last, timeZone, now });
  if (!date.ok) return date;
  return ok({
    kind: 'global',
    from: period.value.from.toISOString(),
    until: period.value.until.toISOString(),
    global: period.value.global,
    payment_form: body.payment_form ?? null,
    receipts: body.receipts ?? null,
    limit_to_max_receipts: body.limit_to_max_receipts ?? false,
    date: date.value,
    extras: {
      folio_number: body.folio_number ?? null,
      series: seriesOf({ series: body.series?.trim() || null }, scope),
    },
    origin: 'api',
  });
}

/** Who names receipts says of which days they are: those of others are refused. */
const missingDays = ({ receipts, from, to }: GlobalInvoiceBody): Detail[] =>
  receipts === undefined
    ? []
    : [
        ...(from === undefined ? [field('from', 'required', { message: WITH_RECEIPTS })] : []),
        ...(to === undefined ? [field('to', 'required', { message: WITH_RECEIPTS })] : []),
      ];

const WITH_RECEIPTS = {
  es: 'Con "receipts" debe indicar también el periodo: falta "{path}".',
  en: 'With "receipts" the period must be given too: "{path}" is missing.',
};

/** The date asked for: a day stands for its end. Without one it is the end of the period where that is fresh enough. */
function dateOf(
  sent: string | null | undefined,
  { last, timeZone, now }: { readonly last: string; readonly timeZone: string; readonly now: Date },
): Result<string | null> {
  if (sent == null) return ok(globalDateOf(last, timeZone, now));
  if (DAY.test(sent) && sent === localDayOf(now, timeZone)) return ok(null);
  const asked = DAY.test(sent)
    ? globalDateOf(sent, timeZone, now)
    : freshOrNull(toInstant(sent, timeZone)?.toISOString() ?? null, now);
  return asked === null ? refuseFields([field('date', 'invalid_value', { message: NOT_FRESH })]) : ok(asked);
}

const NOT_FRESH = {
  es: 'La fecha en "{path}" debe ser de las últimas 72 horas y no puede ser futura; sin ella se usa el fin del periodo o la fecha actual.',
  en: 'The date in "{path}" must be within the last 72 hours and not in the future; without it, the end of the period or the current time is used.',
};
