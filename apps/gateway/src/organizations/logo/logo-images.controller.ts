import { Controller, Get, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuse } from '#kernel';
import { logoContentKey, readLogoUrl } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { HttpRefusal } from '#http';

/** A year: another logo has another address. */
const CACHED = 'public, max-age=31536000, immutable';

/** Logos for mail programs and pages: without a key, under an address that is made of the picture itself. */
@Controller('logos')
export class LogoImagesController {
  constructor(@Inject(CONTENTS) private readonly contents: ContentStore) {}

  @Get(':organization_id/:file')
  @ApiParam({ name: 'organization_id', type: String, description: 'Id of the organization' })
  @ApiParam({ name: 'file', type: String, description: 'Name of the picture, as `logo_url` has it' })
  @ApiProduces('image/png', 'image/jpeg')
  @ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } })
  async image(
    @Param('organization_id') organizationId: string,
    @Param('file') file: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const logo = readLogoUrl(`/v2/logos/${organizationId}/${file}`);
    const tenant = { organizationId, livemode: false };
    const image = logo && (await this.contents.get(tenant, logoContentKey(logo.digest)));
    if (!image) throw new HttpRefusal(refuse('not_found').refusal);
    void reply.headers({ 'cache-control': CACHED, 'cross-origin-resource-policy': 'cross-origin' });
    return new StreamableFile(image, { type: logo.type, length: image.length });
  }
}
