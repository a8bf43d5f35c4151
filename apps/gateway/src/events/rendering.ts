import { Inject, Injectable } from '@nestjs/common';
import { sameTenant, type Tenant } from '#kernel';
import { eventDoc, showsPortal } from '#answers';
import { isWebhookNote, WEBHOOKS_STREAM, type PortalAddress, type ToldEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { NotedStreams, type StreamReader } from '#eventing';
import { STREAMS } from '#hosting';
import type { RowDoc } from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { PublicUrl } from '../portal/public-url.js';

/** Streams that are read at one time for a request. */
const AT_ONCE = 4;
/** Characters of a page from which on events are rendered when their turn comes, so that few are in memory. */
const LARGE = 4_000_000;

type Streams = Map<string, Promise<readonly RecordedEvent[]>>;

/** Writes told events with their resources as these were then, from their streams: nothing is kept of what nobody is sent. */
@Injectable()
export class EventRendering {
  private readonly streams: NotedStreams;

  constructor(
    @Inject(STREAMS) store: StreamReader,
    private readonly organizations: OrganizationDirectory,
    private readonly publicUrl: PublicUrl,
  ) {
    this.streams = new NotedStreams({ store, prefix: WEBHOOKS_STREAM, isNote: isWebhookNote });
  }

  /** The JSON of an event. */
  render(tenant: Tenant, told: ToldEvent): Promise<string> {
    return this.renderFrom(new Map(), tenant, told, told.revision);
  }

  /** The events of a page, in its order. */
  async renderAll(tenant: Tenant, page: readonly ToldEvent[]): Promise<readonly RowDoc[]> {
    const docs: RowDoc[] = [];
    let size = 0;
    for (let from = 0; from < page.length; from += AT_ONCE) {
      const some = page.slice(from, from + AT_ONCE);
      if (size > LARGE) {
        docs.push(...some.map((told) => async () => Buffer.from(await this.render(tenant, told))));
        continue;
      }
      // Neighbours are often of one stream: it is read once, up to the newest of them.
      const streams: Streams = new Map();
      const newestOf = ({ stream }: ToldEvent): number =>
        Math.max(...some.filter((told) => told.stream === stream).map(({ revision }) => revision));
      const texts = await Promise.all(
        some.map((told) => this.renderFrom(streams, tenant, told, newestOf(told))),
      );
      for (const text of texts) size += text.length;
      docs.push(...texts);
    }
    return docs;
  }

  private async renderFrom(
    streams: Streams,
    tenant: Tenant,
    told: ToldEvent,
    newest: number,
  ): Promise<string> {
    // What is read of endpoints is read for one event.
    const isOfOne = told.stream.startsWith(WEBHOOKS_STREAM);
    const name = isOfOne ? told.id : told.stream;
    const reading = streams.get(name) ?? this.streams.read(told.stream, isOfOne ? told.revision : newest);
    streams.set(name, reading);
    const events = (await reading).filter(({ metadata }) => sameTenant(metadata, tenant));
    const portal = showsPortal(told) ? await this.portalOf(tenant) : null;
    return JSON.stringify(eventDoc(told, tenant, events, portal));
  }

  private async portalOf({ organizationId }: Tenant): Promise<PortalAddress> {
    const { domain, custom_domain } = await this.organizations.organization(organizationId);
    return { public_url: this.publicUrl.base, domain, custom_domain };
  }
}
