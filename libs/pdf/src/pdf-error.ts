/**
 * Why a document was not printed:
 * `overloaded` the queue is full, try later; `timeout` one print took too long; `no_browser` none could be started;
 * `closed` the printer was closed; `failed` the browser broke twice on this document.
 */
export type PdfErrorCode = 'overloaded' | 'timeout' | 'no_browser' | 'closed' | 'failed';

export class PdfError extends Error {
  override readonly name = 'PdfError';

  constructor(
    readonly code: PdfErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
