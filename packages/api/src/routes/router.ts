import { ApiError, apiError } from '../errors/api-error.ts'
import type { Route } from '../requests/route.ts'

/** What every path of the API begins with, below the mount. */
export const PREFIX = '/api/v1'

/** All operations on one path. */
interface Resource {
  /** What `Allow` says. */
  readonly allow: string
  /** Throws 405 `method_not_allowed`. `HEAD` is answered by `GET`. */
  routeFor(method: string): Route
}

export interface Match {
  readonly resource: Resource
  /** The variable segment as it came; empty when there is none. */
  readonly id: string
  /** The second one; empty when there is none. */
  readonly subId: string
}

/** Whether the API answers a path, below the mount. */
export function isApiPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`)
}

/**
 * Finds the resource of a path. Literal paths are found before variable ones. One slash at the end is ignored, because
 * frameworks add it (`trailingSlash` of Next.js). Otherwise a path must match exactly, case included. Throws 404
 * `route_not_found`.
 *
 * `closed`: routes that need an option. Their method on their path is `route_not_found` too, although another route may
 * take the end of the path for an id.
 */
export function createRouter(
  routes: readonly Route[],
  closed: readonly Route[] = [],
): (path: string) => Match {
  const literal = new Map<string, Resource>()
  const variable: VariablePath[] = []
  for (const path of new Set(routes.map((route) => route.path))) {
    const resource = createResource(routes.filter((route) => route.path === path))
    const [head = '', ...others] = `${PREFIX}${path}`.split(/\{\w+\}/)
    const tail = others.pop()
    if (tail === undefined) literal.set(head, resource)
    else variable.push({ head, between: others[0] ?? null, tail, resource })
  }

  return (given) => {
    const path = given.endsWith('/') ? given.slice(0, -1) : given
    const resource = literal.get(path)
    if (resource !== undefined) return { resource, id: '', subId: '' }
    for (const { head, between, tail, resource } of variable) {
      if (!path.startsWith(head) || !path.endsWith(tail)) continue
      const middle = path.slice(head.length, path.length - tail.length)
      const [id = '', subId] = between === null ? [middle] : middle.split(between)
      if (!isSegment(id) || (between !== null && !isSegment(subId))) continue
      if (middle.length !== id.length + (between ?? '').length + (subId ?? '').length) continue
      const hidden = closed.filter((route) => PREFIX + route.path === path)
      return {
        resource: hidden.length === 0 ? resource : withoutRoutes(resource, hidden),
        ...{ id, subId: subId ?? '' },
      }
    }
    throw apiError(
      'route_not_found',
      `There is no such route. ${PREFIX}/openapi.json describes them all.`,
    )
  }
}

/** A path with one or two variable segments. */
interface VariablePath {
  readonly head: string
  /** What is between the two; `null`: there is one. */
  readonly between: string | null
  readonly tail: string
  readonly resource: Resource
}

function isSegment(text: string | undefined): boolean {
  return text !== undefined && text !== '' && !text.includes('/')
}

function withoutRoutes(resource: Resource, closed: readonly Route[]): Resource {
  return {
    allow: resource.allow,
    routeFor(method) {
      const route = closed.find((each) => each.method === method)
      if (route === undefined) return resource.routeFor(method)
      throw apiError(
        'route_not_found',
        `This route is not switched on. The option \`${route.onlyWith}\` of the API switches it on.`,
      )
    },
  }
}

function createResource(routes: readonly Route[]): Resource {
  const byMethod = new Map<string, Route>()
  for (const route of routes) {
    byMethod.set(route.method, route)
    if (route.method === 'GET') byMethod.set('HEAD', route)
  }
  const allow = [...byMethod.keys(), 'OPTIONS'].join(', ')
  return {
    allow,
    routeFor(method) {
      const route = byMethod.get(method)
      if (route !== undefined) return route
      throw new ApiError(
        [{ code: 'method_not_allowed', detail: `Use one of the methods ${allow}.` }],
        { allow },
      )
    },
  }
}
