import { sale, universidad } from '../../support/bodies.js';
import { formWith } from '../../support/pictures.js';
import { NOWHERE, plain, reached, type Reached } from './row.js';

/** Codes of the request itself: how it is written, who sends it, how often. */

const authorization = (text: string) => ({ call: { key: null, headers: { authorization: text } } });
const xml = { call: { headers: { 'content-type': 'application/xml' } } };

/** Uploads of a logo, and how each is refused. */
const uploads = (
  rows: readonly (readonly [code: string, status: number, form: FormData | string, path?: string])[],
): Reached[] =>
  rows.map(([code, status, form, path]) =>
    reached(
      code,
      status,
      ({ app: { demo } }) => ({
        request: `PUT /organizations/${demo.organization_id}/logo`,
        body: form,
        options: {
          key: demo.user_key,
          ...(typeof form === 'string' && { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
        },
      }),
      path,
    ),
  );

/** A form of so many fields. */
function fieldsOf(count: number): FormData {
  const form = new FormData();
  for (let n = 0; n < count; n += 1) form.set(`field${n}`, 'x');
  return form;
}

export const requestCodes: readonly Reached[] = [
  plain('not_found', 404, 'GET /nothing'),
  plain('method_not_allowed', 405, 'PATCH /customers', {}),
  plain('uri_too_long', 414, `GET /invoices?q=${'x'.repeat(9_000)}`),
  plain('unsupported_media_type', 415, 'POST /customers', '<a/>', xml),
  reached(
    'not_acceptable',
    406,
    async ({ app }) => {
      const { id } = await app.post('/receipts', sale());
      return { request: `GET /receipts/${id}/ticket`, options: { headers: { accept: 'image/png' } } };
    },
    'Accept',
  ),
  plain('headers_too_large', 431, 'GET /customers', undefined, {
    call: { headers: { 'x-much': 'x'.repeat(30_000) } },
  }),
  plain('forbidden', 403, 'GET /files?token=none'),
  reached('precondition_failed', 412, async ({ app }) => {
    const { id } = await app.post('/products', { description: 'A', product_key: '60131324', price: 1 });
    const options = { headers: { 'if-match': '"0"' } };
    return { request: `PUT /products/${id}`, body: { price: 2 }, options };
  }),

  plain('missing_credentials', 401, 'GET /customers', undefined, { call: { key: null } }),
  plain('unauthorized', 401, 'GET /customers', undefined, authorization('Digest abc')),
  plain('api_key_invalid', 401, 'GET /customers', undefined, { call: { key: 'sk_test_nobody' } }),
  plain('user_key_invalid', 401, 'GET /organizations', undefined, { call: { key: 'sk_user_nobody' } }),
  plain('api_key_not_allowed', 403, 'GET /organizations'),
  reached(
    'organization_incomplete',
    403,
    async ({ app }) => {
      const user = await app.newUser();
      const { id } = await app.newOrganization(user);
      const key = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
      const options = { key: key as string };
      return { request: 'POST /invoices', body: { customer: universidad, items: [] }, options };
    },
    'legal',
  ),
  plain('live_api_key_required', 403, 'PUT /organizations/me/legal', {}),
  {
    ...plain('subscription_live_access_required', 402, 'GET /invoices/zip-requests'),
    narrow: true,
  },

  ...uploads([
    ['image_file_required', 400, new FormData(), 'file'],
    ['invalid_image_file', 400, formWith(Buffer.from('GIF89a')), 'file'],
    ['multipart_limit_exceeded', 413, fieldsOf(11)],
    ['invalid_multipart_form_data', 400, '--cut off'],
  ]),
  plain('invalid_json', 400, 'POST /customers', '{"legal_name":'),
  plain('invalid_request', 400, 'POST /products', {}, { path: 'description' }),
  plain('payload_too_large', 413, 'POST /customers', { legal_name: 'x'.repeat(2_200_000) }),
  plain('page_too_large', 400, 'GET /invoices?page=31&limit=100', undefined, { path: 'page' }),
  plain('invalid_date', 400, 'GET /invoices?date[gte]=2026-02-30', undefined, { path: 'date.gte' }),
  plain('invalid_date_range', 400, 'GET /invoices?date[gte]=2026-02-01&date[lt]=2026-01-01'),
  // One that starts after it ends is another code: this one would be too long an answer.
  plain('date_range_too_large', 400, 'GET /receipts/summary?from=2026-01-01&to=2026-06-01', undefined, {
    path: 'to',
  }),
  plain('invalid_country_code', 400, 'POST /customers', { legal_name: 'A', address: { country: 'XYZ' } }),
  plain('invalid_state_code', 400, 'POST /customers', {
    legal_name: 'A',
    address: { country: 'USA', state: 'ZZ' },
  }),
  reached('idempotency_key_in_use', 409, async ({ app }) => {
    const body = { customer: universidad, status: 'draft', idempotency_key: 'once' };
    await app.api('POST', '/invoices', body);
    return { request: 'POST /invoices', body };
  }),
  {
    ...reached('rate_limit_exceeded', 429, async ({ narrow }) => {
      // More than the bucket holds: the next one is refused.
      await Promise.all([1, 2, 3].map(() => narrow.api('GET', `/products/${NOWHERE}`)));
      return { request: `GET /products/${NOWHERE}` };
    }),
    narrow: true,
  },
];
