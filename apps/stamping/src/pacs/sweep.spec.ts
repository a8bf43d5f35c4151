import { describe, expect, it } from '@jest/globals';
import { ok, refuse } from '#kernel';
import { noPacs, type PacsInForce } from '#contracts';
import { NO_OWN_PACS, type LyingCredentials, type LyingRows } from '#fiscal';
import { PacsSweep } from './sweep.js';

const NOW = new Date('2026-11-27T12:00:00Z');
const lying = (organizationId: string, id: string): LyingCredentials => ({ organizationId, pac: 'sw', id });
const naming = (id: string): PacsInForce => ({
  ...noPacs,
  number: 1,
  credentials: { sw: { id, user: null } },
});

/** What a sweep destroys of some rows; `said`: what organizations say of themselves, `inForce`: what is known here. */
async function swept(
  pages: readonly (readonly LyingCredentials[])[],
  said: Readonly<Record<string, PacsInForce | null | 'refuses'>>,
  inForce: Readonly<Record<string, string>> = {},
) {
  const destroyed: string[] = [];
  const asked: string[] = [];
  const rows: LyingRows = {
    read: async (after, before) => {
      expect(before.toISOString()).toBe('2026-11-26T12:00:00.000Z');
      const page = after === undefined ? 0 : Number(after.name);
      const next = page + 1 < pages.length ? { organizationId: '', name: String(page + 1) } : undefined;
      return { found: [...(pages[page] ?? [])], ...(next && { next }) };
    },
  };
  const send = async ({ type, key, tenant }: { type: string; key: string; tenant: object }) => {
    expect([type, tenant]).toEqual(['organizations.read-pacs', { organizationId: key, livemode: false }]);
    asked.push(key);
    const answer = said[key] ?? null;
    return answer === 'refuses' ? refuse('service_unavailable') : ok({ data: answer });
  };
  const sweep = new PacsSweep(
    { forget: async (organizationId, [one]) => void destroyed.push(`${organizationId} ${one?.id}`) },
    { of: async (id) => ({ ...NO_OWN_PACS, ids: inForce[id] === undefined ? {} : { sw: inForce[id] } }) },
    rows,
    { send } as never,
    () => NOW,
    { info: () => undefined, warn: () => undefined },
  );
  expect(await sweep.sweep()).toBe(destroyed.length);
  return { destroyed, asked };
}

describe('credentials in the vault', () => {
  it('that the organization does not name are destroyed', async () => {
    const { destroyed } = await swept([[lying('o1', 'c1')], [lying('o2', 'c1')]], {
      ...{ o1: noPacs, o2: naming('c2') },
    });
    expect(destroyed).toEqual(['o1 c1', 'o2 c1']);
  });

  it('in force stay, without a question', async () =>
    expect(await swept([[lying('o1', 'c1')]], {}, { o1: 'c1' })).toEqual({ destroyed: [], asked: [] }));

  it('that the organization names stay, also where that is not yet in force here', async () =>
    expect(await swept([[lying('o1', 'c1')]], { o1: naming('c1') }, { o1: 'c0' })).toEqual({
      ...{ destroyed: [], asked: ['o1'] },
    }));

  it('stay where the organization says nothing, and others have their turn', async () => {
    const { destroyed } = await swept([[lying('o1', 'c1'), lying('o2', 'c1'), lying('o3', 'c1')]], {
      ...{ o1: 'refuses', o2: null, o3: noPacs },
    });
    expect(destroyed).toEqual(['o3 c1']);
  });
});
