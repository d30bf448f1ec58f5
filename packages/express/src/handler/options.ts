import { API_OPTIONS } from '@stowage/api'
import type { Principal } from '@stowage/core'
import type { OptionChecks } from '@stowage/core/internal'
import { NODE_ADAPTER_OPTIONS, type NodeHandlerOptions, type NodeServer } from '@stowage/node'
import type { NextFunction, Request, Response } from 'express'

/** The options of `@stowage/node`, without those that the app itself has: its mount and `trust proxy`. */
export interface ExpressHandlerOptions
  extends Omit<NodeHandlerOptions, 'path' | 'trustProxy' | 'authenticate' | 'clientAddress'> {
  /**
   * Replaces API keys: returns who makes this request, or `null` for 401. It gets Express's request, after the app's
   * earlier middleware. When it throws, the answer is 500 and `onError` is called.
   */
  readonly authenticate?: (request: Request) => Principal | null | Promise<Principal | null>
}

/** An Express middleware for `app.use`. Holds nothing open. */
export interface ExpressHandler {
  /**
   * Answers what is below `/api/v1` of its mount, or a path of the `page`, errors included; passes all else to
   * `next()`.
   */
  (req: Request, res: Response, next: NextFunction): void
  /**
   * Lets the handler refuse `Expect: 100-continue` before any body is asked for; otherwise Node answers 100 by itself.
   * `path` is the whole mount, such as `/media`. Returns a function that undoes it.
   */
  attach(server: NodeServer, mount: { readonly path: string }): () => void
}

const { trustProxy: _trustProxy, ...ADAPTER_OPTIONS } = NODE_ADAPTER_OPTIONS
const { clientAddress: _clientAddress, ...OTHER_API_OPTIONS } = API_OPTIONS

/** What each option must be. */
export const EXPRESS_HANDLER_OPTIONS: OptionChecks<ExpressHandlerOptions> = {
  ...OTHER_API_OPTIONS,
  ...ADAPTER_OPTIONS,
}
