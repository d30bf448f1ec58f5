import { createApi } from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { createNodeAdapter, type RoutedRequest } from '@stowage/node'
import type { Request } from 'express'
import type { StowageMiddleware, StowageOptions } from './options.ts'

/** Mounts a store in an Express app or router: `app.use('/media', stowage(store))`. */
export function stowage(store: AssetStore, options: StowageOptions = {}): StowageMiddleware {
  const { authenticate, ...others } = options
  const api = createApi(store, {
    ...others,
    ...(authenticate && { authenticate: ({ raw }) => authenticate(raw as Request) }),
  })
  const edge = createNodeAdapter(api, others)
  const middleware: StowageMiddleware = Object.assign(
    (...[req, res, next]: Parameters<StowageMiddleware>) => {
      void edge.handle(req, res, { origin: originOf(req), next: () => next() })
    },
    { attach: edge.attach },
  )
  return middleware
}

/** Scheme and host as the app's `trust proxy` setting has it: `req.host` lacks the port in Express 4. */
function originOf(req: Request): NonNullable<RoutedRequest['origin']> {
  const isTrusted = req.app.get('trust proxy fn') as TrustsProxy
  const forwarded = isTrusted(req.socket.remoteAddress, 0) ? req.get('x-forwarded-host') : undefined
  return { encrypted: req.secure, host: forwarded?.split(',', 1)[0]?.trim() }
}

/** What Express makes of `trust proxy`: whether the `hop`th proxy, counted from us, is to be believed. */
type TrustsProxy = (address: string | undefined, hop: number) => boolean
