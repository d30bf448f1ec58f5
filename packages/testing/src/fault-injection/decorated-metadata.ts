import { ROLES } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { decorated, type Method } from './faulty-call.ts'

/**
 * The same metadata store with some members replaced, and `around` every other method. The name of a method includes
 * its role, such as `assets.insert`. Methods that the store has beyond the port are wrapped too.
 */
export function decoratedMetadata<Metadata extends MetadataStore>(
  metadata: Metadata,
  replaced: Partial<MetadataStore>,
  around: (name: string, method: Method) => Method,
): Metadata {
  const roles = ROLES.map((role) => {
    const decorate = (method: string, call: Method) => around(`${role}.${method}`, call)
    return [role, decorated<object>(metadata[role], {}, decorate)]
  })
  return decorated<Metadata>(metadata, { ...Object.fromEntries(roles), ...replaced }, around)
}
