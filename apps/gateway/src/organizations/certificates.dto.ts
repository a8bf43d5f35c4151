import { ApiProperty } from '@nestjs/swagger';
import type { UploadForm } from '#http';
import { Organization } from './dto.js';

const KB = 1024;

/** Real files have at most 2 kB. */
export const certificateForm: UploadForm<'cer' | 'key', 'password'> = {
  files: {
    cer: { maxBytes: 64 * KB, description: 'The certificate, as the SAT gave it: a `.cer` file' },
    key: { maxBytes: 64 * KB, description: 'Its private key: a `.key` file' },
  },
  fields: { password: { maxBytes: KB, description: 'Password of the key. Required, and may be empty' } },
  missing: ([first, second]) =>
    second !== undefined
      ? 'certificate_files_required'
      : first === 'cer'
        ? 'certificate_file_required'
        : 'private_key_file_required',
};

/** An organization whose certificate was deleted: what older and newer clients read of it. */
export class OrganizationWithoutCertificate extends Organization {
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it was deleted' })
  updated_at!: string | null;
  @ApiProperty({ enum: [false], description: 'Always false' }) has_certificate!: boolean;
}
