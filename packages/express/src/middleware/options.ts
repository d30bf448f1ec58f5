import type { Principal } from '@stowage/core'
import type { HandlerOptions, NodeServer } from '@stowage/node'
import type { NextFunction, Request, Response } from 'express'

/** The options of `@stowage/node`, without those that the app itself has: its mount and `trust proxy`. */
export interface StowageOptions
  extends Omit<HandlerOptions, 'path' | 'trustProxy' | 'authenticate'> {
  /**
   * Replaces API keys: who makes this request, or `null` for 401. It gets Express's request, with all that
   * the middleware before has put on it. When it throws, the answer is 500 and `onError` hears of it.
   */
  readonly authenticate?: (request: Request) => Principal | null | Promise<Principal | null>
}

/** An Express middleware for `app.use`. Holds nothing open. */
export interface StowageMiddleware {
  /** Answers what is below `/api/v1` of its mount, errors too; everything else goes on to `next()`. */
  (req: Request, res: Response, next: NextFunction): void
  /**
   * Lets `Expect: 100-continue` be refused before any body is asked for; without it Node says 100 by
   * itself. `path` is the whole mount, such as `/media`. Returns what undoes it.
   */
  attach(server: NodeServer, mount: { readonly path: string }): () => void
}
