const KB = 1024;

/**
 * Body limits of routes, in bytes. `none`: the route needs no body, and what old clients send (`{"params":null}`,
 * `[]`) is ignored. `form`: the form of a hosted page. `small`: one resource of some kilobytes, with room to be told
 * everything that is wrong in it. `upload`: a form with files (multipart/form-data), each with a limit of its own;
 * `upload_or_json`: that, or JSON. What is `large` depends on the installation.
 */
export const BODY_BYTES = {
  ...{ none: 16 * KB, form: 64 * KB, small: 256 * KB },
  ...{ upload: 1024 * KB, upload_or_json: 1024 * KB },
} as const;
/** A `file` is read as it comes (text/csv, application/x-ndjson), and is never in memory whole. */
export const FILE_BYTES = 200 * 1024 * KB;
/** A `form_file` is a form with one file, which is read as it comes: 50 MB of it, and room for the form's own parts. */
export const FORM_FILE_BYTES = 51 * 1024 * KB;

/** A `mail` (message/rfc822, or a form around it) is read once its route asks for it. */
export const MAIL_BYTES = 25 * 1024 * KB;

export type BodyLimit = keyof typeof BODY_BYTES | 'large' | 'file' | 'form_file' | 'mail';

/** Whether a route takes forms with files. */
export const takesForms = (limit: BodyLimit | undefined): boolean =>
  limit === 'upload' || limit === 'upload_or_json';
