import { openCsd, parseRespuesta, type Respuesta } from '#cfdi';
import { makeCertificado } from '#cfdi/testing/certificates';
import { FixedClock, ok, type StreamEvent } from '#kernel';
import type { CommandBus } from '#bus';
import { petitionId, type Command, type CommandType, type DataOf, type PetitionContext } from '#contracts';
import type { EventStore } from '#event-store';
import type { ContentStore } from '#eventing';
import type { Signer } from '#fiscal';
import type { AnswerOutcome, Pac, PacDirectory, StatusOutcome } from '#pac';
import { AnswerPetitionHandler } from './answering.js';
import { FollowAnswerHandler } from './following.js';
import { LookForPetitionsHandler } from './looking.js';
import { PetitionLists, Petitions } from './petitions.js';
import { ReceiverSide } from './receiver-side.js';

/** For specs: a tenant's petitions over a store in memory and a tax authority that remembers. Processes die where a spec says so. */

export const RFC = 'URE180429TM6';
export const UUID = '5C1DD5B6-5B3A-4A0A-8C8B-2E8F0E7C7D11';
export const tenant = { organizationId: 'a'.repeat(24), livemode: false };
export const KEY = petitionId(tenant, UUID);

/** The process is gone: nothing after this happens in it. */
export class Dead extends Error {}

const made = openCsd(makeCertificado({ rfc: RFC }));
if (!made.ok) throw new Error(made.refusal.code);
const csd = made.value;

/** How the provider takes the next answers; what is not said goes well. */
export type Turn = 'takes' | 'loses the answer' | 'loses the request' | 'is out' | { readonly code: string };

export class World {
  readonly clock = new FixedClock(new Date('2026-11-27T18:00:00.000Z'));
  readonly streams = new Map<string, StreamEvent[]>();
  /** What waits at the tax authority, and what it was answered. */
  readonly waiting = new Set<string>([UUID]);
  readonly taken: { uuid: string; respuesta: Respuesta }[] = [];
  /** Every signed answer that reached the provider. */
  readonly sent: string[] = [];
  readonly turns: Turn[] = [];
  listIsOut = false;
  status: StatusOutcome = { kind: 'unavailable', reason: 'not asked' };
  context: PetitionContext | null = {
    ...{ receiver: { rfc: RFC, nombre: 'UNIVERSIDAD' }, received: [], waiting: [] },
  };
  hasCsd = true;
  /** How many steps (an append, a call) are made before the process dies; before the step, or right after it. */
  dies: { in: number; when: 'before' | 'after' } | undefined;
  private commands = 0;

  /** A new process over the same store and the same world. */
  process() {
    const petitions = new Petitions(this.store(), this.clock);
    const side = new ReceiverSide(
      this.pacs(),
      { ofRfc: async () => (this.hasCsd ? ok(csd) : NO_CSD) } as unknown as Signer,
      { put: async () => undefined } as unknown as ContentStore,
      { send: async () => ok({ data: this.context }) } as unknown as CommandBus,
    );
    const follow = new FollowAnswerHandler(petitions, side);
    return {
      petitions,
      follow,
      answer: new AnswerPetitionHandler(petitions, side, follow, this.clock),
      look: new LookForPetitionsHandler(petitions, new PetitionLists(this.store()), side, this.clock),
    };
  }

  command<Type extends CommandType>(type: Type, data: DataOf<Type>, key = KEY): Command<Type, DataOf<Type>> {
    const id = `c${(this.commands += 1)}`;
    const time = this.clock.now().toISOString();
    return { id, type, key, data, tenant, actor: 'x', correlationId: id, time };
  }

  types(key = `petition-${KEY}`): readonly string[] {
    return (this.streams.get(key) ?? []).map(({ type }) => type);
  }

  private async step<T>(work: () => T | Promise<T>): Promise<T> {
    const { dies } = this;
    const isHere = dies?.in === 0;
    if (dies) dies.in -= 1;
    if (isHere && dies.when === 'before') throw new Dead();
    const made = await work();
    if (isHere) throw new Dead();
    return made;
  }

  private store(): EventStore {
    const { streams } = this;
    return {
      read: async (stream: string, from = 0) => (streams.get(stream) ?? []).slice(from),
      append: (stream: string, expected: number, events: readonly StreamEvent[], metadata: object) =>
        this.step(() => {
          const there = streams.get(stream) ?? [];
          if (there.length - 1 !== expected) return { kind: 'conflict', actualRevision: there.length - 1 };
          const recorded = events.map(({ id, type, data }, i) => {
            const revision = there.length + i;
            return { id, type, data, revision, streamId: stream, metadata, recordedAt: new Date(0) };
          });
          streams.set(stream, [...there, ...(recorded as StreamEvent[])]);
          return { kind: 'appended', revision: there.length + events.length - 1, position: 0n };
        }),
    } as unknown as EventStore;
  }

  private pacs(): PacDirectory {
    const pac = {
      ...{ name: 'fake', capabilities: { find: 'query', listsPending: true, answersAs: 'SPR190613I52' } },
      pendingCancellations: async () =>
        this.listIsOut
          ? { kind: 'unavailable', reason: 'outage' }
          : { kind: 'listed', requests: [...this.waiting].map((uuid) => ({ uuid })) },
      answerCancellation: ({ xml }: { xml: string }) => this.step(() => this.take(xml)),
    } as unknown as Pac;
    return {
      ...{ orderOf: async () => [pac], namesOf: async () => ['fake'], named: async () => pac },
      authorityOf: () => ({ status: async () => this.status }),
    };
  }

  private take(xml: string): AnswerOutcome {
    const turn = this.turns.shift() ?? 'takes';
    if (turn === 'is out') return { kind: 'unavailable', reason: 'outage' };
    this.sent.push(xml);
    if (turn === 'loses the request') return { kind: 'unknown', reason: 'timeout' };
    if (typeof turn === 'object')
      return { kind: 'refused', code: turn.code, message: `said ${turn.code}`, source: 'sat' };
    const read = parseRespuesta(xml);
    const folio = read.ok ? read.value.folios[0] : undefined;
    if (!folio) throw new Error('no answer');
    const known = this.taken.some(({ uuid }) => uuid === folio.uuid);
    const outcome: AnswerOutcome = this.waiting.delete(folio.uuid)
      ? { kind: 'taken' }
      : { kind: 'refused', code: known ? '1002' : '1001', message: '', source: 'sat' };
    if (outcome.kind === 'taken') this.taken.push(folio);
    return turn === 'loses the answer' ? { kind: 'unknown', reason: 'timeout' } : outcome;
  }
}

const NO_CSD = { ok: false, refusal: { code: 'organization_incomplete' } } as const;
