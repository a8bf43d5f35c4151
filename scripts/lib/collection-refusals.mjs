/** Requests that a run leaves out, by their ids, and why. */
export const NOT_SENT = {
  streamEvents: 'its answer never ends',
};

/** Refusals that a run of the collection gets by rights: `status code`, and why the request can do no better by itself. */
export const EXPECTED = {};
