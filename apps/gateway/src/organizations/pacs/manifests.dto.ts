import { Email, type UploadForm } from '#http';
import { certificateForm } from '../certificates.dto.js';

const MAX_EMAIL_BYTES = 320;

/** The FIEL, with the address that the PAC writes to. */
export const manifestForm: UploadForm<'cer' | 'key', 'password' | 'email'> = {
  ...certificateForm,
  fields: { ...certificateForm.fields, email: { maxBytes: MAX_EMAIL_BYTES } },
};

/** A request without files: the FIEL that the organization keeps signs. */
export class ManifestBody {
  @Email({
    optional: true,
    description: 'Where the PAC writes to; absent: the support address of the organization',
    example: 'representante@acme.mx',
  })
  email?: string;
}

const file = { type: 'string' as const, format: 'binary' };

/** The body in the OpenAPI document: a form with files, or JSON (or nothing) without them. */
export const manifestBodySchema = {
  type: 'object' as const,
  properties: {
    cer: { ...file, description: 'The .cer of the FIEL, in a form, with `key` and `password`' },
    key: { ...file, description: 'The .key of the FIEL' },
    password: { type: 'string' as const, maxLength: 1024 },
    email: {
      ...{ type: 'string' as const, format: 'email', example: 'representante@acme.mx' },
      description: 'Where the PAC writes to; absent: the support address of the organization',
    },
  },
};
