import { API_OPTIONS, type ApiOptions, createApi } from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { checkOptions, group, pickOptions, required, stringThat } from '@stowage/core/internal'
import {
  createNodeAdapter,
  NODE_ADAPTER_OPTIONS,
  type NodeAdapterOptions,
  type RoutedRequest,
} from '@stowage/node'
import type { Request } from 'express'
import {
  EXPRESS_HANDLER_OPTIONS,
  type ExpressHandler,
  type ExpressHandlerOptions,
} from './options.ts'

/** Without it no request below a mount would be claimed, and no error would say so. */
const isMount = group<{ readonly path: string }>(
  { path: required(stringThat('the whole mount, such as /media', () => true)) },
  "{ path: '/media' }",
)

/**
 * Mounts a store in an Express app or router: `app.use('/media', createExpressHandler(store))`. Throws
 * `invalid_argument`, whose `context.argument` names what is wrong: the store, or an option.
 */
export function createExpressHandler(
  store: AssetStore,
  options: ExpressHandlerOptions = {},
): ExpressHandler {
  checkOptions<ExpressHandlerOptions>('createExpressHandler', options, EXPRESS_HANDLER_OPTIONS)
  const { authenticate, ...others } = options
  const api = createApi(store, {
    ...pickOptions<ApiOptions>(others, API_OPTIONS),
    ...(authenticate && { authenticate: ({ raw }) => authenticate(raw as Request) }),
  })
  const adapter = createNodeAdapter(
    api,
    pickOptions<NodeAdapterOptions>(others, NODE_ADAPTER_OPTIONS),
  )
  const handler: ExpressHandler = Object.assign(
    (...[req, res, next]: Parameters<ExpressHandler>) => {
      void adapter.handle(req, res, {
        origin: originOf(req),
        clientAddress: () => req.ip,
        next: () => next(),
      })
    },
    {
      attach(...[server, mount]: Parameters<ExpressHandler['attach']>) {
        isMount(mount, 'mount')
        return adapter.attach(server, mount)
      },
    },
  )
  return handler
}

/** Scheme and host as the app's `trust proxy` setting says: `req.host` lacks the port in Express 4. */
function originOf(req: Request): NonNullable<RoutedRequest['origin']> {
  const isTrusted = req.app.get('trust proxy fn') as TrustsProxy
  const forwarded = isTrusted(req.socket.remoteAddress, 0) ? req.get('x-forwarded-host') : undefined
  return { encrypted: req.secure, host: forwarded?.split(',', 1)[0]?.trim() }
}

/** What Express makes of `trust proxy`: whether to trust the `hop`th proxy, counted from this server. */
type TrustsProxy = (address: string | undefined, hop: number) => boolean
