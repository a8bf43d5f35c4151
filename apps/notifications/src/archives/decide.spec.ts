import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import type { ArchiveAsked, ArchiveEvent, ArchivePart } from '#contracts';
import { archiveDecider, decide, type ArchiveCommand } from './decide.js';

const now = new Date('2026-12-01T18:00:00.000Z');
const at = now.toISOString();
const expiresAt = new Date('2026-12-08T18:00:00.000Z');
const asked: ArchiveAsked = {
  filters: { year: 2026, month: 11, issuer_type: 'issuing', invoice_types: ['I', 'E', 'T', 'N', 'P'] },
  start_date: '2026-11-01T06:00:00.000Z',
  end_date: '2026-12-01T05:59:59.999Z',
};
const last = { sort_at: '2026-11-10T00:00:00.000000Z', id: 'a'.repeat(24) };
const piece = (key: string, size: number): ArchivePart => ({ key, size, entries: 2 });

const request = (count: number): ArchiveCommand => ({ type: 'request', now, asked, count });
const addPart = (part: number, over: object = {}): ArchiveCommand => ({
  ...{ type: 'add-part', now, number: 1, part, stored: piece(`p${part}`, 10), processed: 2 },
  ...{ failed: [], last: null, ...over },
});
const finish = (number = 1): ArchiveCommand => ({
  type: 'finish',
  now,
  number,
  end: piece('end', 5),
  expiresAt,
});

/** What comes of commands one after the other; a refusal is its code. */
function story(...commands: ArchiveCommand[]): unknown[] {
  let history: readonly ArchiveEvent[] = [];
  return commands.map((command) => {
    const decided = decide(command, fold(archiveDecider, history));
    if (!decided.ok) return decided.refusal.code;
    history = [...history, ...decided.value];
    return decided.value.map(({ type, data }) => `${type} ${data.number}`);
  });
}

describe('an archive', () => {
  it('is requested, made piece by piece, and finished with all pieces in order', () => {
    const commands = [request(4), addPart(1, { last }), addPart(2)];
    const events = commands.reduce<readonly ArchiveEvent[]>((history, command) => {
      const decided = decide(command, fold(archiveDecider, history));
      return decided.ok ? [...history, ...decided.value] : history;
    }, []);
    expect(decide(finish(), fold(archiveDecider, events))).toEqual({
      ok: true,
      value: [
        {
          type: 'ArchiveFinished',
          data: { number: 1, parts: ['p1', 'p2', 'end'], size: 25, expires_at: expiresAt.toISOString(), at },
        },
      ],
    });
  });

  it('is not made of nothing', () => expect(story(request(0))).toEqual(['zip_request_no_invoices']));

  it('can be requested again without effect while it is being made, and while it is valid', () => {
    expect(story(request(2), request(3), addPart(1), finish(), request(2))).toEqual([
      ['ArchiveRequested 1'],
      [],
      ['ArchivePartAdded 1'],
      ['ArchiveFinished 1'],
      [],
    ]);
  });

  it('is made again when its month has more invoices now', () => {
    expect(story(request(2), addPart(1), finish(), request(3)).at(-1)).toEqual(['ArchiveRequested 2']);
  });

  it('is made again when a document was missing in it', () => {
    expect(story(request(2), addPart(1, { failed: ['x'] }), finish(), request(2)).at(-1)).toEqual([
      'ArchiveRequested 2',
    ]);
  });

  it('fails if no document can be read, and is made again on the next request', () => {
    const nothing = { stored: null, failed: ['x', 'y'] };
    expect(story(request(2), addPart(1, nothing), finish(), request(2))).toEqual([
      ['ArchiveRequested 1'],
      ['ArchivePartAdded 1', 'ArchiveFailed 1'],
      [],
      ['ArchiveRequested 2'],
    ]);
  });

  it('takes no piece twice, none out of order, and none of an earlier making', () => {
    expect(story(request(4), addPart(2), addPart(1, { last }), addPart(1, { last }))).toEqual([
      ['ArchiveRequested 1'],
      [],
      ['ArchivePartAdded 1'],
      [],
    ]);
    expect(story(request(2), addPart(1), finish(), request(3), addPart(1), finish()).slice(4)).toEqual([
      [],
      [],
    ]);
  });

  it('is not finished before its last piece', () => {
    expect(story(request(4), finish(), addPart(1, { last }), finish()).slice(1)).toEqual([
      [],
      ['ArchivePartAdded 1'],
      [],
    ]);
  });

  it('expires once it is finished, and is made again after that', () => {
    const expire: ArchiveCommand = { type: 'expire', now, number: 1 };
    expect(story(request(2), expire, addPart(1), finish(), expire, expire, request(2)).slice(3)).toEqual([
      ['ArchiveFinished 1'],
      ['ArchiveExpired 1'],
      [],
      ['ArchiveRequested 2'],
    ]);
  });

  it('that was never requested is not found', () => {
    expect(story(addPart(1), finish())).toEqual(['zip_request_not_found', 'zip_request_not_found']);
  });
});
