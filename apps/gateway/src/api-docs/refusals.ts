/** What lists refuse by, whatever they list. */
export const LIST = [{ code: 'invalid_request', path: 'limit' }, 'page_too_large'] as const;
/** The same of lists that take `date`. */
export const DATED_LIST = [...LIST, { code: 'invalid_date', path: 'date' }, 'invalid_date_range'] as const;
