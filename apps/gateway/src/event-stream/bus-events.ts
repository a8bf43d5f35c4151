import { Inject, Injectable } from '@nestjs/common';
import { newId, type SystemNow, type Tenant } from '#kernel';
import type { AnswerOf, ToldEvent } from '#contracts';
import { CONFIG, SYSTEM_NOW, type Config } from '#hosting';
import { unwrap } from '#http';
import { CommandSender } from '../commands.js';
import { EventRendering } from '../events/rendering.js';
import type { NextEvents } from './next-events.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Asked again soon, so nothing is gained by a longer wait. */
const ASK_MS = 10_000;

const inTest = (organizationId: string): Tenant => ({ organizationId, livemode: false });

/** Told events by questions to the webhooks service, and what they show by the streams that they are made of. */
@Injectable()
export class BusEvents implements NextEvents {
  constructor(
    private readonly sender: CommandSender,
    private readonly rendering: EventRendering,
    @Inject(CONFIG) private readonly config: Pick<Config, 'eventDays'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  async newest(organizationId: string): Promise<string> {
    const { last } = await this.ask(organizationId, null, 0);
    return last;
  }

  async following(organizationId: string, place: string, limit: number): Promise<readonly ToldEvent[]> {
    const { events } = await this.ask(organizationId, place, limit);
    return events;
  }

  /** Ids begin with the milliseconds of their time. */
  isKept(place: string): boolean {
    const { eventDays } = this.config;
    return eventDays === 0 || parseInt(place.slice(0, 12), 16) >= this.now().getTime() - eventDays * DAY_MS;
  }

  bodyOf(organizationId: string, event: ToldEvent): Promise<string> {
    return this.rendering.render(inTest(organizationId), event);
  }

  private async ask(
    organizationId: string,
    after: string | null,
    limit: number,
  ): Promise<AnswerOf<'webhooks.next-events'>> {
    const call = { tenant: inTest(organizationId), actor: 'listener', correlationId: newId() };
    const question = {
      type: 'webhooks.next-events',
      key: organizationId,
      data: { after, limit },
    } as const;
    return unwrap(await this.sender.send(question, call, { timeoutMs: ASK_MS })).data;
  }
}
