/** Replaced by the full table. */
export const errorTable = {
  internal_error: { status: 500, es: 'Ocurrió un error interno.', en: 'An internal error occurred.' },
  invalid_request: { status: 400, es: 'La solicitud no es válida.', en: 'The request is not valid.' },
} as const;
export type ErrorCode = keyof typeof errorTable | (string & {});
