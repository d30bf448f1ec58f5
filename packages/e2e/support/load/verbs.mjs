import { createChanges } from './changes.mjs'
import { createReads } from './reads.mjs'
import { createUpload } from './upload.mjs'

/**
 * What every client of a store does, by name. Each call does one operation on assets of `shelf`: `random` chooses it,
 * `client` sends it, `journal` logs it. `most` assets are moved at a time.
 */
export function createVerbs(world) {
  const { random, files } = world
  const upload = createUpload(world)
  return {
    ...createReads(world),
    ...createChanges(world),
    upload: () => upload([files.newFile()]),
    /** Waits in a file before it is stored. */
    staged: () => upload([files.newFile('staged')]),
    large: () =>
      upload([files.newFile('large')], { intent: { as: 'upload large' }, inPieces: true }),
    many: () =>
      upload(
        Array.from({ length: random.between(2, 5) }, () =>
          files.newFile(random.chance(0.1) ? 'staged' : 'small'),
        ),
        { intent: { as: 'bulk upload' } },
      ),
  }
}
