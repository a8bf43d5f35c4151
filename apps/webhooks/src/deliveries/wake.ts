/**
 * Tells the deliveries of this process that there may be something to do: rows were inserted, or fell due earlier than
 * they had been. Calling it is cheap and loses nothing: who is not listening yet looks at the table when it starts.
 */
export class Wake {
  private listeners: readonly (() => void)[] = [];

  /** After the commit of what there is to do. */
  wake(): void {
    for (const listener of this.listeners) listener();
  }

  onWake(listener: () => void): void {
    this.listeners = [...this.listeners, listener];
  }
}
