import { cpuSeconds } from '../cpu.mjs';
import { quantile } from '../report.mjs';
import { startService } from '../service.mjs';

/** Starts on a data folder that has been used, per side. */
const LATER_STARTS = 3;

/**
 * Starts both sides in turns: once on an empty data folder, then some times on a used one.
 * @param sides `{ base, head }`, each `{ dataDir, root, nodeArgs }`
 * @returns `{ services, starts }`: both running after their last start, and for each side `{ first, later, cpu }` in
 *   seconds: wall time of the first start, and medians of wall and processor time of the later ones
 */
export const measureStarts = async (sides) => {
  const seen = { base: [], head: [] };
  const services = {};
  try {
    for (let n = 0; n <= LATER_STARTS; n += 1) {
      for (const name of n % 2 === 0 ? ['base', 'head'] : ['head', 'base']) {
        const { dataDir, ...build } = sides[name];
        await services[name]?.stop();
        delete services[name];
        services[name] = await startService(dataDir, build);
        seen[name].push({ seconds: services[name].seconds, cpu: cpuSeconds([services[name].pid]) });
      }
    }
  } catch (error) {
    await Promise.all(Object.values(services).map((service) => service.stop()));
    throw error;
  }
  const starts = Object.fromEntries(
    Object.entries(seen).map(([name, [first, ...later]]) => [
      name,
      {
        first: first.seconds,
        later: quantile(
          later.map(({ seconds }) => seconds),
          0.5,
        ),
        cpu: quantile(
          later.map(({ cpu }) => cpu),
          0.5,
        ),
      },
    ]),
  );
  return { services, starts };
};

export const startLine = ({ base, head }) =>
  `Start: first ${base.first.toFixed(1)} s before, ${head.first.toFixed(1)} s now; later ${base.later.toFixed(1)} s, ` +
  `${head.later.toFixed(1)} s (${base.cpu.toFixed(2)} s, ${head.cpu.toFixed(2)} s of a processor)`;
