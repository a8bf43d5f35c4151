import { describe, expect, it } from '@jest/globals';
import type { CommandOutcome, PetitionAnswer } from '#contracts';
import type { KnownPetition } from './petition.js';
import { Dead, KEY, RFC, tenant, UUID, World, type Turn } from './testing.js';

async function listed(world = new World()): Promise<World> {
  const { petitions } = world.process();
  const listing = { uuid: UUID, receiverRfc: RFC, pac: 'fake', requestedAt: null, received: null };
  await petitions.see(world.command('cancellation.look-for-petitions', { after: null }), listing);
  return world;
}
const answer = (world: World, word: PetitionAnswer) =>
  world.process().answer.execute(world.command('cancellation.answer-petition', { answer: word }));
const follow = (world: World, attempt = 1) =>
  world.process().follow.execute(world.command('cancellation.follow-answer', { number: 1, attempt }));
const state = async (world: World) => (await world.process().petitions.state(KEY, tenant)) as KnownPetition;
const codeOf = (outcome: CommandOutcome<undefined>) => (outcome.ok ? 'ok' : outcome.refusal.code);

describe('an answer', () => {
  it('is stored before it is sent, signed by the receiver, and counts once', async () => {
    const world = await listed();
    expect(codeOf(await answer(world, 'accept'))).toBe('ok');
    expect(world.types()).toEqual(['PetitionReceived', 'PetitionAnswerStarted', 'PetitionAnswered']);
    expect(world.sent[0]).toContain(`RfcReceptor="${RFC}" RfcPacEnviaSolicitud="SPR190613I52"`);
    // 18:00 in UTC, by the clock of central Mexico.
    expect(world.sent[0]).toContain('Fecha="2026-11-27T12:00:00"');
    expect(codeOf(await answer(world, 'accept'))).toBe('ok');
    expect(codeOf(await answer(world, 'reject'))).toBe('cancellation_request_already_answered');
    expect(world.sent).toHaveLength(1);
  });

  it('is not begun where nobody could sign it', async () => {
    const world = await listed();
    world.hasCsd = false;
    expect(codeOf(await answer(world, 'accept'))).toBe('organization_incomplete');
    expect(world.types()).toEqual(['PetitionReceived']);
  });

  it.each<[Turn, string]>([
    ['is out', 'cancellation_request_service_unavailable'],
    [{ code: '1006' }, 'cancellation_request_service_unavailable'],
    [{ code: '1003' }, 'cancellation_request_answer_failed'],
    [{ code: '301' }, 'cancellation_request_answer_failed'],
    [{ code: '1001' }, 'cancellation_request_already_answered'],
    [{ code: '1002' }, 'cancellation_request_already_answered'],
  ])('that the provider takes so: %j, is refused with %s, and another one may follow', async (turn, code) => {
    const world = await listed();
    world.turns.push(turn);
    expect(codeOf(await answer(world, 'accept'))).toBe(code);
    expect(world.types().at(-1)).toBe('PetitionAnswerRefused');
    expect(codeOf(await answer(world, 'reject'))).toBe('ok');
    expect(world.taken).toEqual([{ uuid: UUID, respuesta: 'Rechazo' }]);
  });

  it.each(['loses the answer', 'loses the request'] as const)(
    'that the provider leaves unknown (%s) is the only one, with the same bytes until it counts',
    async (turn) => {
      const world = await listed();
      world.turns.push(turn);
      expect(codeOf(await answer(world, 'reject'))).toBe('ok');
      expect(await state(world)).toMatchObject({ status: 'pending', perhaps: 'reject' });
      expect(codeOf(await answer(world, 'accept'))).toBe('cancellation_request_already_answered');
      world.clock.advance(60_000);
      await follow(world);
      expect(await state(world)).toMatchObject({ status: 'rejected' });
      expect(new Set(world.sent).size).toBe(1);
      expect(world.taken).toEqual([{ uuid: UUID, respuesta: 'Rechazo' }]);
    },
  );

  it('without an end is sent again as long as the list cannot be asked, ever more seldom', async () => {
    const world = await listed();
    world.listIsOut = true;
    world.turns.push('loses the request', 'is out', 'is out', 'loses the answer');
    await answer(world, 'accept');
    for (const tries of [2, 3, 4]) {
      await follow(world);
      expect(await state(world)).toMatchObject({ open: { tries } });
    }
    await follow(world);
    expect(await state(world)).toMatchObject({ status: 'accepted' });
  });

  it('that was lost counts where the petition is gone and the SAT cannot be asked how it ended', async () => {
    const world = await listed();
    world.turns.push('loses the request');
    await answer(world, 'reject');
    world.waiting.clear();
    world.context = {
      ...{ receiver: { rfc: RFC, nombre: 'UNIVERSIDAD' }, waiting: [{ uuid: UUID, described: false }] },
      received: [],
    };
    const look = () =>
      world.process().look.execute(world.command('cancellation.look-for-petitions', { after: null }, 'list'));
    expect(await look()).toMatchObject({ ok: true, value: { data: { code: null, changed: [{}] } } });
    // The document is not known here: what was under way counts.
    expect(await state(world)).toMatchObject({ status: 'rejected' });
  });
});

/** Each step of an answer: its two records, and the call between them. */
const STEPS = [0, 1, 2];

describe.each(['before', 'after'] as const)('a process that dies right %s', (when) => {
  describe.each(STEPS)('step %d', (step) => {
    it.each([
      'the same command comes again',
      'the process takes it up',
      'a look finds it',
      'the caller asks again',
    ])('leaves one answer: %s', async (how) => {
      const world = await listed();
      const command = world.command('cancellation.answer-petition', { answer: 'accept' });
      world.dies = { in: step, when };
      await expect(world.process().answer.execute(command)).rejects.toThrow(Dead);
      world.dies = undefined;
      world.clock.advance(120_000);
      const stored = world.types().includes('PetitionAnswerStarted');
      if (stored && world.types().at(-1) !== 'PetitionAnswered')
        expect(codeOf(await answer(world, 'reject'))).toBe('cancellation_request_already_answered');

      if (how === 'the same command comes again') await world.process().answer.execute(command);
      else if (how === 'the caller asks again') await answer(world, 'accept');
      if (how === 'a look finds it') {
        const waiting = [{ uuid: UUID, described: false }];
        world.context = { receiver: { rfc: RFC, nombre: 'UNIVERSIDAD' }, received: [], waiting };
        const look = world.command('cancellation.look-for-petitions', { after: null }, 'list');
        await world.process().look.execute(look);
      }
      await follow(world);

      const ended = stored || how === 'the same command comes again' || how === 'the caller asks again';
      expect(await state(world)).toMatchObject({ status: ended ? 'accepted' : 'pending' });
      expect(world.taken).toEqual(ended ? [{ uuid: UUID, respuesta: 'Aceptacion' }] : []);
      expect(world.types().filter((type) => type === 'PetitionAnswered')).toHaveLength(ended ? 1 : 0);
      // A second follow finds nothing to do.
      const { length } = world.sent;
      await follow(world);
      expect(world.sent).toHaveLength(length);
    });
  });
});

it('dies at every step that there is', async () => {
  const world = await listed();
  world.dies = { in: STEPS.length, when: 'before' };
  expect(codeOf(await answer(world, 'accept'))).toBe('ok');
});
