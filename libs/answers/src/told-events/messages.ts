import {
  errorTable,
  renderMessage,
  subcodeTable,
  type Detail,
  type ErrorCode,
  type StreamEvent,
} from '#kernel';
import { GLOBALS_STREAM, INVOICE_STREAM, type GlobalsEvent, type InvoiceEvent } from '#contracts';

/** Why something failed, beside an event. */
export interface ResourceMessage {
  readonly resource_type: 'invoice' | 'global_period';
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
  if (!recorded.streamId.startsWith(INVOICE_STREAM)) return [];
  const event = recorded as StreamEvent<InvoiceEvent>;
  const say = (source: Source, details: readonly (readonly [code: string, message: string])[]) =>
    details.map(([code, message]) => ({
      ...({ resource_type: 'invoice', resource_id: resourceId, source, severity: 'error' } as const),
      ...{ code, message, created_at: at },
    }));
  if (event.type === 'InvoiceRefused')
    return say('stamping_async_task', reasons(event.data.code, event.data.details));
  if (event.type === 'StampingFailed')
    return say('stamping_async_task', reasons('invoice_stamping_failed', []));
  if (event.type === 'CancellationRefused')
    return say('cancellation_async_task', reasons(event.data.code, event.data.details));
  return [];
}

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
