import { Inject, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { systemNow } from '#kernel';
import { CONFIG, type Config } from '#hosting';
import { PublicUrl } from '../portal/public-url.js';
import { TYPES, type FileHead } from './file.js';
import { SignedUrls, type SignedFile } from './signed-urls.js';

/** A URL that downloads one file without credentials, for a few minutes. */
export class SignedDownloadUrl {
  @ApiProperty({ description: 'Needs no Authorization header: anyone who has the URL can use it' })
  url!: string;
  @ApiProperty({ format: 'date-time', description: 'Until when it works' }) expires_at!: string;
  @ApiProperty({ enum: Object.values(TYPES), description: 'What it downloads' }) content_type!: string;
  @ApiProperty({ description: 'The name that the file is saved by' }) filename!: string;
}

const MINUTE_MS = 60_000;

/** Hands out signed download URLs. */
@Injectable()
export class DownloadUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly signed: SignedUrls,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** How long from now a URL that is made now works. */
  expiry(): Date {
    const ms = systemNow().getTime() + this.config.downloadUrlMinutes * MINUTE_MS;
    return new Date(Math.floor(ms / 1000) * 1000);
  }

  /** The URL of a file that the caller may have. Check the permission before calling this. */
  urlOf(file: SignedFile, { name, format }: FileHead, expiresAt = this.expiry()): SignedDownloadUrl {
    const token = this.signed.sign(file, expiresAt);
    return {
      url: `${this.publicUrl.base}/v2/files?token=${token}`,
      expires_at: expiresAt.toISOString(),
      content_type: TYPES[format],
      filename: name,
    };
  }
}
