import { inChunks } from './content.mjs'
import { createUpload } from './upload.mjs'

/** The share of requests that are cut off, and of those that bring all that is left. */
const CUT = 0.3
const REST = 0.4

/** The verb that uploads a file over several requests. Some of them are cut off; then it asks where to go on. */
export function createResumableVerbs({ store, journal, shelf, files, random }) {
  const upload = createUpload({ client: { upload: ([file]) => send(file) }, journal, shelf })

  async function send({ name, bytes }) {
    const { id } = await store.uploads.create({ name, size: bytes.length })
    let offset = 0
    while (true) {
      const end = random.chance(REST) ? bytes.length : random.between(offset, bytes.length)
      const part = bytes.subarray(offset, end)
      if (random.chance(CUT)) {
        await store.uploads.append(id, { offset, source: cutOff(part) }).catch(assertCut)
        offset = (await store.uploads.resume(id)).upload.offset
      } else {
        const answer = await store.uploads.append(id, { offset, source: inChunks(part) })
        if (answer.asset !== null) return [answer.asset]
        offset = answer.upload.offset
      }
    }
  }

  return {
    uploadInRequests: () =>
      upload([files.newFile('staged')], { intent: { as: 'resumable upload' } }),
  }
}

/** Half of the bytes, and then an error. */
async function* cutOff(bytes) {
  yield* inChunks(bytes.subarray(0, bytes.length >> 1))
  throw new Error('The connection was cut.')
}

function assertCut(error) {
  if (error.code !== 'source_failed') throw error
}

/**
 * Ends what uploads of dead processes left, as their clients would that come back: full ones become assets, the others
 * are given up.
 */
export async function endUploads(store) {
  for (const { id, status } of (await store.uploads.list({ limit: 1000 })).uploads) {
    if (status === 'finishing') await store.uploads.resume(id)
    if (status === 'receiving') await store.uploads.remove(id)
  }
}
