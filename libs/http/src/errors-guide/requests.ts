/** What to do about codes: Requests. One sentence or two, as Markdown. */
export const requests = {
  conflict:
    'Read the resource again and repeat the request. Somebody else has written it at the same moment, or its state does not allow the operation.',
  document_lost:
    'Tell the operator: the database was restored from an older backup. Get the XML at your PAC, or from whom you sent it to; it is valid all the same.',
  forbidden:
    'Ask an administrator for a role with the operation that the answer names, or use a key with more scope.',
  internal_error:
    'Repeat the request later, with the same Idempotency-Key. If it happens again, report it with `X-Service-Log-Id`.',
  not_found:
    'Check the path and the method: the answer suggests a path that is close. The base URL ends in `/v2`.',
  unauthorized: 'Send `Authorization: Bearer sk_…`, as `errors[]` says.',
  method_not_allowed: 'Use one of the methods that the answer and the header `Allow` name.',
  not_acceptable: 'Ask for a type in `Accept` that the answer names, or send no `Accept`.',
  precondition_failed:
    'Read the resource again, apply your change to it, and send its new `ETag` in `If-Match`.',
  request_timeout: 'Send the body faster or in parts: the connection was too slow.',
  uri_too_long: 'Move filters out of the address: ask for fewer ids at once.',
  unsupported_media_type: 'Set `Content-Type` to the type that the answer names, mostly `application/json`.',
  headers_too_large: 'Send fewer or smaller headers; cookies are not needed.',
  service_unavailable:
    'Wait for `Retry-After` seconds and repeat the request, with the same Idempotency-Key.',
  idempotency_key_in_use:
    'Read the resource in `resource_id`: your first request made it. For another resource, use another key.',
  rate_limit_exceeded: 'Wait for `Retry-After` seconds. Spread requests by the headers `RateLimit`.',
  date_range_too_large: 'Ask for a shorter period, several times.',
  image_file_required: 'Send the image as the file `file` of a form (multipart/form-data).',
  invalid_country_code: 'Use the three letters of c_Pais, such as MEX or USA.',
  invalid_date: 'Send ISO 8601: `2026-11-28` or `2026-11-28T10:00:00Z`.',
  invalid_date_range: 'Let the period begin before it ends.',
  invalid_image_file: 'Send a JPG or PNG that is smaller than the limit in the answer.',
  invalid_json: 'Correct the JSON at the line and column in the answer. In a shell, check the quotes.',
  invalid_multipart_form_data:
    'Let your HTTP client build the form and its `Content-Type` with the boundary.',
  invalid_request: 'Correct every field in `errors[]`: each has its `path` and its own code (see Details).',
  invalid_state_code: 'Use a key of c_Estado for Mexico, the United States and Canada, such as CMX or TX.',
  multipart_limit_exceeded: 'Send fewer fields and files, or smaller ones, as the limit in the answer says.',
  page_too_large: 'Use `pagination=cursor` and follow `next`.',
  payload_too_large: 'Send a smaller body: split a batch, or import a file instead.',
} as const;
