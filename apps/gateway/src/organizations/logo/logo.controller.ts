import { Controller, Param, Put } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Caller, TakesUpload, Upload, unwrap, type Principal, type Uploaded, type UploadForm } from '#http';
import { LogId } from '../../commands.js';
import { organizationOf } from '../caller.js';
import { AnswersOrganization } from '../shows-folios.js';
import { Logos, MAX_LOGO } from './logos.js';

const ID = 'organization_id';

const logoForm: UploadForm<'file', never> = {
  files: { file: { maxBytes: MAX_LOGO, description: 'A PNG or JPEG of at most 500 KB and 10 megapixels' } },
  fields: {},
  missing: () => 'image_file_required',
};

/** The logo of an organization, which its documents, mails and pages show. */
@Controller('organizations')
export class LogoController {
  constructor(private readonly logos: Logos) {}

  @Put(`:${ID}/logo`)
  @ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' })
  @TakesUpload(logoForm)
  @AnswersOrganization()
  async set(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Upload(logoForm) { files }: Uploaded<'file'>,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.logos.set(organizationOf(principal, id), files.file, call));
  }
}
