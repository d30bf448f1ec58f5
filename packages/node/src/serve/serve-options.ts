import { constants } from 'node:os'
import { check, either, flag, integer, type OptionChecks, text } from '@stowage/core/internal'
import { NODE_HANDLER_OPTIONS, type NodeHandlerOptions } from '../handler/create-node-handler.ts'
import { STOP_OPTIONS, type StopServerOptions } from '../stop/stop-server.ts'

/** Where `serve` listens and how it ends. All other options are those of `createNodeHandler`. */
export interface ServeOptions extends NodeHandlerOptions, StopServerOptions {
  /** Port to listen on; 0 for any free one. Default 3000. */
  readonly port?: number
  /**
   * Name or address to listen on. `0.0.0.0` is every IPv4 address of the machine. Default `127.0.0.1`: this machine
   * only.
   */
  readonly host?: string
  /**
   * Signals that stop the server as `close` does. A second one ends the process at once. `false` leaves signals to the
   * app. Default SIGTERM and SIGINT.
   */
  readonly signals?: readonly NodeJS.Signals[] | false
  /** Closes the store, too, once the server has stopped. Default `false`: it stays open, for its owner to close. */
  readonly closeStore?: boolean
}

/** The system does not let any process listen to these. */
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
  ...STOP_OPTIONS,
  port: integer(0, 65_535),
  host: text,
  signals: either(false, isListOfSignals),
  closeStore: flag,
}
