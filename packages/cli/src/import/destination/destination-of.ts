import type { Target } from '../../target/target.ts'
import type { ImportDestination } from './destination.ts'
import { localDestination } from './local-destination.ts'
import { serverDestination } from './server-destination.ts'

/** Where an import into this store or service goes. */
export function destinationOf(target: Target): ImportDestination {
  return target.kind === 'local' ? localDestination(target.store) : serverDestination(target.client)
}
