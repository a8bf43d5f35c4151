import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ok, type Clock, type ErrorCode, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  LookForPetitionsCommand,
  type CommandOutcome,
  type PetitionContext,
  type PetitionsLook,
  type ReceivedDocument,
} from '#contracts';
import { answerWithData, type Handled } from '#eventing';
import { CLOCK } from '#hosting';
import type { PendingCancellation } from '#pac';
import type { Petition } from './petition.js';
import type { PetitionListDecision } from './petition-list.js';
import { PetitionLists, Petitions } from './petitions.js';
import { ReceiverSide } from './receiver-side.js';

type Answer = CommandOutcome<PetitionsLook>;
/** What a PAC told of the organization's RFC. */
interface Told {
  readonly rfc: string;
  readonly pac: string;
  readonly requests: readonly PendingCancellation[];
}
type Changed = { stream: string; revision: number }[];

/** Petitions that are taken note of at the same time. */
const AT_ONCE = 8;
const UNAVAILABLE: ErrorCode = 'cancellation_request_service_unavailable';

/** Asks which petitions wait for an organization, and takes note of those that are new, and of those that are gone. */
@CommandHandler(LookForPetitionsCommand)
export class LookForPetitionsHandler implements Handles<LookForPetitionsCommand> {
  constructor(
    private readonly petitions: Petitions,
    private readonly lists: PetitionLists,
    private readonly side: ReceiverSide,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(command: LookForPetitionsCommand): Promise<Answer> {
    const { after } = command.data;
    const { lookedAt, askedAt } = await this.lists.state(command.key, command.tenant);
    const nothing = (code: ErrorCode | null): Answer =>
      answerWithData({ asked_at: askedAt, code, changed: [] });
    // Another look has come after the one that planned this one, and has planned its own.
    if (after !== null && after !== lookedAt) return nothing(null);
    const context = await this.side.context(command, []);
    if (!context.ok) return context;
    // An organization that is deleted is not asked for any more.
    if (context.value === null) return nothing(null);
    const { receiver, waiting } = context.value;
    if (receiver === null) {
      await this.note(command, { kind: 'silent', reason: 'the organization has no RFC' });
      return nothing('organization_incomplete');
    }
    const listed = await this.side.list(command, receiver.rfc);
    if (listed.kind === 'silent') {
      await this.note(command, listed);
      return nothing(UNAVAILABLE);
    }
    const { pac, requests } = listed;
    const at = this.clock.now(command.tenant).toISOString();
    const told = { rfc: receiver.rfc, pac, requests };
    const received = await this.receivedOf(command, requests, waiting);
    if (!received.ok) return received;
    const changed: Changed = [];
    await this.see(command, { ...told, requests: requests.filter(isNews(waiting)) }, received.value, changed);
    await this.miss(command, told, received.value, waiting, changed);
    await this.note(command, { kind: 'listed', rfc: receiver.rfc, pac, found: requests.length });
    return answerWithData({ asked_at: at, code: null, changed });
  }

  /** The documents of petitions that have none yet: of what is listed, and of what waits here. */
  private async receivedOf(
    command: LookForPetitionsCommand,
    requests: readonly PendingCancellation[],
    waiting: PetitionContext['waiting'],
  ): Promise<Result<ReadonlyMap<string, ReceivedDocument>>> {
    const all = [...requests, ...waiting].filter(isNews(waiting)).map(({ uuid }) => uuid);
    const unknown = [...new Set(all)];
    if (unknown.length === 0) return ok(new Map());
    const context = await this.side.context(command, unknown);
    if (!context.ok) return context;
    const { received = [] } = context.value ?? {};
    return ok(new Map(received.map((one) => [one.document.uuid, one])));
  }

  /** What is listed: a new petition, or one whose document has come since. */
  private async see(
    command: LookForPetitionsCommand,
    { rfc: receiverRfc, pac, requests }: Told,
    received: ReadonlyMap<string, ReceivedDocument>,
    changed: Changed,
  ): Promise<void> {
    await each(requests, async ({ uuid, requestedAt = null }) => {
      const listed = { uuid, receiverRfc, pac, requestedAt, received: received.get(uuid) ?? null };
      const handled = await this.petitions.see(command, listed);
      if (handled.ok && handled.value.changed) changed.push(placeOf(handled.value));
    });
  }

  /** What waits here and is not listed: the SAT's status says what became of it. */
  private async miss(
    command: LookForPetitionsCommand,
    { pac, requests }: Told,
    received: ReadonlyMap<string, ReceivedDocument>,
    waiting: PetitionContext['waiting'],
    changed: Changed,
  ): Promise<void> {
    const listed = new Set(requests.map(({ uuid }) => uuid));
    const gone = waiting.filter(({ uuid }) => !listed.has(uuid));
    await each(gone, async ({ uuid }) => {
      const state = await this.petitions.ofDocument(command, uuid);
      if (state.status !== 'pending' || state.pac !== pac) return;
      const document = state.received ?? received.get(uuid) ?? null;
      const found = await this.side.found(command, document);
      const handled = await this.petitions.miss(command, { uuid, pac, received: document }, found);
      if (handled.ok && handled.value.changed) changed.push(placeOf(handled.value));
    });
  }

  private async note(command: LookForPetitionsCommand, told: PetitionListDecision['told']): Promise<void> {
    const { livemode } = command.tenant;
    const used = command.data.after === null;
    const now = this.clock.now(command.tenant);
    await this.lists.handle(command, { now, livemode, used, told });
  }
}

/** Not those that wait here with their document: a list says nothing new of them. */
function isNews(waiting: PetitionContext['waiting']): (one: { readonly uuid: string }) => boolean {
  const described = new Set(waiting.filter((one) => one.described).map(({ uuid }) => uuid));
  return ({ uuid }) => !described.has(uuid);
}

const placeOf = ({ stream, revision }: Handled<Petition>) => ({ stream, revision });

/** Does something with each of many, a few at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}
