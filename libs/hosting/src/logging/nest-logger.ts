import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest's own messages as lines of our log. Its messages about each start interest only developers. */
export function nestLogger(log: Logger): LoggerService {
  const tell =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...more: unknown[]): void => {
      // Nest gives an error's stack and the name of its part after the message.
      const texts = more.filter((text) => typeof text === 'string');
      const nest = texts.at(-1);
      const stack = texts.find((text) => text.includes('\n'));
      const err = message instanceof Error ? message : undefined;
      log[level]({ nest, ...(err ? { err } : stack !== undefined && { stack }) }, textOf(message));
    };
  const debug = tell('debug');
  const error = tell('error');
  return { log: debug, debug, verbose: debug, warn: tell('warn'), error, fatal: error };
}

const textOf = (message: unknown): string => {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
};
