import { busContract, CONTRACT_SERVICES } from '../contract.js';
import { freshCluster } from './testing/cluster.js';

const retry = { attempts: 1, firstPauseMs: 1 };

busContract(
  'KafkaBus',
  async (limits) => (await freshCluster(CONTRACT_SERVICES)).open({ ...limits, retry }),
  // A command crosses the log twice; on a busy machine that takes a moment. One that is not written by its time-out is
  // never written, and the contract wants it handled.
  { defaultTimeoutMs: 30_000, shortTimeoutMs: 3_000 },
);
