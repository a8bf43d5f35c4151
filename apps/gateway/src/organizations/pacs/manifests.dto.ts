import { ApiProperty } from '@nestjs/swagger';
import { Email, type UploadForm } from '#http';
import { certificateForm } from '../certificates.dto.js';

const MAX_EMAIL_BYTES = 320;
const WRITES_TO = 'Where the PAC writes to; absent: the support address of the organization';

/** The FIEL, with the address that the PAC writes to. */
export const manifestForm: UploadForm<'cer' | 'key', 'password' | 'email'> = {
  ...certificateForm,
  fields: {
    ...certificateForm.fields,
    email: { maxBytes: MAX_EMAIL_BYTES, description: WRITES_TO },
  },
};

/** A request without files: the FIEL that the organization keeps signs. */
export class ManifestBody {
  @Email({
    optional: true,
    description: WRITES_TO,
    example: 'representante@acme.mx',
  })
  email?: string;
}

/** A link by which the legal representative signs a manifest. */
export class ManifestLink {
  @ApiProperty({
    ...{ type: String, format: 'uri' },
    description: 'The page on which the legal representative signs with the FIEL. It is shown this once',
  })
  url!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'Until when it can be used, once' })
  expires_at!: string;
}
