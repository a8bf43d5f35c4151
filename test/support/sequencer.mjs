import Sequencer from '@jest/test-sequencer';

const rankOf = ({ path }) => (path.endsWith('.e2e.spec.ts') ? 0 : path.endsWith('.int.spec.ts') ? 1 : 2);

/**
 * Long ones first, so that no worker is alone with one at the end. In a clone Jest goes by the size of the file alone, and a spec that
 * plays the stories of a folder is a small one.
 */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
