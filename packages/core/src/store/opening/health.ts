import { randomUUID } from 'node:crypto'
import { newBlobKey } from '../../blobs/blob-key.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'

/** Milliseconds that one check serves all requests: they need no key, so they must not load the ports. */
const FRESH = 1000
/** Milliseconds after which a port that does not answer counts as unreachable. */
const ANSWER_TIME = 5000

interface PingOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
}

/** Creates the check whether both ports answer. It runs at most once a second, however many callers ask. */
export function createPing({ metadata, blobs }: PingOptions): () => Promise<void> {
  let last: { readonly at: number; readonly look: Promise<void> } | undefined

  async function look(): Promise<void> {
    const answers = [metadata.assets.get({ id: randomUUID() }), blobs.stat(newBlobKey(0))]
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unreachable()), ANSWER_TIME)
    })
    try {
      await Promise.race([Promise.all(answers), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at > FRESH) {
      last = { at: now, look: look() }
      // A rejection without a waiting caller must not end the process.
      last.look.catch(() => {})
    }
    return last.look
  }
}

function unreachable(): StowageError {
  return new StowageError('unavailable', 'The records or the files do not answer.')
}
