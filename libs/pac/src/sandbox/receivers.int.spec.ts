import { receiverContract } from '../receiver-contract.js';
import { account, openCancellationBench } from './cancellation-bench.js';

receiverContract('sandbox', async () => {
  const bench = await openCancellationBench();
  const { pac } = bench;
  return {
    ...{ pac, account },
    stamp: async () => (await bench.stamped()).uuid,
    ask: async () => {
      const key = await bench.triggered('SANDBOX-CANCEL-PENDING');
      await bench.cancel(key);
      return key.uuid;
    },
    loseNextAnswer: () => pac.faults.set('answer', 'timeout-after', 1),
    loseNextRequest: () => pac.faults.set('answer', 'timeout-before', 1),
    failNext: () => pac.faults.set('pending', 'outage', 1),
    close: () => bench.close(),
  };
});
