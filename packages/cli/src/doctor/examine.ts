import type { Io } from '../io/io.ts'
import type { Place } from '../options/place.ts'
import { checkBucket } from './check-bucket.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkFolder } from './check-folder.ts'
import { checkNode } from './check-node.ts'
import { checkService } from './check-service.ts'
import { checkSqlite } from './check-sqlite.ts'
import { checkStore } from './check-store.ts'
import { checkThumbnails } from './check-thumbnails.ts'
import type { Finding } from './finding.ts'

/** What is examined. */
export interface Examined {
  readonly place: Place
  readonly env: Io['env']
  readonly nodeVersion: string
  /** Whether the key was given as an option. */
  readonly keyOnLine: boolean
}

/** Looks at everything that a store or the way to a service needs. Leaves everything as it was. */
export async function* examine(examined: Examined): AsyncGenerator<Finding> {
  const { place, env, nodeVersion, keyOnLine } = examined
  const isLocal = place.kind === 'local'
  yield checkNode(nodeVersion, isLocal && place.s3 !== undefined)
  if (isLocal) {
    if (place.postgres === undefined) yield await checkSqlite()
    yield* await checkThumbnails()
    if (place.postgres === undefined || place.s3 === undefined) {
      const findings = await checkFolder(place.directory, place.postgres === undefined)
      yield* findings
      // Without a folder, or with one that cannot be written, there is nothing more to say.
      if (findings.some(({ about, status }) => about === place.directory && status !== 'ok')) {
        yield* checkConfiguration(env, place, keyOnLine)
        return
      }
    }
    if (place.s3 !== undefined) yield await checkBucket(place)
    yield await checkStore(place)
  } else yield* await checkService(place)
  yield* checkConfiguration(env, place, keyOnLine)
}
