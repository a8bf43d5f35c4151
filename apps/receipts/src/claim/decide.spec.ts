import { describe, it } from '@jest/globals';
import { given as givenOf } from '#kernel/testing';
import type { ReceiptClaimEvent } from '#contracts';
import { claimDecider, type ClaimCommand } from './decide.js';
import { askGlobal, at, issuer } from './testing.js';

const given = (...events: ReceiptClaimEvent[]) => givenOf(claimDecider, events);

const own = { ask: askGlobal, issuer, receipts: [{ id: 'r1', revision: 0 }], at };
const claimed: ReceiptClaimEvent = { type: 'ReceiptsClaimed', data: own };
const forgone: ReceiptClaimEvent = { type: 'ClaimForgone', data: { at } };
const stamped: ReceiptClaimEvent = { type: 'ClaimStamped', data: { at } };
const freed: ReceiptClaimEvent = { type: 'ClaimFreed', data: { code: 'conflict', details: [], at } };
const released: ReceiptClaimEvent = { type: 'ClaimReleased', data: { motive: '02', to: null, at } };
const taken = { from: 'x', as: 'global' as const, receipts: [{ id: 'r2', revision: 1 }] };
const takenOver: ReceiptClaimEvent = { type: 'ReceiptsTakenOver', data: { ...taken, at } };

const claim: ClaimCommand = { type: 'claim', ...own };
const forgo: ClaimCommand = { type: 'forgo', at };
const recordStamp: ClaimCommand = { type: 'record-stamp', at };
const free: ClaimCommand = { type: 'free', code: 'conflict', details: [], at };
const release: ClaimCommand = { type: 'release', motive: '02', to: null, at };
const takeOver: ClaimCommand = { type: 'take-over', ...taken, at };

describe('the claim of an invoice', () => {
  it('is made once', () => {
    given().when(claim).then([claimed]);
    given(claimed).when(claim).then([]);
  });

  it('is not made by who slept, once it was ruled out', () => {
    given().when(forgo).then([forgone]);
    given(forgone).when(claim).thenRefused('conflict');
  });

  it('is not ruled out once it was made: only its invoice ends it', () => {
    given(claimed).when(forgo).then([]);
    given(claimed, stamped).when(forgo).then([]);
  });

  it('ends with the refusal of its invoice, and not after its stamp', () => {
    given(claimed).when(free).then([freed]);
    given(claimed, freed).when(free).then([]);
    given(claimed, stamped).when(free).then([]);
  });

  it('has its stamp recorded once; a stamp after it was freed is a bug that must be seen', () => {
    given(claimed).when(recordStamp).then([stamped]);
    given(claimed, stamped).when(recordStamp).then([]);
    given(claimed, stamped, released).when(recordStamp).then([]);
    given(claimed, freed).when(recordStamp).thenRefused('conflict');
  });

  it('is released by the cancellation of its invoice, once', () => {
    given(claimed, stamped).when(release).then([released]);
    given(claimed, stamped, released).when(release).then([]);
    given(claimed, freed).when(release).then([]);
  });

  it('takes over receipts of an invoice in whose place it is, whatever it had itself', () => {
    given().when(takeOver).then([takenOver]);
    given(takenOver).when(release).then([released]);
    given(claimed, takenOver).when(recordStamp).then([stamped]);
    given(claimed, stamped, released, takenOver).when(release).then([released]);
  });
});
