import { describe, expect, it } from '@jest/globals';
import { placeAt } from '../feed/place.js';
import { readPosition } from '#kernel';
import { OpenSteps } from './open-steps.js';

const place = (n: number) => placeAt(readPosition(BigInt(n)));
const sent = (...ids: string[]) => new Map(ids.map((id) => [id, id.toUpperCase()]));

describe('steps that are not kept', () => {
  it('are kept once all their commands are answered, in the order of the feed', () => {
    const steps = new OpenSteps<string>();
    steps.add(place(1), sent('a'), 10);
    steps.add(place(2), sent('b', 'c'), 11);
    steps.add(place(3), sent('d'), 12);
    steps.finish('b');
    steps.finish('d');
    expect(steps.take(0)).toBeUndefined();
    steps.finish('a');
    expect(steps.take(0)).toEqual({ to: place(1), lasting: [] });
    steps.finish('c');
    expect(steps.take(0)).toEqual({ to: place(3), lasting: [] });
    expect(steps.isEmpty).toBe(true);
  });

  it('are kept with what lasts, as far as it was sent by then', () => {
    const steps = new OpenSteps<string>();
    steps.add(place(1), sent('a', 'b'), 10);
    steps.add(place(2), sent(), 11);
    steps.add(place(3), sent('c'), 20);
    steps.finish('b');
    expect(steps.take(15)).toEqual({ to: place(2), lasting: ['A'] });
    // Its answer comes later, and concerns no step any more.
    steps.finish('a');
    expect(steps.take(20)).toEqual({ to: place(3), lasting: ['C'] });
  });

  it('take one place where events lead to nothing', () => {
    const steps = new OpenSteps<string>();
    for (let n = 1; n <= 1_000; n += 1) steps.add(place(n), sent(), n);
    expect(steps.take(0)).toEqual({ to: place(1_000), lasting: [] });
  });

  it('are forgotten where the checkpoint begins anew', () => {
    const steps = new OpenSteps<string>();
    steps.add(place(1), sent('a'), 10);
    steps.clear();
    steps.finish('a');
    expect(steps.take(100)).toBeUndefined();
  });
});
