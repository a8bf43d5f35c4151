/** Thrown to whatever is still being started while everything is stopped. */
export class Stopped extends Error {}

/**
 * What was started, in stages that build on each other: a later one is stopped before an earlier one.
 * @param names of the stages, the first to be started first
 * @param say gets a line for each stage that is stopped
 * @returns `{ add, stop, kill, check }`: `add(stage, member)` gives the member, which has `stop()` and `kill()` and is
 *   stopped at once where everything is; `check()` throws then
 */
export const openStages = (names, say) => {
  const members = new Map(names.map((name) => [name, new Set()]));
  let stopping;
  const check = () => {
    if (stopping) throw new Stopped('it was stopped');
  };
  const stopAll = async () => {
    const failures = [];
    for (const name of names.toReversed()) {
      const all = [...members.get(name)];
      if (all.length === 0) continue;
      say(`Stopping ${name}`);
      // One that does not stop keeps nobody from stopping the others.
      for (const { status, reason } of await Promise.allSettled(all.map((one) => one.stop())))
        if (status === 'rejected') failures.push(reason);
    }
    if (failures.length > 0) throw failures[0];
  };
  return {
    check,
    add(stage, member) {
      if (stopping) {
        void Promise.resolve(member.stop()).catch(() => {});
        check();
      }
      members.get(stage).add(member);
      return member;
    },
    remove: (stage, member) => void members.get(stage).delete(member),
    get isStopping() {
      return stopping !== undefined;
    },
    stop: () => (stopping ??= stopAll()),
    kill() {
      stopping ??= Promise.resolve();
      for (const all of members.values()) for (const one of all) void one.kill();
    },
  };
};
