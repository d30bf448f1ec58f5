import type { Io } from '../io/io.ts'
import type { Location } from '../options/location.ts'
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
  readonly location: Location
  readonly env: Io['env']
  readonly nodeVersion: string
  /** Whether the key was given as an option. */
  readonly keyOnLine: boolean
}

/** Checks everything that a store, or access to a service, needs. Changes nothing. */
export async function* examine(examined: Examined): AsyncGenerator<Finding> {
  const { location, env, nodeVersion, keyOnLine } = examined
  const isLocal = location.kind === 'local'
  yield checkNode(nodeVersion, isLocal && location.s3 !== undefined)
  if (isLocal) {
    if (location.postgres === undefined) yield await checkSqlite()
    yield* await checkThumbnails()
    if (location.postgres === undefined || location.s3 === undefined) {
      const findings = await checkFolder(location.directory, location.postgres === undefined)
      yield* findings
      // Without a folder, or with one that cannot be written, there is nothing more to check.
      if (findings.some(({ about, status }) => about === location.directory && status !== 'ok')) {
        yield* checkConfiguration(env, location, keyOnLine)
        return
      }
    }
    if (location.s3 !== undefined) yield await checkBucket(location)
    yield await checkStore(location)
  } else yield* await checkService(location)
  yield* checkConfiguration(env, location, keyOnLine)
}
