import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { ok, refuse, type Bilingual, type Refused, type Result } from '#kernel';
import { logoContentKey, organizationsReadModel, type LogoPrint } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, WorkerPool, WorkerRefusal, type WorkerTask } from '#hosting';
import { CommandSender } from '../../commands.js';
import { actorOf } from '../../actors.js';
import type { OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { readImageHead, type ImageProblem } from './image-head.js';
import type { MadeLogo } from './logo.worker.js';

/** Bytes of an uploaded logo. */
export const MAX_LOGO = 500 * 1024;

const MAKE_LOGO: WorkerTask<Uint8Array, MadeLogo | ImageProblem> = {
  module: new URL('./logo.worker.js', import.meta.url),
  name: 'makeLogo',
};

const RETRY_AFTER_SECONDS = 5;

const LIMITS: Readonly<Record<ImageProblem, Bilingual>> = {
  no_image: { es: '500 KB', en: '500 KB' },
  too_many_pixels: { es: '10 megapíxeles', en: '10 megapixels' },
};

const refuseImage = (problem: ImageProblem): Refused =>
  refuse('invalid_image_file', { location: 'files', path: 'file', params: { limit: LIMITS[problem] } });

/** Takes the logos of organizations: never the file that was sent, but a picture made anew of its pixels. */
@Injectable()
export class Logos {
  constructor(
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
    private readonly workers: WorkerPool,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /** Refused: organization_not_found, invalid_image_file, service_unavailable where no thread takes it now. */
  async set(id: string, file: Buffer, call: OrganizationCall): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const made = await this.make(id, file);
    if (!made.ok) return made;
    const { bytes, ...picture } = made.value;
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const logo: LogoPrint = { digest, ...picture, bytes: bytes.byteLength };
    const tenant = { organizationId: id, livemode: false };
    await this.contents.put(tenant, logoContentKey(digest), Buffer.from(bytes));
    const sent = await this.sender.send(
      { type: 'organizations.set-logo', key: id, data: { logo } },
      { tenant, actor: actorOf(call.principal), correlationId: call.correlationId },
      { readModel: organizationsReadModel },
    );
    return sent.ok ? this.organizations.findDoc(id, call.principal) : sent;
  }

  private async make(id: string, file: Buffer): Promise<Result<MadeLogo>> {
    const head = readImageHead(file);
    if (typeof head === 'string') return refuseImage(head);
    try {
      const made = await this.workers.run(MAKE_LOGO, file, id);
      return typeof made === 'string' ? refuseImage(made) : ok(made);
    } catch (error) {
      if (!(error instanceof WorkerRefusal)) throw error;
      // A picture that can be decoded takes seconds at most.
      if (error.reason === 'too_long') return refuseImage('no_image');
      return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    }
  }
}
