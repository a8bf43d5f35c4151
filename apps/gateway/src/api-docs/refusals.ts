/** What lists refuse by, whatever they list. */
export const LIST = [{ code: 'invalid_request', path: 'limit' }, 'page_too_large'] as const;
/** What a filter by days refuses by. */
export const DATES = [{ code: 'invalid_date', path: 'date' }, 'invalid_date_range'] as const;
/** What lists refuse by that take `date`. */
export const DATED_LIST = [...LIST, ...DATES] as const;
