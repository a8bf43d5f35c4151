// node --import burn.mjs: makes every POST cost this many more milliseconds of a processor (TIMBRA_BENCH_BURN_MS), by
// which the gate itself is tried.
import { Server } from 'node:http';
import { performance } from 'node:perf_hooks';

const ms = Number(process.env.TIMBRA_BENCH_BURN_MS);
const emit = Server.prototype.emit;
Server.prototype.emit = function (name, request, ...rest) {
  if (name === 'request' && request.method === 'POST') {
    const { user, system } = process.cpuUsage();
    const until = performance.now() + ms * 20;
    // Time of a processor, not of the clock: others may hold it.
    while (performance.now() < until) {
      const used = process.cpuUsage({ user, system });
      if (used.user + used.system >= ms * 1_000) break;
    }
  }
  return emit.call(this, name, request, ...rest);
};
