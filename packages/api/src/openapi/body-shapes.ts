import type { StoreLimits } from '@stowage/core/types'
import { type JsonShape, shapeOfSchema } from '../body/json-shape.ts'
import type { DescribedRoute } from './described-route.ts'
import { schemasFor } from './schemas.ts'

/** What the JSON body of a route may hold, taken from the OpenAPI document. `null` for a route that takes none. */
export function bodyShapes(
  routes: readonly DescribedRoute[],
  limits: Pick<StoreLimits, 'idsPerRequest'>,
): (route: DescribedRoute) => JsonShape | null {
  const schemas = schemasFor(limits)
  const shapes = new Map<string, JsonShape>()
  for (const { operation } of routes) {
    const { body } = operation
    if (body?.type === 'json') shapes.set(operation.id, shapeOfSchema(body.schema, schemas))
  }
  return ({ operation }) => shapes.get(operation.id) ?? null
}
