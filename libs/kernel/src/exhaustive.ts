/**
 * Ends a switch over the types of a union: a type that was left out, or is added, fails to compile here. Running, it
 * meets what only a newer program knows, before this one has been replaced too: that changes nothing.
 *
 * @param _unknown the rest of the union after all of its types are handled: nothing
 * @param otherwise the result of the switch in that case
 */
export const ignoreUnknown = <Otherwise>(_unknown: never, otherwise: Otherwise): Otherwise => otherwise;
