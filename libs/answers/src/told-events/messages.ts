import {
  errorTable,
  renderMessage,
  subcodeTable,
  warningTable,
  type Detail,
  type ErrorCode,
  type StreamEvent,
  type WarningCode,
} from '#kernel';
import {
  GLOBALS_STREAM,
  INVOICE_STREAM,
  RETENTION_STREAM,
  type GlobalsEvent,
  type InvoiceEvent,
  type RetentionEvent,
  type SurplusSettled,
} from '#contracts';

/** Why something failed, beside an event. */
export interface ResourceMessage {
  readonly resource_type: 'invoice' | 'retention' | 'global_period';
  readonly resource_id: string;
  readonly source: 'stamping_async_task' | 'cancellation_async_task' | 'global_invoice_async_task';
  readonly severity: 'error' | 'warning' | 'info';
  /** The code of the API's errors, or that of the provider or the tax authority. */
  readonly code: string;
  readonly message: string;
  readonly created_at: string;
}

type Source = ResourceMessage['source'];

/** The language of texts that nobody asked for: there is no request that could say another one. */
const LANGUAGE = 'es';

/** What an event says went wrong; nothing for most. */
export function messagesOf(
  recorded: StreamEvent,
  resourceId: string,
  at: string,
): readonly ResourceMessage[] {
  if (recorded.streamId.startsWith(GLOBALS_STREAM))
    return ofGlobals(recorded as StreamEvent<GlobalsEvent>, resourceId, at);
  const said = recorded.streamId.startsWith(INVOICE_STREAM)
    ? ofInvoice(recorded as StreamEvent<InvoiceEvent>)
    : recorded.streamId.startsWith(RETENTION_STREAM)
      ? ofRetention(recorded as StreamEvent<RetentionEvent>)
      : undefined;
  if (!said) return ofSurplus(recorded as StreamEvent<InvoiceEvent | RetentionEvent>, resourceId, at);
  return said.reasons.map(([code, message]) => ({
    ...({ resource_type: said.of, resource_id: resourceId, source: said.source, severity: 'error' } as const),
    ...{ code, message, created_at: at },
  }));
}

/** What went wrong with a document on its way to its stamp or its cancellation. */
interface Said {
  readonly of: 'invoice' | 'retention';
  readonly source: Source;
  readonly reasons: readonly (readonly [code: string, message: string])[];
}

function ofInvoice({ type, data }: InvoiceEvent): Said | undefined {
  const of = 'invoice';
  if (type === 'InvoiceRefused')
    return { of, source: 'stamping_async_task', reasons: reasons(data.code, data.details) };
  if (type === 'StampingFailed')
    return { of, source: 'stamping_async_task', reasons: reasons('invoice_stamping_failed', []) };
  if (type === 'CancellationRefused')
    return { of, source: 'cancellation_async_task', reasons: reasons(data.code, data.details) };
  return undefined;
}

function ofRetention({ type, data }: RetentionEvent): Said | undefined {
  const of = 'retention';
  if (type === 'RetentionRefused')
    return { of, source: 'stamping_async_task', reasons: reasons(data.code, data.details) };
  if (type === 'RetentionStampingFailed')
    return { of, source: 'stamping_async_task', reasons: reasons('retention_stamping_failed', []) };
  if (type === 'RetentionCancellationRefused')
    return { of, source: 'cancellation_async_task', reasons: reasons(data.code, data.details) };
  return undefined;
}

/** What there is to know of a second stamp of the same document: its folio fiscal, its PAC, and what became of it. */
function ofSurplus(
  event: StreamEvent<InvoiceEvent | RetentionEvent>,
  id: string,
  at: string,
): readonly ResourceMessage[] {
  const told = (of: Said['of'], code: WarningCode, { uuid, pac, status }: SurplusNote) => [
    {
      ...({ resource_type: of, resource_id: id, source: 'stamping_async_task' } as const),
      severity: status === 'canceled' ? ('info' as const) : ('warning' as const),
      code,
      message: renderMessage(
        warningTable[code][LANGUAGE],
        { uuid, pac, ...(status && { status }) },
        LANGUAGE,
      ),
      created_at: at,
    },
  ];
  if (event.type === 'InvoiceSurplusStampFound') return told('invoice', 'surplus_stamp', event.data);
  if (event.type === 'RetentionSurplusStampFound') return told('retention', 'surplus_stamp', event.data);
  if (event.type === 'InvoiceSurplusStampSettled')
    return told('invoice', settledCode(event.data), event.data);
  if (event.type === 'RetentionSurplusStampSettled')
    return told('retention', settledCode(event.data), event.data);
  return [];
}

type SurplusNote = Pick<SurplusSettled, 'uuid' | 'pac'> & Partial<Pick<SurplusSettled, 'status'>>;

const settledCode = ({ status }: SurplusSettled): WarningCode =>
  status === 'canceled' ? 'surplus_stamp_canceled' : 'surplus_stamp_not_canceled';

/** One that is tried again is a warning: nobody has to see to it yet. */
function ofGlobals(event: StreamEvent<GlobalsEvent>, id: string, at: string): readonly ResourceMessage[] {
  if (event.type !== 'GlobalInvoiceNotMade') return [];
  const { code, details, next_at } = event.data;
  return reasons(code, details).map(([reason, message]) => ({
    ...({ resource_type: 'global_period', resource_id: id, source: 'global_invoice_async_task' } as const),
    severity: next_at === null ? ('error' as const) : ('warning' as const),
    ...{ code: reason, message, created_at: at },
  }));
}

/** The details of a refusal; where it has none, its own code. */
const reasons = (code: ErrorCode, details: readonly Detail[]): (readonly [string, string])[] => {
  const whole = renderMessage(errorTable[code][LANGUAGE], {}, LANGUAGE);
  return details.length === 0
    ? [[code, whole]]
    : details.map((detail) => [detail.code, textOf(detail, whole)]);
};

/** The text of a detail: its own, or that of its code; else that of the refusal. */
function textOf(detail: Detail, otherwise: string): string {
  const params = { ...(detail.path && { path: detail.path }), ...detail.params };
  if (typeof detail.message === 'string') return detail.message;
  if (detail.message) return renderMessage(detail.message[LANGUAGE], params, LANGUAGE);
  const table: Readonly<Record<string, Readonly<Record<typeof LANGUAGE, string>>>> = {
    ...errorTable,
    ...subcodeTable,
  };
  const entry = Object.hasOwn(table, detail.code) ? table[detail.code] : undefined;
  return entry ? renderMessage(entry[LANGUAGE], params, LANGUAGE) : otherwise;
}
