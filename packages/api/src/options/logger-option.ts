import { type Check, having } from '@stowage/core/internal'

/** A logger in the shape of pino: an object first, then a message. Fastify's `app.log` is one, too. */
export interface Logger {
  /** A request that was answered with a status below 500. */
  info(facts: object, message: string): void
  /** A request whose client left before it had the whole answer. */
  warn(facts: object, message: string): void
  /** A request that was answered with a status from 500. `err` is the cause. */
  error(facts: object, message: string): void
}

/** Checks the option `logger`. */
export const loggerOption: Check = having('a logger, such as pino()', 'info', 'warn', 'error')
