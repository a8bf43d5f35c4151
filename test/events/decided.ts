import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fold, newId, type Decider, type DomainEvent } from '#kernel';
import type { TestApp } from '../support/app.js';

/** Stores what a decider makes of commands, one after the other, where only days or a crash would bring it about. At once: nobody acts between. */
export async function decide<State, Cmd, Event extends DomainEvent>(
  app: TestApp,
  prefix: string,
  id: string,
  decider: Decider<State, Cmd, Event>,
  ...commands: readonly Cmd[]
): Promise<void> {
  const { store } = app.runtime;
  const history = await store.read(prefix + id);
  const decided: Event[] = [];
  for (const command of commands) {
    const state = fold(decider, [...(history as unknown as Event[]), ...decided]);
    const next = decider.decide(command, state);
    if (!next.ok) throw new Error(next.refusal.code);
    decided.push(...next.value);
  }
  const appended = await store.append(
    prefix + id,
    history.length - 1,
    decided.map((event) => ({ ...event, id: randomUUID() })),
    {
      ...{ organizationId: app.demo.organization_id, livemode: false, actor: 'process:story' },
      ...{ correlationId: newId(), commandId: randomUUID() },
    },
  );
  if (appended.kind !== 'appended') throw new Error(`${prefix}${id} was changed by others`);
}

/** Waits until an event of the type is in the stream. */
export async function happened(app: TestApp, stream: string, type: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ;) {
    if ((await app.runtime.store.read(stream)).some((event) => event.type === type)) return;
    if (Date.now() > deadline) throw new Error(`${type} did not happen to ${stream}`);
    await sleep(20);
  }
}
