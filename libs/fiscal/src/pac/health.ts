import type { PacDirectory, PacHealth } from '#pac';

/** PacHealth: what new documents would meet at the providers, from memory. */
export const PAC_HEALTH = Symbol('timbra pac health');

/** The health of providers that nobody watches: whoever is in the order is taken to be reachable. */
export const unwatched = (directory: Pick<PacDirectory, 'orderOf'>): PacHealth => ({
  reachable: async (account) => {
    const order = await directory.orderOf(account);
    return { state: order.length === 0 ? 'none_configured' : 'ready' };
  },
});
