import { describe, expect, it } from '@jest/globals';
import { noPacs, type OrganizationEvent } from '#contracts';
import { pacsInUse } from './process.js';

const at = '2026-11-27T12:00:00.000Z';
const effectsOf = (event: OrganizationEvent) =>
  pacsInUse.react({ ...event, id: 'e1', streamId: 'organization-o1' } as never);
const use = {
  kind: 'send',
  command: { type: 'stamping.use-pacs', key: 'o1', data: { pacs: { ...noPacs, number: 2 } } },
};

describe('the PACs of an organization', () => {
  it('come into force when they are chosen', () =>
    expect(effectsOf({ type: 'PacsSet', data: { ...noPacs, number: 2, dropped: [], at } })).toEqual([use]));

  it('leave no credentials behind, once nobody can go on with them', () => {
    const dropped = [{ pac: 'sw' as const, id: 'c1' }];
    expect(effectsOf({ type: 'PacsSet', data: { ...noPacs, number: 2, dropped, at } })).toEqual([
      use,
      {
        ...{ kind: 'schedule', at: '2026-11-27T12:10:00.000Z' },
        command: { type: 'stamping.forget-pacs', key: 'o1', data: { dropped } },
      },
    ]);
  });

  it('are nothing that other events are about', () =>
    expect(effectsOf({ type: 'OrganizationRestored', data: { at } })).toMatchObject([{ kind: 'ignore' }]));
});
