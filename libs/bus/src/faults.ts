import { BusOverloaded, CommandTimeout, NoHandler } from './port.js';

/** A fault as it crosses a process border. */
export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly commandId?: string;
  readonly retryAfterSeconds?: number;
}

const MAX_MESSAGE = 1_000;

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error).slice(0, MAX_MESSAGE) };
  return {
    name: error.name,
    message: error.message.slice(0, MAX_MESSAGE),
    ...(error instanceof CommandTimeout && { commandId: error.commandId }),
    ...(error instanceof BusOverloaded && { retryAfterSeconds: error.retryAfterSeconds }),
  };
}

/** The error again: those of the bus by their class, any other by its name. */
export function errorOf({ name, message, commandId = '', retryAfterSeconds = 1 }: Fault): Error {
  const error = bare(name, commandId, retryAfterSeconds);
  error.message = message;
  return error;
}

function bare(name: string, commandId: string, retryAfterSeconds: number): Error {
  switch (name) {
    case 'CommandTimeout':
      return new CommandTimeout({ id: commandId, type: '', key: '' });
    case 'BusOverloaded':
      return new BusOverloaded(retryAfterSeconds);
    case 'NoHandler':
      return new NoHandler('');
    default:
      return Object.assign(new Error(), { name });
  }
}
