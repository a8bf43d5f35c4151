/** Why a source can't be loaded: one sentence for the operator, with file, sheet and row where known. */
export class LoadFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LoadFailure';
  }
}

/** Another process is loading the same: to be tried again later. */
export class LoadUnderWay extends LoadFailure {}
