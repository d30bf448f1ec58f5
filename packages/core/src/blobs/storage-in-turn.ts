import type { Turn } from '../async/turn.ts'
import type { Staging } from '../staging/staging.ts'
import type { BlobStore } from './blob-store.ts'

/** Where new files are put. */
export interface FileStorage {
  readonly blobs: Pick<BlobStore, 'put'>
  readonly staging: Pick<Staging, 'create'>
}

/** The same context, whose new files wait in this turn. */
export function inTurn<Context extends FileStorage>(
  context: Context,
  turn: Turn,
): Omit<Context, keyof FileStorage> & FileStorage & { readonly turn: Turn } {
  const { blobs, staging } = context
  return Object.assign({}, context, {
    turn,
    blobs: {
      put: (key, file, options) => blobs.put(key, file, Object.assign({ turn }, options)),
    } satisfies FileStorage['blobs'],
    staging: { create: () => staging.create({ turn }) } satisfies FileStorage['staging'],
  })
}
