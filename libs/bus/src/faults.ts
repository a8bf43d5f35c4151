import { BusOverloaded, CommandTimeout, NoHandler } from './port.js';

/** A fault as it crosses a process border. */
export interface Fault {
  readonly name: string;
  readonly message: string;
  /** Of the system or the database, where it has one: ECONNREFUSED, 53300. */
  readonly code?: string;
  readonly commandId?: string;
  readonly retryAfterSeconds?: number;
}

const MAX_MESSAGE = 1_000;
const CODE = /^[A-Z0-9_]{2,40}$/;

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error).slice(0, MAX_MESSAGE) };
  const { code } = error as { readonly code?: unknown };
  return {
    name: error.name,
    message: error.message.slice(0, MAX_MESSAGE),
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    ...(error instanceof CommandTimeout && { commandId: error.commandId }),
    ...(error instanceof BusOverloaded && { retryAfterSeconds: error.retryAfterSeconds }),
  };
}

/** The error again: those of the bus by their class, any other by its name and code. */
export function errorOf({ name, message, code, commandId = '', retryAfterSeconds = 1 }: Fault): Error {
  const error = bare(name, commandId, retryAfterSeconds);
  error.message = message;
  return code === undefined ? error : Object.assign(error, { code });
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
