import { constants } from 'node:os'
import { check, either, flag, integer, type OptionChecks, text } from '@stowage/core/ports'
import { NODE_HANDLER_OPTIONS, type NodeHandlerOptions } from '../handler/create-node-handler.ts'

/** What timers can wait for. */
const MAX_TIMER = 2 ** 31 - 1

/** Where `serve` listens and how it ends. All other options are those of `createNodeHandler`. */
export interface ServeOptions extends NodeHandlerOptions {
  /** Port to listen on; 0 for any free one. Default 3000. */
  readonly port?: number
  /** Name or address to listen on. `0.0.0.0` is every IPv4 address of the machine. Default `127.0.0.1`: this machine only. */
  readonly host?: string
  /**
   * Signals that stop the server as `close` does. A second one ends the process at once. `false` leaves signals to the
   * app. Default SIGTERM and SIGINT.
   */
  readonly signals?: readonly NodeJS.Signals[] | false
  /** Milliseconds that requests under way have to end once the server stops; then they are cut. Default 8,000; from 0. */
  readonly closeTimeout?: number
  /** Closes the store, too, once the server has stopped. Default `false`: it stays open, for its owner to close. */
  readonly closeStore?: boolean
}

/** The system lets no process listen to these. */
const UNHEARD: readonly unknown[] = ['SIGKILL', 'SIGSTOP']

const isListOfSignals = check(
  "a list of signals that a process can listen to, such as ['SIGTERM'], or false",
  (value) =>
    Array.isArray(value) &&
    value.every((each) => Object.hasOwn(constants.signals, each) && !UNHEARD.includes(each)),
)

/** What each option must be. */
export const SERVE_OPTIONS: OptionChecks<ServeOptions> = {
  ...NODE_HANDLER_OPTIONS,
  port: integer(0, 65_535),
  host: text,
  signals: either(false, isListOfSignals),
  closeTimeout: integer(0, MAX_TIMER),
  closeStore: flag,
}
