import { ApiProperty } from '@nestjs/swagger';
import type { UploadForm } from '#http';
import { Organization } from './dto.js';

const KB = 1024;

/** Real files have at most 2 kB. */
export const certificateForm: UploadForm<'cer' | 'key', 'password'> = {
  files: { cer: { maxBytes: 64 * KB }, key: { maxBytes: 64 * KB } },
  fields: { password: { maxBytes: KB } },
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
  @ApiProperty({ enum: [false] }) has_certificate!: boolean;
}
